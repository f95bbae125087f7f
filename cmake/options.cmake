# Build options and the one target that carries the project's compile flags.
option(ROOTWARD_TESTS "Build the tests" ON)
option(ROOTWARD_BENCH "Build the Google Benchmark programs" OFF)
option(ROOTWARD_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(ROOTWARD_WERROR "Warnings are errors" ON)
option(ROOTWARD_NATIVE "Compile for this machine's CPU (-march=native)" OFF)
set(ROOTWARD_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(rootward_flags INTERFACE)
target_compile_features(rootward_flags INTERFACE cxx_std_20)
target_include_directories(rootward_flags INTERFACE ${PROJECT_SOURCE_DIR})
# Contraction to fused multiply-add would make results depend on the machine.
target_compile_options(rootward_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                -Wsign-conversion)
if(ROOTWARD_WERROR)
  target_compile_options(rootward_flags INTERFACE -Werror)
endif()
if(ROOTWARD_NATIVE)
  target_compile_options(rootward_flags INTERFACE -march=native)
else()
  target_compile_options(rootward_flags INTERFACE -march=x86-64-v2)
endif()
if(ROOTWARD_SANITIZE)
  target_compile_options(rootward_flags INTERFACE -fsanitize=${ROOTWARD_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(rootward_flags INTERFACE -fsanitize=${ROOTWARD_SANITIZE})
endif()

# rootward_room(NAME SOURCES ... LINKS ...): one room of the house as a static library.
function(rootward_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(rootward_${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(rootward_${name} PUBLIC rootward_flags ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
endfunction()
