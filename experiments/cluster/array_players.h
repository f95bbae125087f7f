// Games of evaluations played by Slurm's arrays: the driver of a tuning asks and tells, tasks play.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cluster/scripts.h"
#include "experiments/tuning/evaluation_players.h"
#include "lab/store/manifest.h"

namespace rootward::cluster {

struct ArraySettings : AskedTasks {
  std::optional<std::uint32_t> tasks_per_evaluation;  ///< else so that a task takes ten minutes
  std::chrono::milliseconds gather{10'000};           ///< evaluations that come within it go out as one array
};

/// Makes players that hand evaluations to Slurm. An evaluation whose tasks have left the queue goes out again with what
/// is missing; after three times without a new game it has failed. A cancelled task halts all. What an earlier driver
/// has queued is awaited and not sent again.
tuning::MakePlayers array_players(ArraySettings settings);

/// What the folder's plan asks of a task's machine: `signature` and the networks' ways. Returns the signature. Throws
/// UnfitError.
std::string check_evaluation_machine(const std::string& folder, std::string signature, const InputFiles& inputs);

}  // namespace rootward::cluster
