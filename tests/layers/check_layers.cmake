# The layer check: every #include of our own is rooted at the repository and goes to an allowed room, and the readers of
# YAML and JSON stay in their places. Run as `cmake -D ROOT=repository -P check_layers.cmake`; ends with an error if not.
cmake_minimum_required(VERSION 3.22)

set(below core games search backup evaluators) # what every room of experiments/ may use
set(core_may core)
set(games_may core games)
set(search_may core search)
set(backup_may core search backup)
set(evaluators_may core games search evaluators)
set(experiments/play_may ${below} experiments/play)
set(experiments/config_may ${below} experiments/play experiments/config)
set(experiments/store_may core experiments/config experiments/store)
set(experiments/engines_may ${below} experiments/play experiments/engines)
set(services ${below} experiments/play experiments/config experiments/store experiments/engines experiments/arena)
set(experiments/arena_may ${services})
set(experiments/report_may core experiments/store experiments/report)
set(experiments/tournament_may ${services} experiments/report experiments/tournament)
set(experiments/tuning_may ${services} experiments/report experiments/tuning)
set(experiments/estimates_may ${services} experiments/report experiments/estimates)
set(experiments/league_may ${services} experiments/report experiments/tournament experiments/tuning experiments/league)
set(experiments/atlas_may ${services} experiments/report experiments/tournament experiments/tuning experiments/estimates
                          experiments/league experiments/atlas)
set(experiments/discovery_may ${services} experiments/report experiments/tournament experiments/tuning
                              experiments/league experiments/discovery)
set(experiments/cluster_may ${services} experiments/report experiments/tournament experiments/estimates
                            experiments/tuning experiments/league experiments/atlas experiments/cluster)
set(experiments/watch_may ${services} experiments/report experiments/tournament experiments/tuning experiments/estimates
                          experiments/cluster experiments/watch)
set(experiments/selfplay_may ${services} experiments/report experiments/selfplay)
set(experiments/comparison_may ${below} experiments/play experiments/config experiments/store experiments/report
                               experiments/comparison)
set(optimizer_may core optimizer)
set(all_experiments ${services} experiments/report experiments/tournament experiments/tuning experiments/estimates
                    experiments/league experiments/atlas experiments/discovery experiments/cluster experiments/watch experiments/selfplay
                    experiments/comparison)
set(cli_may ${all_experiments} cli)
set(explorer_may core search backup explorer)
set(python_may ${all_experiments} optimizer cli python)
set(tests_may ${all_experiments} optimizer cli explorer tests)
set(bench_may ${all_experiments} optimizer cli bench)
set(rooms core games search backup evaluators experiments/play experiments/config experiments/store experiments/engines
          experiments/arena experiments/report experiments/tournament experiments/tuning experiments/estimates experiments/league
          experiments/atlas experiments/discovery experiments/cluster experiments/watch experiments/selfplay
          experiments/comparison optimizer cli explorer python tests bench)

set(yaml_may "^experiments/config/yaml_document\\.cpp$")
set(json_may "^(core/json\\.h$|tests/)")

# No header includes a list (.def), so that one more line compiles the registry and what is new. Selection rules and
# evaluators are compiled into every game.
set(list_headers "^(search/search\\.h|evaluators/make_evaluator\\.h)$")

set(violations "")
foreach(room IN LISTS rooms)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${room}/*.h ${ROOT}/${room}/*.cpp)
  list(FILTER files EXCLUDE REGEX "^tests/layers/forbidden/")
  foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} includes REGEX "^ *# *include")
    foreach(include IN LISTS includes)
      if(include MATCHES "\"([^\"]*)\"")
        set(target ${CMAKE_MATCH_1})
        string(REGEX REPLACE "^(experiments/[^/]*|[^/]*)/.*" "\\1" target_room "${target}")
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

foreach(violation IN LISTS violations)
  message(SEND_ERROR "${violation}")
endforeach()
