# Tests of a build without tests: they fail and say how to add the real ones. Without them ctest would find none, and
# end well. Run as a script this is what each of them runs.
if(CMAKE_SCRIPT_MODE_FILE)
  message(FATAL_ERROR "This folder was configured without tests. They are added to it by\n"
                      "  cmake --preset release -DROOTWARD_TESTS=ON && cmake --build --preset release")
endif()
# One is of every kind but the slow ones, so that neither -L nor -LE finds nothing.
set(labels_fast unit contract property e2e slurm python package)
set(labels_slow slow)
foreach(kind fast slow)
  add_test(NAME left_out.${kind} COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_FILE})
  set_tests_properties(left_out.${kind} PROPERTIES LABELS "${labels_${kind}}")
endforeach()
