# Debian's modules are seen by Debian's Python alone, which need not be the first in PATH.
macro(rootward_find_python)
  if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that the package is for")
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
  set(PYTHON_EXECUTABLE ${Python3_EXECUTABLE} CACHE FILEPATH "The same for pybind11")
  find_package(pybind11 2.10 REQUIRED)
endmacro()
