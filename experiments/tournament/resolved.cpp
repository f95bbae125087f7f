// A tournament as a tree in canonical order, its text, its hash, and what of it may change.
#include <fmt/format.h>

#include <algorithm>

#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/schedule_reader.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"

namespace rootward::tournament {

using namespace config;
namespace {

Change change_of_players(ScheduleType type) {
  switch (type) {
    case ScheduleType::gauntlet:
    case ScheduleType::pairings:
      return Change::gain;
    case ScheduleType::round_robin:
      return Change::gain_in_order;
    case ScheduleType::ladder:
    case ScheduleType::budgets:
      return Change::gain_at_end;
  }
  return Change::gain_at_end;
}

}  // namespace

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
  hashed.hypotheses.clear();
  hashed.tunings.clear();
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

bool is_reproducible(const TournamentConfig& config) {
  return std::ranges::all_of(config.players, [](const PlayerSpec& player) { return is_reproducible(player); });
}

std::vector<AllowedChange> allowed_changes(const TournamentConfig& config) {
  return {{"question", Change::differ},        {"hypothesis", Change::differ},
          {"hypotheses", Change::differ},      {"schedule.pairs", Change::grow},
          {"schedule.pairings", Change::gain}, {"players", change_of_players(config.schedule.type)},
          {"tunings", Change::gain},           {"scoring", Change::gain}};
}

std::string continuation_problem(const TournamentConfig& stored, const TournamentConfig& now) {
  return rootward::continuation_problem(resolved_tree(stored), resolved_tree(now), allowed_changes(now));
}

}  // namespace rootward::tournament
