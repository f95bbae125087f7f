// A study on Slurm: one task of an array a tuning, other runs are submitted.
#pragma once

#include <memory>

#include "experiments/cluster/task_arrays.h"
#include "experiments/study/study_cluster.h"

namespace rootward::cluster {

/// See play_pieces(). Throws UsageError for words of sbatch that are ours.
std::unique_ptr<study::StudyCluster> study_arrays(StayingSettings settings);

}  // namespace rootward::cluster
