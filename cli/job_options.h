// What a task of a cluster may use: the options of all commands that hand work to Slurm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/run_options.h"
#include "experiments/cluster/scripts.h"
#include "experiments/tuning/evaluation_players.h"

namespace rootward {

/// Adds --cpus, --time, --mem-per-cpu, --at-once and --sbatch-arg.
void add_task_options(CLI::App& command);
/// Adds --tasks, --rounds and --calibrate, of what is submitted in tasks.
void add_submission_options(CLI::App& command);
/// What --time says, rounded up. Throws UsageError.
std::optional<std::uint32_t> given_minutes(const CLI::App& command, const std::string& option = "--time");
std::vector<std::string> given_sbatch_arguments(const CLI::App& command);

/// Adds --slurm, --print and all that belongs to them, of any kind of run.
void add_slurm_options(CLI::App& command);
/// Whether --slurm or --print is given; not of commands without them.
bool asks_cluster(const CLI::App& command);
/// Whether the command is `plan`: nothing is submitted then, and no file made.
bool is_only_planned(const CLI::App& command);
/// What options of tasks and of submissions say, with this program's signature.
cluster::AskedTasks given_asked(const CLI::App& command);

/// Adds --slurm, --tasks-per-evaluation and the options of a task, for commands whose evaluations arrays may play.
void add_array_options(CLI::App& command);
/// Who plays then; none without --slurm. Throws UsageError where other options of these are given without it.
tuning::MakePlayers given_players(const CLI::App& command);

}  // namespace rootward
