# The layer check: every #include of our own is rooted at the repository and goes to an allowed room, and the readers of
# YAML and JSON stay in their places. Run as `cmake -D ROOT=repository -P check_layers.cmake`; ends with an error if not.
cmake_minimum_required(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/rooms.cmake)

set(yaml_may "^lab/config/yaml_document\\.cpp$")
set(json_may "^(core/json\\.cpp$|tests/)")

# No header includes a list (.def), so that one more line compiles the registry and what is new. Evaluators are compiled
# into every game, and kinds of files are named in an enumeration.
set(list_headers "^(evaluators/make_evaluator|lab/config/kinds)\\.h$")

set(violations "")
foreach(room IN LISTS rooms)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${room}/*.h ${ROOT}/${room}/*.cpp)
  list(FILTER files EXCLUDE REGEX "^tests/layers/forbidden/")
  foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include")
    foreach(include IN LISTS includes)
      if(include MATCHES "\"([^\"]*)\"")
        set(target ${CMAKE_MATCH_1})
        string(REGEX REPLACE "^((experiments|lab)/[^/]*|[^/]*)/.*" "\\1" target_room "${target}")
        if(NOT target_room IN_LIST ${room}_may)
          list(JOIN ${room}_may " " allowed)
          list(APPEND violations "${file}: ${room} may not include \"${target}\" (it may use: ${allowed})")
        endif()
        if(file MATCHES "\\.h$" AND target MATCHES "\\.def$" AND NOT file MATCHES "${list_headers}")
          list(APPEND violations "${file}: no header may include the list \"${target}\"")
        endif()
      elseif(include MATCHES "<yaml-cpp/" AND NOT file MATCHES "${yaml_may}")
        list(APPEND violations "${file}: only files matching ${yaml_may} may include yaml-cpp")
      elseif(include MATCHES "<nlohmann/" AND NOT file MATCHES "${json_may}")
        list(APPEND violations "${file}: only files matching ${json_may} may include nlohmann-json")
      endif()
    endforeach()
  endforeach()
endforeach()

# The map shows the list as it is written.
if(EXISTS ${ROOT}/ARCHITECTURE.md)
  file(READ ${ROOT}/ARCHITECTURE.md map)
  foreach(room IN LISTS rooms)
    list(JOIN ${room}_uses ", " uses)
    if(uses STREQUAL "")
      set(uses "-")
    endif()
    if(NOT map MATCHES "\n\\| `${room}/` \\| [^\n]* \\| ${uses} \\|\n")
      list(APPEND violations "ARCHITECTURE.md: the map wants a row | `${room}/` | .. | ${uses} |")
    endif()
  endforeach()
endif()

foreach(violation IN LISTS violations)
  message(SEND_ERROR "${violation}")
endforeach()
