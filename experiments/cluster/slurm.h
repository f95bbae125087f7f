// Slurm by its own programs: sbatch, squeue, scontrol, sinfo. Their words are handed on where they fail.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rootward::cluster {

/// What a program said.
struct Said {
  bool has_ended = false;  ///< within its time
  int exit_code = -1;
  std::string out;    ///< lines, each with its end
  std::string error;  ///< the last of it, without control characters
  [[nodiscard]] bool is_done() const { return has_ended && exit_code == 0; }
  /// Why it is not done, with its own words.
  [[nodiscard]] std::string trouble(const std::string& program) const;
};

struct WordsSettings {
  std::string folder{};  ///< "" = ours
  std::string input{};   ///< what it reads
  double patience = 30;  ///< seconds until it is given up
};

/// Runs a program. The words go to it as they are; no shell reads them. One that cannot be started has not ended.
Said run_words(const std::vector<std::string>& words, const WordsSettings& settings = {});

using TaskSet = std::set<std::uint32_t>;
/// As schedulers write numbers: "3,17,40-44"; "" for none.
std::string task_list(const TaskSet& tasks);

/// A task of an array, or a job without tasks, as squeue tells of it.
struct QueuedTask {
  std::uint64_t job = 0;              ///< the array's number
  std::optional<std::uint32_t> task;  ///< none: not an array's
  std::string state;                  ///< Slurm's word: PENDING, RUNNING, COMPLETED, CANCELLED ..
  std::string reason;                 ///< why it waits
  std::string node;
  std::uint32_t first = 0;  ///< Submission::first of its array
  [[nodiscard]] bool is_of(std::uint32_t work_task) const { return task && *task + first == work_task; }
  [[nodiscard]] bool is_running() const;
  [[nodiscard]] bool is_waiting() const;
  [[nodiscard]] bool is_living() const { return is_running() || is_waiting(); }
};

/// All that Slurm remembers, those that ended and other users' among them: one may continue what another has sent.
/// Nothing where Slurm is silent or not there.
std::optional<std::vector<QueuedTask>> queued_tasks();
/// What Slurm says, asked at most once in so long, however many folders want to know.
class QueueNews {
 public:
  explicit QueueNews(std::chrono::seconds age) : age_(age) {}
  const std::optional<std::vector<QueuedTask>>& hear();

 private:
  std::chrono::seconds age_;
  std::optional<std::chrono::steady_clock::time_point> asked_;
  std::optional<std::vector<QueuedTask>> queue_;
};
/// squeue's text `%F|%K|%T|%r|%N`, a line each.
std::vector<QueuedTask> parse_queue(const std::string& text);

/// The largest number of a task of an array, and 1 more: Slurm's MaxArraySize. Throws RunError with Slurm's words
/// where it does not answer.
std::uint32_t largest_array();
/// An array's logs lie in one folder, which must not get too large for its file system.
inline constexpr std::uint32_t kMostArrayTasks = 10'000;
/// What an array may have here, at least 1. Throws as largest_array().
std::uint32_t most_array_tasks();

/// Asks sbatch whether it would take the request, whose script need not exist as a file; returns Slurm's words. Throws
/// RunError with them where it would not.
std::string test_job(std::vector<std::string> command, const std::string& script);

/// Hands a job in and returns its number. Throws RunError with Slurm's words.
std::uint64_t submit_job(const std::vector<std::string>& command, const std::string& folder);

}  // namespace rootward::cluster
