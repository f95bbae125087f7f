# Writes build_info.cpp with the git revision of this very build; run as a script with ROOTWARD_SOURCE_DIR,
# ROOTWARD_OUTPUT, ROOTWARD_VERSION, ROOTWARD_COMPILER, ROOTWARD_FLAGS and ROOTWARD_PYTHON_VERSION set. Included, it adds the target.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(ROOTWARD_REVISION unknown)
  execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${ROOTWARD_SOURCE_DIR}
                  OUTPUT_VARIABLE head RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    execute_process(COMMAND git status --porcelain --untracked-files=no WORKING_DIRECTORY ${ROOTWARD_SOURCE_DIR}
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    set(ROOTWARD_REVISION ${head})
    if(NOT changes STREQUAL "")
      string(APPEND ROOTWARD_REVISION -dirty)
    endif()
  endif()
  configure_file(${ROOTWARD_SOURCE_DIR}/core/build_info.cpp.in ${ROOTWARD_OUTPUT} @ONLY)
  return()
endif()

set(python_version "")
if(ROOTWARD_PYTHON)
  set(python_version ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})
endif()
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(build_info ${CMAKE_CURRENT_BINARY_DIR}/build_info.cpp)
add_custom_target(rootward_build_info
  COMMAND ${CMAKE_COMMAND} "-DROOTWARD_SOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DROOTWARD_OUTPUT=${build_info}"
          "-DROOTWARD_VERSION=${PROJECT_VERSION}"
          "-DROOTWARD_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          "-DROOTWARD_FLAGS=${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} $<JOIN:$<TARGET_PROPERTY:rootward_flags,INTERFACE_COMPILE_OPTIONS>, >"
          "-DROOTWARD_PYTHON_VERSION=${python_version}"
          -P ${CMAKE_CURRENT_LIST_DIR}/build_info.cmake
  BYPRODUCTS ${build_info} VERBATIM COMMENT "Noting the git revision")
target_sources(rootward_core PRIVATE ${build_info})
add_dependencies(rootward_core rootward_build_info)
