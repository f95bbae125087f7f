// A study on Slurm: every step that is ready is submitted, its tunings as an array of whole ones.
#pragma once

#include <memory>

#include "experiments/cluster/scripts.h"
#include "experiments/study/study_cluster.h"

namespace rootward::cluster {

/// Throws UsageError for words of sbatch that are ours.
std::unique_ptr<study::StudyCluster> study_arrays(AskedTasks asked);

}  // namespace rootward::cluster
