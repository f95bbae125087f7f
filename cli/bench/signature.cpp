// Searching the signature's positions and folding the root visit counts.
#include "cli/bench/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string_view>

#include "backup/registry.h"
#include "cli/bench/workloads.h"
#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

namespace rootward::bench {
namespace {

struct FixedSearch {
  std::string_view game;
  std::string_view moves;  ///< separated by blanks
  int simulations;         ///< more than there are moves: the first visits depend on no value
  bool is_of_all_operators = true;
};

// Large boards are there for their rules and playouts, for which one operator does.
constexpr std::array<FixedSearch, 7> kSearches{{
    {"tictactoe", "", 300},
    {"connect4", "", 300},
    {"connect4", "4 4 4 3 5 3", 300},
    {"go:5", "C3 B2 pass", 300},
    {"go:9", "", 2000, false},
    {"go:9", "E5 C3 G7 D4 E3 F6", 120},
    {"go:19", "D4 Q16 Q4", 600, false},
}};
constexpr std::uint64_t kSeed = 20200125;

std::unique_ptr<Position> position_after(const Game& game, std::string_view moves) {
  std::unique_ptr<Position> position = game.start();
  std::istringstream words{std::string(moves)};
  for (std::string word; words >> word;) position->play(position->parse_action(word).value());
  return position;
}

std::uint64_t visit_checksum(SearchResult result, std::uint64_t start) {
  std::ranges::sort(result.children, {}, &RootChild::action);
  std::uint64_t checksum = start;
  for (const RootChild& child : result.children) checksum = derive_seed(checksum, {child.action, child.visits});
  return checksum;
}

std::string searched_signature() {
  std::uint64_t total = 0;
  for (const FixedSearch& fixed : kSearches) {
    const std::unique_ptr<Game> game = make_game(parse_game(fixed.game, {}));
    const std::unique_ptr<Position> position = position_after(*game, fixed.moves);
    for (const OperatorEntry& entry : operators()) {
      const std::string& backup = entry.description.name;
      if (!fixed.is_of_all_operators && backup != "average") continue;
      const std::string search =
          fmt::format("{{budget: {{simulations: {}}}, selection: ucb1, evaluator: {{name: playouts, count: {}}}}}",
                      fixed.simulations, playouts_for(backup));
      const std::unique_ptr<Searcher> searcher =
          game->make_searcher(parse_search_player(search, backup, {}, game->id()).search);
      searcher->new_game(kSeed);
      const std::uint64_t name = hash_name(fmt::format("{}|{}|{}", fixed.game, fixed.moves, backup));
      total += visit_checksum(searcher->think(*position, std::nullopt, [] { return false; }), name);
    }
  }
  return fmt::format("{:016x}", total);
}

}  // namespace

const std::string& signature() {
  static const std::string once = searched_signature();
  return once;
}

}  // namespace rootward::bench
