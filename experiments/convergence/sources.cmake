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
  convergence/sweeps.cpp
  convergence/tables.cpp)
