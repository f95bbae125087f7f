// What the commands around tunings share: the tuning's file, where its journal lies, how many threads play.
#pragma once

#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation_service.h"

namespace CLI {
class App;
}

namespace rootward {

/// Adds CONFIG and `--set`.
void add_tuning_argument(CLI::App& command);
/// The tuning as given, overrides applied.
tuning::TuningConfig given_tuning(const CLI::App& command);

/// Adds `--out DIR`, `--threads N`, `--slurm` and what belongs to it.
void add_service_options(CLI::App& command);
tuning::ServiceSettings given_service_settings(const CLI::App& command);

/// Evaluations on a cluster were halted from outside: says so, and how to go on; returns the exit code.
int halted(const tuning::EvaluationsHalted& why, const std::string& folder);

}  // namespace rootward
