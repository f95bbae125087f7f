// `converge`: a whole study with its folder, from wherever it stands to its end or the next interruption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/estimates/folder.h"
#include "experiments/store/shard.h"

namespace rootward::estimates {

/// What the command line says beside the study.
struct EstimatesRunSettings {
  std::string folder;       ///< "" = results/NAME
  std::size_t threads = 0;  ///< 0 = every core this process may use
  Shard shard;              ///< by instances: all searches of an instance lie in one shard
  bool is_quiet = false;
};

/// How a run ended.
struct EstimatesRunReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal stopped it
  std::uint64_t done = 0;    ///< searches stored, of this shard
  std::uint64_t wanted = 0;
};

/// Runs what is missing in the folder. What is stored is the same for any number of threads, shards and interruptions.
/// Signals as in run_tournament(). Throws UsageError (configuration), RunError (folder in use, disk full, corrupt
/// results, truth out of reach).
EstimatesRunReport run_estimates(const EstimatesConfig& config, const EstimatesRunSettings& settings);

/// Ids of the study's searches that are not among its records, in the study's order.
std::vector<std::string> missing_searches(const StoredEstimates& study);

}  // namespace rootward::estimates
