// Where a folder's tasks stand, from its files and from Slurm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cluster/followed_work.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/cluster/slurm.h"
#include "experiments/cluster/submission.h"

namespace rootward::cluster {

enum class TaskState : std::uint8_t {
  done,     ///< nothing is missing
  running,  ///< Slurm says so
  waiting,  ///< Slurm says so
  ended,    ///< games are missing, there is an attempt, no living job
  fresh,    ///< games are missing, no attempt, no living job; written "new"
  open      ///< Slurm is silent, and an attempt has no last line
};
std::string_view state_word(TaskState state);

/// The reason of a task whose last attempt has no last line.
inline constexpr std::string_view kKilled = "killed";

struct TaskStatus {
  std::uint32_t task = 1;
  TaskState state = TaskState::fresh;
  TaskWork work;
  std::string reason;                 ///< why it waits, or why it ended early; "" = nothing to say
  std::vector<SeenAttempt> attempts;  ///< oldest first
};

enum class SlurmVoice : std::uint8_t { answers, silent, none };

struct ClusterStatus {
  std::string folder;
  std::string kind;
  std::string records;  ///< "games"
  std::vector<TaskStatus> tasks;
  SlurmVoice slurm = SlurmVoice::none;
  std::vector<QueuedTask> queue;  ///< of this folder's jobs, those that have ended among them
  std::vector<Submission> submissions;
  std::string halt;
  bool is_ended = true;      ///< a tuning's fresh test is played; of others nothing is known so
  double core_seconds = 0;   ///< threads times wall clock of attempts that have ended, or are at work
  double attempt_games = 0;  ///< that these have played

  [[nodiscard]] std::uint64_t wanted() const;
  [[nodiscard]] std::uint64_t stored() const;
  [[nodiscard]] bool is_complete() const { return is_ended && stored() >= wanted(); }
  /// Tasks that nobody will play: ended, and new.
  [[nodiscard]] TaskSet missing() const;
  [[nodiscard]] std::size_t count(TaskState state) const;
  /// What all of it takes by what its attempts took so far, theirs included; nothing where they have no game.
  [[nodiscard]] std::optional<double> expected_core_seconds() const;
  /// Of what is left, by the pace of the attempts at work; nothing where none is.
  [[nodiscard]] std::optional<double> seconds_left() const;
};

struct StatusQuestion {
  bool is_offline = false;    ///< Slurm is not asked
  QueueNews* news = nullptr;  ///< who asks it; null: this look does
};

/// What a folder is of, and its number of tasks: by its plan, else by its manifest and attempts. Throws
/// UsageError for what is no such folder.
struct PlannedWork {
  std::unique_ptr<SharedWork> owned;  ///< null where somebody else has it
  SharedWork* shared = nullptr;
  std::uint32_t tasks = 1;
  std::optional<Plan> plan;
};
PlannedWork planned_work(const std::string& folder);

/// Also of a tuning whose evaluations are played in tasks.
ClusterStatus look_at(const std::string& folder, const StatusQuestion& question = {});
/// With the work at hand.
ClusterStatus look_at(const std::string& folder, const PlannedWork& work, const StatusQuestion& question = {});

/// Whether the folder holds a tuning that was sent to a cluster.
bool is_tuning_folder(const std::string& folder);

/// Its tasks are those of the newest arrays to which each game was given, numbered in the order of the arrays. Throws
/// RunError.
ClusterStatus look_at_tuning(const std::string& folder, const StatusQuestion& question);

// What statuses of all kinds share.

/// Asks Slurm of the submissions and arrays that the status names, and of the arrays whose attempts have not ended.
void ask_slurm(ClusterStatus& status, const std::vector<SeenAttempt>& attempts, const StatusQuestion& question);
/// What an attempt that has ended adds to the status.
void note_cost(const SeenAttempt& attempt, ClusterStatus& status);
/// State of a task, by its attempts, oldest first, and by the job of ours that lives, null where none does; and what
/// its attempt at work adds to the status.
void settle_task(TaskStatus& task, const QueuedTask* living, ClusterStatus& status);

/// Looks at a folder again and again; what was read is not read again.
class FolderFollower {
 public:
  explicit FolderFollower(std::string folder) : folder_(std::move(folder)) {}
  ClusterStatus look(const StatusQuestion& question = {});

 private:
  void plan_anew();

  std::string folder_;
  std::string planned_;  // what the folder said of its work when that was read
  PlannedWork work_;
  std::unique_ptr<TaskFollower> followed_;
  AttemptNews attempts_;
};

std::string status_text(const ClusterStatus& status);
/// rootward.status/1, one line.
std::string status_json(const ClusterStatus& status);

}  // namespace rootward::cluster
