// A tournament as a tree in canonical order, its text and its hash.
#include <fmt/format.h>

#include "core/rng.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/config/yaml_build.h"
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

namespace {

/// What the hash is made of.
YamlNode hashed_tree(const TournamentConfig& config) {
  TournamentConfig hashed = config;
  hashed.name.clear();
  hashed.question.clear();
  hashed.hypothesis.clear();
  hashed.schedule.pairs = 0;
  return resolved_tree(hashed);
}

std::string hash_of(const YamlNode& tree) { return fmt::format("{:016x}", hash_name(tree_text(tree))); }

}  // namespace

std::string config_hash(const TournamentConfig& config) { return hash_of(hashed_tree(config)); }

std::string stored_config_hash(const TournamentConfig& stored) {
  YamlNode tree = hashed_tree(stored);
  for (const PlayerSpec& player : stored.players)
    for (const EnvironmentVariable& one : player.environment)
      *tree.find("players")->find(player.name)->find("environment")->find(one.name) = text_node(one.value);
  return hash_of(tree);
}

}  // namespace rootward::tournament
