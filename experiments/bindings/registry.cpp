// The games by name, from games.def.
#include "experiments/bindings/registry.h"

#include <algorithm>

#include "core/errors.h"
#include "experiments/game.h"

namespace rootward {
namespace {

const std::vector<GameEntry>& entries() {
  static const std::vector<GameEntry> all = {
#define ROOTWARD_GAME(name) bindings::describe_##name(),
#include "experiments/bindings/games.def"
#undef ROOTWARD_GAME
  };
  return all;
}

}  // namespace

const std::vector<Described>& games() {
  static const std::vector<Described> all = [] {
    std::vector<Described> descriptions;
    for (const GameEntry& entry : entries()) descriptions.push_back(entry.description);
    return descriptions;
  }();
  return all;
}

std::unique_ptr<Game> make_game(const NamedParams& id) {
  const auto found =
      std::ranges::find(entries(), id.name, [](const GameEntry& entry) { return entry.description.name; });
  if (found == entries().end()) throw UsageError("no game is called " + id.name);
  return found->make(id);
}

OperatorContext operator_context(const Game& game, const SearchSettings& settings) {
  return {.simulations = settings.budget.is_reproducible() ? settings.budget.simulations : 0,
          .board_points = game.facts().board_points,
          .branching = game.facts().branching};
}

}  // namespace rootward
