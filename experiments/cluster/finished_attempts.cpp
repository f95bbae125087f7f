// First and last lines.
#include "experiments/cluster/finished_attempts.h"

#include "core/file_io.h"
#include "experiments/store/folder_layout.h"

namespace rootward::cluster {

std::vector<SeenAttempt> attempts_of(const std::string& folder) {
  std::vector<SeenAttempt> attempts;
  for (std::string& file : list_folder(path_in(folder, "shards"))) {
    const std::optional<Shard> shard = shard_of_attempt(file);
    if (!shard) continue;
    if (std::optional<AttemptFacts> facts = read_attempt_facts(file))
      attempts.push_back({.file = std::move(file), .shard = *shard, .facts = std::move(*facts)});
  }
  return attempts;
}

}  // namespace rootward::cluster
