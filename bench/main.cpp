// The benchmark program: Google Benchmark's own options (--benchmark_filter=..., --benchmark_repetitions=...).
#include <benchmark/benchmark.h>

#include "bench/update.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  rootward::register_updates();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
