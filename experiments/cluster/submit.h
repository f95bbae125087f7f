// `rootward run --slurm`: plans tasks, hands what is missing to Slurm, and says what it did. The same again continues.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/status.h"

namespace rootward::cluster {

struct SubmitSettings : AskedTasks {
  std::string what;            ///< a configuration's file, or a folder that has a plan
  SharedWork* work = nullptr;  ///< in place of it
  std::string folder;          ///< "" = results/NAME, or the folder itself
  std::vector<Override> overrides;
  std::optional<std::uint32_t> games;
  std::uint32_t round = 0;  ///< > 0: a joining job asks, and R of it have been
  std::string scheduler;    ///< "" = handed to Slurm; else the lines for one by hand
  bool is_dry_run = false;
};

/// What the work left costs.
struct Estimate {
  double core_hours = 0, low = 0, high = 0;  ///< with its 95 % interval
  double task_seconds = 0;                   ///< wall clock of a task
  std::uint32_t memory_mb = 0;               ///< of a task
  std::uint32_t minutes = 0;                 ///< limit of a task
  std::uint64_t files = 0;                   ///< that are made
  double bytes = 0;                          ///< of results
  std::string of;                            ///< where it is from
};

struct SubmitReport {
  std::string folder, kind, records;
  std::uint32_t tasks = 1;
  TaskSet submitted;
  std::optional<std::uint64_t> array_job, merge_job;
  std::uint64_t wanted = 0, stored = 0;
  Estimate estimate;
  std::vector<std::string> command;  ///< sbatch's
  std::string script;
  std::vector<std::string> merge_command{};  ///< with kArrayVariable for the array's number
  std::string merge_script{};
  std::string slurm_words{};  ///< of a dry run: what Slurm says of the request
  std::string lines{};        ///< for another scheduler
  std::string table{};        ///< where nothing is missing
  std::string halted{};       ///< why a joining job submits nothing
  bool is_queued = false;     ///< all that is missing is queued or under way
};

/// Throws UsageError (configuration, folder, options), RunError (Slurm's words; nothing is recorded then), PlayerError.
SubmitReport submit(const SubmitSettings& settings);

/// A look at a folder that was submitted; where no job of it lives any more, what is missing goes out again, in the
/// next round and under the conditions of a joining job.
struct AwaitedLook {
  ClusterStatus status;                ///< its `halt` says why nothing goes out any more
  bool has_jobs = false;               ///< that live, or Slurm does not tell
  std::optional<SubmitReport> sent{};  ///< with its table where all is played; nothing where somebody has to look first
  [[nodiscard]] bool is_whole() const { return sent && !sent->table.empty(); }
  [[nodiscard]] bool is_halted() const { return !has_jobs && !sent; }
};
/// `settings` as they were submitted; its work, if it has one, is that of the folder. Throws as submit().
AwaitedLook await_look(SubmitSettings settings, const std::string& folder);

/// Looks until all is whole or halted, or a signal asks to stop; returns the last look. `see` gets each of them.
AwaitedLook await_whole(const SubmitSettings& settings, const std::string& folder,
                        const std::function<void(const AwaitedLook&)>& see);

/// Sleeps so long, or until a signal asks to stop.
void pause(std::chrono::milliseconds time);

/// As sbatch gets a folder. Throws UsageError where Slurm does not take its name.
std::string absolute_folder(const std::string& folder);

/// What was done, for people, and what to do next; without report.lines.
std::string submit_text(const SubmitReport& report, bool is_dry_run);
/// rootward.submit/1, one line.
std::string submit_json(const SubmitReport& report);

}  // namespace rootward::cluster
