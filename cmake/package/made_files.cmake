# Run at installation: pages of the manual from --help, completions for the shells, the files that Debian wants of a package.
# Needs ROOTWARD_PROGRAMS (the folder of the programs; "" where they cannot run), ROOTWARD_VERSION and CMAKE_INSTALL_PREFIX.
function(make name)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/${name} ${ARGN} ${ROOTWARD_VERSION} "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}"
                  RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "cmake/package/${name}: ${failed}")
  endif()
endfunction()

make(debian_files rootward)
if(ROOTWARD_PROGRAMS)
  make(made_files ${ROOTWARD_PROGRAMS})
else()
  message(STATUS "no pages of the manual and no completions: the programs are for another machine")
endif()
