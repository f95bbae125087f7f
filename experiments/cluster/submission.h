// What was handed to Slurm: DIR/cluster/submissions/0001.json and so on, one an array; and why nothing more is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/scripts.h"
#include "lab/store/shard.h"

namespace rootward::cluster {

/// What one task of an array of evaluations plays.
struct EvaluationTicket {
  std::string key;     ///< of the evaluation
  std::string params;  ///< JSON
  std::uint64_t seed = 0;
  std::uint32_t games = 0;       ///< of the evaluation
  std::uint32_t first_pair = 0;  ///< those before it are played
  Shard shard;                   ///< of its pairs
};

/// rootward.submission/1.
struct Submission {
  std::uint32_t number = 0;     ///< its file's
  std::uint64_t array_job = 0;  ///< 0: whoever handed it in ended before it was told
  std::optional<std::uint64_t> merge_job{};
  std::string tasks{};                      ///< of the array: "1-12"
  std::uint32_t first = 0;                  ///< the array's task i is the work's task first + i
  std::uint32_t of = 1;                     ///< into so many tasks the work is cut
  std::vector<EvaluationTicket> tickets{};  ///< of evaluations: the array's task i plays tickets[i - 1]
  std::uint32_t round = 1;
  std::uint64_t stored = 0;          ///< games (searches) stored then
  std::vector<std::string> words{};  ///< sbatch's
  JobRequest request{};
  std::string time{};  ///< UTC, ISO 8601
};

/// From the folder: "cluster/submissions/0007.json".
std::string submission_place(std::uint32_t number);
/// Throws RunError where it cannot be read.
Submission read_submission(const std::string& file);
/// In the order in which they were made. Throws as read_submission().
std::vector<Submission> read_submissions(const std::string& folder);
/// The same, with what Slurm still knows of arrays whose job was not recorded.
std::vector<Submission> found_submissions(const std::string& folder);
/// Those of the work's tasks, without those of evaluations.
std::vector<Submission> task_submissions(std::vector<Submission> submissions);
/// The next one's.
std::uint32_t next_submission(const std::string& folder);

/// What sbatch gets for the array of this number, or for the job that joins after the array of this job.
using WordsOf = std::function<std::vector<std::string>(std::uint64_t number)>;
/// Hands an array in. Its file is there before sbatch is asked, and has the job behind it, so that an array is found
/// whenever the process is killed. Throws RunError with Slurm's words; nothing is recorded then.
void hand_in_array(const std::string& folder, Submission& submission, const WordsOf& words);
/// Hands in the job that follows it. Throws RunError.
void hand_in_joining(const std::string& folder, Submission& submission, const WordsOf& words);

/// Why nothing is submitted any more by itself, DIR/cluster/halted.txt; "" where nothing speaks against it.
std::string read_halt(const std::string& folder);
/// "" takes it away.
void write_halt(const std::string& folder, const std::string& why);

}  // namespace rootward::cluster
