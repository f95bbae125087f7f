// An atlas on Slurm: studies of features are submitted, and one task of an array plays some of the domains.
#pragma once

#include <memory>

#include "experiments/atlas/atlas_cluster.h"
#include "experiments/cluster/task_arrays.h"

namespace rootward::cluster {

/// See play_pieces(). Throws UsageError for words of sbatch that are ours.
std::unique_ptr<atlas::AtlasCluster> atlas_arrays(StayingSettings settings);

}  // namespace rootward::cluster
