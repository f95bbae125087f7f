// A tuning whose evaluations are played in tasks: where these stand.
#pragma once

#include <string>

#include "experiments/cluster/status.h"

namespace rootward::cluster {

/// Whether the folder holds a tuning that was sent to a cluster.
bool is_tuning_folder(const std::string& folder);

/// Its tasks are those of the newest arrays to which each game was given, numbered in the order of the arrays. Throws
/// RunError.
ClusterStatus look_at_tuning(const std::string& folder, const StatusQuestion& question);

// What statuses of all kinds share.

/// Asks Slurm of the submissions and arrays that the status names, and of the arrays whose attempts have not ended.
void ask_slurm(ClusterStatus& status, const std::vector<SeenAttempt>& attempts, const StatusQuestion& question);
/// State of a task, by its attempts, oldest first, and by the job of ours that lives, null where none does; and what
/// its attempt at work adds to the status.
void settle_task(TaskStatus& task, const QueuedTask* living, ClusterStatus& status);

}  // namespace rootward::cluster
