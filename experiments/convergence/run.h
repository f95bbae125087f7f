// `converge`: a whole study with its folder, from wherever it stands to its end or the next interruption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/convergence/config.h"
#include "experiments/convergence/folder.h"
#include "experiments/store/shard.h"

namespace rootward {

/// What the command line says beside the study.
struct StudyRunSettings {
  std::string folder;       ///< "" = results/NAME
  std::size_t threads = 0;  ///< 0 = every core this process may use
  Shard shard;              ///< by instances: all searches of an instance lie in one shard
  bool is_quiet = false;
};

/// How a run ended.
struct StudyRunReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal stopped it
  std::uint64_t done = 0;    ///< searches stored, of this shard
  std::uint64_t wanted = 0;
};

/// Runs what is missing in the folder. What is stored is the same for any number of threads, shards and interruptions.
/// Signals as in run_tournament(). Throws UsageError (configuration), RunError (folder in use, disk full, corrupt
/// results, truth out of reach).
StudyRunReport run_study(const ConvergenceConfig& config, const StudyRunSettings& settings);

/// Ids of the study's searches that are not among its records, in the study's order.
std::vector<std::string> missing_searches(const StoredStudy& study);

}  // namespace rootward
