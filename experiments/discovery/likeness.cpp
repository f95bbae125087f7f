// One search by the average, with the rule as a shadow.
#include "experiments/discovery/likeness.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "experiments/tournament/config.h"
#include "lab/play/game.h"
#include "lab/play/tree_walk.h"

namespace rootward::discovery {
namespace {

/// A game between the average and the player.
tournament::TournamentConfig beside_average(const std::string& player) {
  return tournament::parse_tournament(
      fmt::format("name: likeness\nseed: 1\ngame: connect4\nplayers:\n  a: {{backup: average, search: {{budget: "
                  "{{simulations: 2000}}}}}}\n  b: {}\nschedule: {{type: round_robin, pairs: 1, opening: "
                  "{{random_plies: 1}}}}\n",
                  player),
      "(tuned formula)");
}

}  // namespace

bool equals_average(const std::string& player) {
  constexpr double kRounding = 1e-9;
  const tournament::TournamentConfig config = beside_average(player);
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

}  // namespace rootward::discovery
