# Game bindings, one for each line of games.def, and the players.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/games.def GAME_LINES REGEX "^ROOTWARD_GAME")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/games.def)
set(BINDING_SOURCES bindings/flat_search.cpp bindings/player.cpp bindings/registry.cpp bindings/solver_players.cpp)
foreach(line ${GAME_LINES})
  string(REGEX REPLACE "^ROOTWARD_GAME\\((.*)\\)$" "bindings/\\1.cpp" source ${line})
  list(APPEND BINDING_SOURCES ${source})
endforeach()
