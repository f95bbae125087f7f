// A tournament as a tree in canonical order, its text and its hash.
#include <fmt/format.h>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule_reader.h"

namespace rootward::tournament {

using namespace config;
YamlNode resolved_tree(const TournamentConfig& config) {
  YamlNode node = written_map(tournament_fields(), config);
  assign_paths(node, "");
  return node;
}

std::string resolved_yaml(const TournamentConfig& config) { return tree_text(resolved_tree(config)); }

std::string config_hash(const TournamentConfig& config) {
  TournamentConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.schedule.pairs = 0;
  return fmt::format("{:016x}", hash_name(resolved_yaml(hashed)));
}

}  // namespace rootward::tournament
