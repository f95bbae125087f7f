# Build options and the one target that carries the project's compile flags.
option(ROOTWARD_TESTS "Build the tests" ON)
option(ROOTWARD_SLOW_TESTS "Build the tests that take minutes too" ON)
option(ROOTWARD_BENCH "Build the Google Benchmark programs" OFF)
option(ROOTWARD_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(ROOTWARD_WERROR "Warnings are errors" ON)
option(ROOTWARD_UNITY "Compile the files of a room together: three times faster" ON)
option(ROOTWARD_PYTHON "Build the Python package (python/; needs pybind11 and numpy)" OFF)
option(ROOTWARD_PORTABLE "Link the programs once more, needing the C library alone (for the archive of scripts/package)" OFF)
option(ROOTWARD_NATIVE "Compile for this machine's CPU (-march=native)" OFF)
set(ROOTWARD_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(rootward_flags INTERFACE)
# The rooms may become part of a shared object, the Python package's: one build serves both. It shows nothing but its entry,
# so calls stay direct, and the program executes the same instructions (docs/performance.md).
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(rootward_flags INTERFACE -fvisibility=hidden -fno-semantic-interposition)
target_compile_features(rootward_flags INTERFACE cxx_std_20)
target_include_directories(rootward_flags INTERFACE ${PROJECT_SOURCE_DIR})
# Contraction to fused multiply-add would make results depend on the machine.
target_compile_options(rootward_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                -Wsign-conversion)
# GCC 12 reports overlaps in std::string that cannot happen (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(rootward_flags INTERFACE -Wno-restrict)
  # The compiler collects garbage later: a tenth of the CPU time of a unit, for 0.3 GB.
  target_compile_options(rootward_flags INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
endif()
if(ROOTWARD_WERROR)
  target_compile_options(rootward_flags INTERFACE -Werror)
endif()
if(ROOTWARD_NATIVE)
  target_compile_options(rootward_flags INTERFACE -march=native)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(rootward_flags INTERFACE -march=x86-64-v2)
endif()
if(ROOTWARD_SANITIZE)
  target_compile_options(rootward_flags INTERFACE -fsanitize=${ROOTWARD_SANITIZE} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  target_link_options(rootward_flags INTERFACE -fsanitize=${ROOTWARD_SANITIZE})
endif()
if(ROOTWARD_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ROOTWARD_FUZZ needs clang++ (the fuzz preset chooses it): libFuzzer is part of clang")
  endif()
  target_compile_options(rootward_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# rootward_room(NAME [COLD] [FILES ..] [WITHOUT ..] [ALONE ..] [LINKS ..] [PRIVATE_LINKS ..]): a room of the house as a
# static library: every .cpp of its folder and below but main.cpp and those of WITHOUT, or FILES alone. It links the rooms
# that its folder may use (rooms.cmake); LINKS are others. Files are compiled together, ALONE (hot kernels, and whatever
# has options of its own) each by itself. COLD: nothing here is called more often than once a move, and -Og compiles in
# three quarters of -O1's time, under the sanitizers in half of it.
function(rootward_room name)
  cmake_parse_arguments(ROOM "COLD" "" "FILES;WITHOUT;ALONE;LINKS;PRIVATE_LINKS" ${ARGN})
  if(NOT ROOM_FILES)
    rootward_files(ROOM_FILES WITHOUT ${ROOM_WITHOUT} ${ROOM_ALONE})
  endif()
  add_library(rootward_${name} STATIC ${ROOM_FILES} ${ROOM_ALONE})
  target_link_libraries(rootward_${name} PUBLIC rootward_flags ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  foreach(used IN LISTS ${folder}_may)
    cmake_path(GET used FILENAME target)
    if(NOT target STREQUAL name AND NOT used STREQUAL folder)
      target_link_libraries(rootward_${name} PUBLIC rootward_${target})
    endif()
  endforeach()
  rootward_unity(rootward_${name} FILES ${ROOM_FILES})
  if(ROOM_COLD)
    target_compile_options(rootward_${name} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-Og>)
  endif()
endfunction()

# rootward_files(VARIABLE [WITHOUT FILE..]): every .cpp of this folder and below, as seen from it, but main.cpp and these.
# The next build sees a new one.
function(rootward_files variable)
  cmake_parse_arguments(FILES "" "" "WITHOUT" ${ARGN})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM files main.cpp ${FILES_WITHOUT})
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# rootward_unity(TARGET GROUP FILE..): compiles the files as one unit, or as several of the same size where they are many:
# a unit of the eighty files of the command line took 1.4 GB.
function(rootward_unity target group)
  if(NOT ROOTWARD_UNITY OR NOT ARGN)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(most 40)
  list(LENGTH ARGN files)
  math(EXPR units "(${files} + ${most} - 1) / ${most}")
  math(EXPR size "(${files} + ${units} - 1) / ${units}")
  foreach(unit RANGE 1 ${units})
    math(EXPR first "(${unit} - 1) * ${size}")
    list(SUBLIST ARGN ${first} ${size} part)
    set_source_files_properties(${part} PROPERTIES UNITY_GROUP ${group}${unit})
  endforeach()
endfunction()
