// The games by name, from games.def.
#include "lab/play/bindings/registry.h"

#include <algorithm>

#include "core/errors.h"
#include "evaluators/registry.h"
#include "lab/play/game.h"
#include "lab/play/network_view.h"

namespace rootward {

namespace bindings {
#define ROOTWARD_GAME(name) GameEntry describe_##name();
#include "lab/play/bindings/games.def"
#undef ROOTWARD_GAME
}  // namespace bindings

namespace {

const std::vector<GameEntry>& entries() {
  static const std::vector<GameEntry> all = {
#define ROOTWARD_GAME(name) bindings::describe_##name(),
#include "lab/play/bindings/games.def"
#undef ROOTWARD_GAME
  };
  return all;
}

/// Null where the game is none of ours.
const GameEntry* find_entry(const std::string& name) {
  const auto found = std::ranges::find(entries(), name, [](const GameEntry& entry) { return entry.description.name; });
  return found == entries().end() ? nullptr : &*found;
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
  if (is_random_game(id)) throw UsageError(id.name + ": the board is still to be drawn");
  const GameEntry* entry = find_entry(id.name);
  return entry == nullptr ? bindings::make_guest_game(id) : entry->make(id);
}

bool is_random_game(const NamedParams& id) {
  const GameEntry* entry = find_entry(id.name);
  return entry != nullptr && entry->is_random != nullptr && entry->is_random(id.params);
}

NamedParams draw_game(const NamedParams& id, std::uint64_t seed) {
  if (!is_random_game(id)) return id;
  Rng rng(derive_seed(seed, "rules"));
  return {id.name, find_entry(id.name)->draw(id.params, rng)};
}

std::unique_ptr<NetworkView> make_network_view(const Game& game, const std::string& planes) {
  std::unique_ptr<NetworkView> view;
  if (const auto* shown = dynamic_cast<const NetworkGame*>(&game)) view = shown->make_network_view(planes);
  if (!view) throw UsageError("game: networks do not play " + game.id().name + "; they play go, connect4 and plugin");
  return view;
}

std::unique_ptr<NetworkView> make_network_view(const Game& game) {
  const auto* shown = dynamic_cast<const NetworkGame*>(&game);
  return make_network_view(game, shown == nullptr ? "" : shown->fewest_planes());
}

namespace {
/// True of an evaluator that is wrong: that is told elsewhere.
bool may_give_priors(const NamedParams& evaluator) {
  try {
    return gives_priors(evaluator);
  } catch (const ParamError&) {
    return true;
  }
}
}  // namespace

OperatorContext operator_context(const Game& game, const SearchSettings& settings) {
  return {.simulations = settings.budget.is_reproducible() ? settings.budget.simulations : 0,
          .board_points = game.facts().board_points,
          .branching = game.facts().branching,
          .has_priors = may_give_priors(settings.evaluator),
          .has_statics = true};
}

}  // namespace rootward
