// What was handed to Slurm: DIR/cluster/submissions/0001.json and so on, one a submission, never changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/scripts.h"

namespace rootward::cluster {

/// rootward.submission/1.
struct Submission {
  std::uint64_t array_job = 0;
  std::optional<std::uint64_t> merge_job;
  std::string tasks{};  ///< "1-12"
  std::uint32_t round = 1;
  std::uint64_t stored = 0;          ///< games (searches) stored then
  std::vector<std::string> words{};  ///< sbatch's
  JobRequest request{};
  std::string time{};  ///< UTC, ISO 8601
};

/// In the order in which they were made. Throws RunError for one that cannot be read.
std::vector<Submission> read_submissions(const std::string& folder);
/// Where the tasks of the next array write, log_folder() by the number of submissions.
std::string next_logs(const std::string& folder);
/// As the next of them; returns its file.
std::string add_submission(const std::string& folder, const Submission& submission);
/// Writes anew what add_submission() has written.
void change_submission(const std::string& file, const Submission& submission);

/// Why nothing is submitted any more by itself, DIR/cluster/halted.txt; "" where nothing speaks against it.
std::string read_halt(const std::string& folder);
/// "" takes it away.
void write_halt(const std::string& folder, const std::string& why);

}  // namespace rootward::cluster
