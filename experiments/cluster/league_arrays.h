// A league on Slurm: one task of an array a tuning, finals as tournaments that are submitted.
#pragma once

#include <memory>

#include "experiments/cluster/task_arrays.h"
#include "experiments/league/league_cluster.h"

namespace rootward::cluster {

/// See play_pieces(). Throws UsageError for words of sbatch that are ours.
std::unique_ptr<league::LeagueCluster> league_arrays(StayingSettings settings);

}  // namespace rootward::cluster
