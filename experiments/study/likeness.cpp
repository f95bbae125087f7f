// One game for a rule to be read in, and one search by the average with the rule as a shadow.
#include "experiments/study/likeness.h"

#include <cmath>
#include <memory>
#include <utility>

#include "core/errors.h"
#include "experiments/tournament/reader.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_build.h"
#include "lab/play/game.h"
#include "lab/play/tree_walk.h"

namespace rootward::study {
namespace {

config::YamlNode player_with(const config::YamlNode& backup) {
  config::YamlNode player = config::map_node();
  config::add(player, "backup", backup);
  return player;
}

/// A game between the average and the rule.
tournament::TournamentConfig beside_average(const config::YamlNode& backup, std::uint64_t simulations) {
  config::YamlNode root = config::map_node();
  config::add(root, "name", config::text_node("beside-average"));
  config::add(root, "seed", config::count_node(1));
  config::add(root, "game", config::text_node("connect4"));
  config::YamlNode players = config::map_node();
  config::add(players, "average", player_with(config::text_node("average")));
  config::add(players, "rule", player_with(backup));
  config::add(root, "players", std::move(players));
  config::set_at(root, "defaults.search.budget.simulations", config::count_node(simulations));
  config::set_at(root, "schedule.type", config::text_node("round_robin"));
  config::set_at(root, "schedule.pairs", config::count_node(1));
  config::set_at(root, "schedule.opening.random_plies", config::count_node(1));
  config::assign_paths(root, "");
  return tournament::read_tournament_tree(root, "(formula)");
}

}  // namespace

bool is_sound(const Formula& formula) {
  try {
    (void)beside_average(backup_node(formula, FormulaBoxes::left_out), 10);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

bool equals_average(const config::YamlNode& backup) {
  constexpr double kRounding = 1e-9;
  const tournament::TournamentConfig config = beside_average(backup, 2000);
  SearchSettings settings = config.players.front().search;
  settings.shadows = {config.players.back().search.backup};
  const std::unique_ptr<Game> game = make_game(config.game);
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(1);
  (void)searcher->think(*game->start(), std::nullopt, [] { return false; });
  bool is_equal = true;
  walk_tree(searcher->tree(), 1, [&](const WalkedNode& node) {
    for (const WalkedChild& child : node.children)
      is_equal = is_equal && std::fabs(child.values[0] - child.values[1]) < kRounding;
  });
  return is_equal;
}

}  // namespace rootward::study
