// First and last lines.
#include "experiments/cluster/finished_attempts.h"

namespace rootward::cluster {

std::vector<SeenAttempt> attempts_of(const std::string& folder) {
  std::vector<SeenAttempt> attempts;
  for (std::string& file : list_shards(folder)) {
    const std::optional<Shard> shard = shard_of_attempt(file);
    if (!shard) continue;
    if (std::optional<AttemptFacts> facts = read_attempt_facts(file))
      attempts.push_back({.file = std::move(file), .shard = *shard, .facts = std::move(*facts)});
  }
  return attempts;
}

}  // namespace rootward::cluster
