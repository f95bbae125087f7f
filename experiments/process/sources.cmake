# Child processes, relative to experiments/.
set(PROCESS_SOURCES process/child_process.cpp process/output_tail.cpp process/process_cpu_time.cpp process/spawn.cpp)
