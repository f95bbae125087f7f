# What `cmake --install BUILD --prefix X` puts where: the programs, the configurations with their books, the networks, the
# optimizers in scripts/, the documents, pages of the manual, completions; the Python package where it was built. The
# components are those that cmake/package.cmake makes packages of.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME data)
install(TARGETS rootward rootward-optimizer RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/configs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/nets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/nets)
file(GLOB answers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/results/answers/which-backup/*/answer.json)
foreach(answer ${answers}) # what `report --advice` and `--game` ask
  cmake_path(GET answer PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${answer} DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/${folder})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scripts/optimizers/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/scripts/optimizers
        USE_SOURCE_PERMISSIONS
        PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/ARCHITECTURE.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/CITATION.cff
              ${PROJECT_SOURCE_DIR}/CLAIMS.md ${PROJECT_SOURCE_DIR}/SUPPORT.md ${PROJECT_SOURCE_DIR}/CODE_OF_CONDUCT.md
              ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The interface for games of one's own: `pkg-config --cflags rootward` finds it; the shipped games are its examples. The
# file is made when it is installed, for the prefix is known then.
install(FILES ${PROJECT_SOURCE_DIR}/include/rootward/game.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rootward)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/games/plugins/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/plugins
        FILES_MATCHING PATTERN "*.c" PATTERN "*.cpp" PATTERN "new" EXCLUDE)
install(CODE "set(CMAKE_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
  set(PROJECT_VERSION ${PROJECT_VERSION})
  configure_file(\"${CMAKE_CURRENT_LIST_DIR}/package/rootward.pc.in\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/pkgconfig/rootward.pc\" @ONLY)")

# The documents as a site, where scripts/package made it (BUILD/site).
set(site_place ${CMAKE_INSTALL_DATADIR}/doc/rootward-doc)
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${site_place}/html COMPONENT site EXCLUDE_FROM_ALL OPTIONAL
        PATTERN ".buildinfo" EXCLUDE PATTERN "objects.inv" EXCLUDE)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/package/doc-base/rootward-doc DESTINATION ${CMAKE_INSTALL_DATADIR}/doc-base
        COMPONENT site EXCLUDE_FROM_ALL)
install(CODE "execute_process(COMMAND \"${CMAKE_CURRENT_LIST_DIR}/package/debian_files\" rootward-doc ${PROJECT_VERSION}
                \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT site EXCLUDE_FROM_ALL)

# Made by the programs themselves when they are installed: no build waits for them, and every finished build has them.
set(programs $<TARGET_FILE_DIR:rootward>)
if(CMAKE_CROSSCOMPILING)
  set(programs "") # this machine cannot run them, unless an emulator does
  if(CMAKE_CROSSCOMPILING_EMULATOR)
    set(programs ${PROJECT_BINARY_DIR}/emulated)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
    foreach(name rootward rootward-optimizer)
      file(GENERATE OUTPUT ${programs}/${name}
           CONTENT "#!/bin/sh\nexec ${emulator} '$<TARGET_FILE:${name}>' \"$@\"\n"
           FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    endforeach()
  endif()
endif()
install(CODE "set(ROOTWARD_PROGRAMS \"${programs}\")\nset(ROOTWARD_VERSION ${PROJECT_VERSION})" COMPONENT data)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/package/made_files.cmake COMPONENT data)

if(ROOTWARD_PYTHON)
  foreach(component python wheel) # Debian's folder; that of pyproject.toml
    set(place lib/python3/dist-packages)
    set(on_request "")
    if(component STREQUAL "wheel")
      set(place .)
      set(on_request EXCLUDE_FROM_ALL)
    endif()
    install(DIRECTORY ${PROJECT_BINARY_DIR}/python/rootward DESTINATION ${place} COMPONENT ${component} ${on_request}
            PATTERN "__pycache__" EXCLUDE PATTERN "_core.*" EXCLUDE PATTERN "rootward-optimizer" EXCLUDE)
    install(TARGETS rootward_python LIBRARY DESTINATION ${place}/rootward COMPONENT ${component} ${on_request})
  endforeach()
  install(TARGETS rootward-optimizer RUNTIME DESTINATION rootward COMPONENT wheel EXCLUDE_FROM_ALL)
  install(CODE "execute_process(COMMAND \"${CMAKE_CURRENT_LIST_DIR}/package/debian_files\" python3-rootward ${PROJECT_VERSION}
                  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT python)
endif()

# Programs that need the C library alone. They are linked, not compiled, once more: whole archives come first, so that
# the shared libraries after them are needed for nothing.
if(ROOTWARD_PORTABLE)
  find_library(ROOTWARD_YAML_ARCHIVE libyaml-cpp.a REQUIRED)
  find_library(ROOTWARD_ZLIB_ARCHIVE libz.a REQUIRED)
  find_library(ROOTWARD_LZMA_ARCHIVE liblzma.a REQUIRED)
  add_library(rootward_fmt_archive STATIC cmake/package/fmt_archive.cpp)
  target_link_libraries(rootward_fmt_archive PRIVATE rootward_flags fmt::fmt)
  foreach(name rootward rootward-optimizer)
    set(room cli)
    if(name STREQUAL "rootward-optimizer")
      set(room optimizer)
    endif()
    add_executable(${name}-portable ${room}/main.cpp)
    add_dependencies(${name}-portable rootward_fmt_archive)
    target_link_libraries(${name}-portable PRIVATE rootward_${room})
    target_link_options(${name}-portable PRIVATE
      -static-libstdc++ -static-libgcc -Wl,--as-needed -Wl,--whole-archive ${ROOTWARD_YAML_ARCHIVE} ${ROOTWARD_ZLIB_ARCHIVE}
      ${ROOTWARD_LZMA_ARCHIVE} $<TARGET_FILE:rootward_fmt_archive> -Wl,--no-whole-archive)
    set_target_properties(${name}-portable PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/portable)
    install(TARGETS ${name}-portable RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT portable EXCLUDE_FROM_ALL)
  endforeach()
endif()
