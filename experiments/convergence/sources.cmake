# Studies of estimates against the truth.
set(CONVERGENCE_SOURCES
  convergence/curves.cpp
  convergence/figures.cpp
  convergence/folder.cpp
  convergence/instance.cpp
  convergence/measure.cpp
  convergence/merge.cpp
  convergence/record.cpp
  convergence/run.cpp
  convergence/study_facts.cpp
  convergence/sweeps.cpp
  convergence/tables.cpp)
