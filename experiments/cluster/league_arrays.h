// A league on Slurm: one task of an array a tuning, finals as tournaments that are submitted.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/league/league_cluster.h"

namespace rootward::cluster {

struct LeagueArraySettings {
  std::optional<std::uint32_t> cpus, minutes, mem_per_cpu, at_once;  ///< of a task, of tunings and finals
  std::optional<std::uint32_t> tasks, rounds;                        ///< of each of the finals
  std::vector<std::string> sbatch_arguments{};
  double calibrate = 20;                        ///< seconds of playing for each final's estimate
  std::chrono::milliseconds look{5'000};        ///< between two questions to Slurm
  std::function<std::string()> signature{};     ///< of this program's searches
  std::function<void(const std::string&)> say;  ///< told of what is sent, and of warnings
};

/// A tuning whose task has left the queue goes out again; after three times without a new game it has failed. A
/// cancelled task halts all. What an earlier process has queued is awaited and not sent again. Throws UsageError for
/// words of sbatch that are ours.
std::unique_ptr<league::LeagueCluster> league_arrays(LeagueArraySettings settings);

}  // namespace rootward::cluster
