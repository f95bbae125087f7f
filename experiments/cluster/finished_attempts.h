// Which tasks an attempt has ended whole, by its last line alone: what is finished need not be read to be counted.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/store/attempt_file.h"
#include "experiments/store/record_file.h"

namespace rootward::cluster {

/// One start of a task, by its file's first and last line.
struct SeenAttempt {
  std::string file;
  Shard shard;
  AttemptFacts facts;
};

/// All attempts of a folder whose first line is whole, by name.
std::vector<SeenAttempt> attempts_of(const std::string& folder);

class FinishedAttempts {
 public:
  /// `pairs`: that are planned now; an attempt that was whole when fewer were is not.
  FinishedAttempts(std::string folder, std::uint32_t tasks, std::uint64_t pairs)
      : folder_(std::move(folder)), count_(tasks) {
    for (SeenAttempt& attempt : attempts_of(folder_)) {
      if (attempt.shard.count != tasks || attempt.facts.reason != "complete" || attempt.facts.pairs < pairs) continue;
      tasks_.insert(attempt.shard.index);
    }
  }
  /// Whether the task, from 1, has nothing left to play.
  [[nodiscard]] bool has(std::uint32_t task) const { return tasks_.contains(task); }
  /// Files that may tell of other tasks: the joined one, and attempts that are not at finished tasks.
  [[nodiscard]] std::vector<std::string> others(const RecordFiles& files) const {
    std::vector<std::string> others = files.needed(folder_);
    std::erase_if(others, [&](const std::string& file) {
      const std::optional<Shard> shard = shard_of_attempt(file);
      return shard && has(shard->index) && shard->count == count_;
    });
    return others;
  }

 private:
  std::string folder_;
  std::uint32_t count_;
  std::set<std::uint32_t> tasks_;
};

}  // namespace rootward::cluster
