# What `cmake --install BUILD --prefix X` puts where: the programs, the configurations with their books, the networks, the
# optimizers in scripts/, the documents.
include(GNUInstallDirs)
install(TARGETS rootward rootward-optimizer RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/configs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/nets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/nets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scripts/optimizers/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/rootward/scripts/optimizers
        USE_SOURCE_PERMISSIONS
        PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/ARCHITECTURE.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
