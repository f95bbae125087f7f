// First and last lines.
#include "experiments/cluster/seen_attempts.h"

#include <optional>
#include <utility>

namespace rootward::cluster {

std::vector<SeenAttempt> AttemptNews::look(const std::string& folder) {
  std::vector<SeenAttempt> attempts;
  for (std::string& file : list_shards(folder)) {
    const std::optional<Shard> shard = shard_of_attempt(file);
    if (!shard) continue;
    if (const auto known = ended_.find(file); known != ended_.end()) {
      attempts.push_back(known->second);
      continue;
    }
    std::optional<AttemptFacts> facts = read_attempt_facts(file);
    if (!facts) continue;
    attempts.push_back({.file = std::move(file), .shard = *shard, .facts = std::move(*facts)});
    if (attempts.back().has_ended()) ended_.emplace(attempts.back().file, attempts.back());
  }
  return attempts;
}

std::vector<SeenAttempt> attempts_of(const std::string& folder) { return AttemptNews().look(folder); }

}  // namespace rootward::cluster
