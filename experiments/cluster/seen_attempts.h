// Starts of tasks, by the first and last lines of their files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/store/attempt_file.h"

namespace rootward::cluster {

/// One start of a task.
struct SeenAttempt {
  std::string file;
  Shard shard;
  AttemptFacts facts;
  [[nodiscard]] bool has_ended() const { return !facts.reason.empty(); }
};

/// All attempts of a folder whose first line is whole, by name.
std::vector<SeenAttempt> attempts_of(const std::string& folder);

/// The same, look after look: what has ended is not read again.
class AttemptNews {
 public:
  std::vector<SeenAttempt> look(const std::string& folder);

 private:
  std::map<std::string, SeenAttempt> ended_;  // by file
};

}  // namespace rootward::cluster
