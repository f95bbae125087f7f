# Which room of the house may use which: the one list. The build links by it, tests/layers checks every #include against
# it, and ARCHITECTURE.md's map against it too.
set(rules core games search backup evaluators)
set(services lab/play lab/config lab/store lab/engines lab/arena)
set(runs experiments/tournament experiments/tuning experiments/estimates experiments/selfplay)
set(rooms "")

# rootward_may(ROOM USED..): rooms, or the names of groups of them.
macro(rootward_may room)
  list(APPEND rooms ${room})
  set(${room}_uses ${ARGN}) # as written
  set(${room}_may ${room})
  foreach(used IN ITEMS ${ARGN})
    if(DEFINED ${used})
      list(APPEND ${room}_may ${${used}})
    else()
      list(APPEND ${room}_may ${used})
    endif()
  endforeach()
endmacro()

rootward_may(core)
rootward_may(games core)
rootward_may(search core)
rootward_may(backup core search)
rootward_may(evaluators core games search)
rootward_may(lab/play rules)
rootward_may(lab/config rules lab/play)
rootward_may(lab/store core lab/config)
rootward_may(lab/engines rules lab/play)
rootward_may(lab/arena rules services)
rootward_may(lab/report core lab/store)
rootward_may(experiments/tournament rules services lab/report)
rootward_may(experiments/tuning rules services lab/report)
rootward_may(experiments/estimates rules services lab/report)
rootward_may(experiments/selfplay rules services lab/report)
rootward_may(experiments/comparison rules lab/play lab/config lab/store lab/report)
rootward_may(experiments/study rules services lab/report experiments/tournament experiments/tuning
             experiments/estimates)
rootward_may(experiments/discovery rules services lab/report experiments/tournament experiments/tuning
             experiments/estimates experiments/study)
rootward_may(experiments/cluster rules services lab/report experiments/tournament experiments/tuning
             experiments/estimates experiments/study)
rootward_may(experiments/watch rules services lab/report experiments/tournament experiments/tuning
             experiments/estimates experiments/study experiments/cluster)
set(products ${runs} experiments/comparison experiments/study experiments/discovery
             experiments/cluster experiments/watch)
rootward_may(optimizer core)
rootward_may(cli rules services lab/report products)
rootward_may(explorer core search backup)
rootward_may(python rules services lab/report products optimizer cli)
rootward_may(tests rules services lab/report products optimizer cli explorer)
rootward_may(bench rules services lab/report products optimizer cli)
