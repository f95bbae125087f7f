# Packages of what is built: `scripts/package`, or `cpack --config BUILD/CPackConfig.cmake` on any finished build.
#   programs + data -> rootward_V_amd64.deb        python -> python3-rootward_V_amd64.deb
#   site -> rootward-doc_V_all.deb, where scripts/package made the site (BUILD/site)
#   portable + data -> rootward-V-linux-x86_64.tar.gz; for 64-bit ARM the same without Python
# cmake/package/generator.cmake chooses for each when it is made, and says what this build lacks.
set(CPACK_PACKAGE_NAME rootward)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "the rootward authors")
set(CPACK_PACKAGE_CONTACT "the rootward authors <authors@rootward.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "testbed for the backup step of Monte-Carlo tree search")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${CMAKE_CURRENT_LIST_DIR}/package/description.txt)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package/generator.cmake)
set(CPACK_ROOTWARD_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_ROOTWARD_PYTHON ${ROOTWARD_PYTHON})
set(CPACK_ROOTWARD_PORTABLE ${ROOTWARD_PORTABLE})
if(ROOTWARD_PYTHON)
  math(EXPR after "${Python3_VERSION_MINOR} + 1")
  set(CPACK_ROOTWARD_PYTHON_DEPENDS
      "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}), python3 (<< ${Python3_VERSION_MAJOR}.${after}), python3-numpy")
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ROOTWARD_PACKAGE_NAME rootward)
set(CPACK_DEBIAN_ROOTWARD_PACKAGE_SHLIBDEPS ON)
if(CMAKE_CROSSCOMPILING)
  # dpkg-shlibdeps asks this machine's package lists, which do not know the other machine's libraries. The test of packages
  # compares these names with the libraries that the programs need.
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${ROOTWARD_DEBIAN_ARCHITECTURE})
  set(CPACK_DEBIAN_ROOTWARD_PACKAGE_SHLIBDEPS OFF)
  set(CPACK_DEBIAN_ROOTWARD_PACKAGE_DEPENDS
      "libc6 (>= 2.35), libfmt9 (>= 9.1.0+ds1), libgcc-s1 (>= 3.0), liblzma5 (>= 5.1.1alpha+20120614), libstdc++6 (>= 12), libyaml-cpp0.7 (>= 0.7.0), zlib1g (>= 1:1.2.11.dfsg)")
endif()
set(CPACK_DEBIAN_ROOTWARD_PACKAGE_RECOMMENDS python3)
set(CPACK_DEBIAN_ROOTWARD_PACKAGE_SUGGESTS "python3-rootward, gnugo, bash-completion")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rootward)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${CPACK_ROOTWARD_PYTHON_DEPENDS}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-pandas, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS rootward)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "This is the package for Python: searches with their trees as numpy columns,
operators and evaluators written in Python, tournaments, stored results as
columns and frames, an optimizer by ask and tell. The package rootward has the
programs and their configurations.")

set(CPACK_ROOTWARD_SITE ${PROJECT_BINARY_DIR}/site/index.html)
set(CPACK_DEBIAN_SITE_PACKAGE_NAME rootward-doc)
set(CPACK_DEBIAN_SITE_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_SITE_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_SITE_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_SITE_PACKAGE_SUGGESTS rootward)
set(CPACK_DEBIAN_SITE_DESCRIPTION "These are the documents as a site, which a browser opens from its folder: a
tutorial, how-to pages, the reference of commands, files, operators and games,
a gallery of searches to step through, and what was found with the program.")

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_FILE_NAME rootward-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}) # of the archive and its folder
set(CPACK_ARCHIVE_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})

include(CPack)
cpack_add_component_group(rootward)
cpack_add_component(programs GROUP rootward)
cpack_add_component(data GROUP rootward)
cpack_add_component(portable GROUP rootward)
cpack_add_component(python)
cpack_add_component(site)
