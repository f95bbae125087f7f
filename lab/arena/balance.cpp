// The judge's search settings are fixed here: they are part of what "balance" means and no user's choice.
#include "lab/arena/balance.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "backup/registry.h"
#include "core/errors.h"
#include "core/params.h"
#include "core/rng.h"
#include "evaluators/registry.h"
#include "search/settings.h"

namespace rootward {
namespace {

NamedParams with_defaults(const std::vector<Described>& registry, std::string_view name) {
  const auto found = std::ranges::find(registry, name, &Described::name);
  if (found == registry.end()) throw RunError(std::string(name) + " is not in this program's registry");
  return {std::string(name), resolve_params(found->parameters, {})};
}

SearchSettings judge_settings(std::uint64_t simulations) {
  const OperatorEntry* average = find_operator("average");
  if (average == nullptr) throw RunError("average is not in this program's registry");
  SearchSettings settings;
  settings.budget.simulations = simulations;
  settings.selection = with_defaults(selections(), settings.selection.name);
  settings.evaluator = with_defaults(evaluators(), "playouts");
  settings.final_move = with_defaults(final_moves(), settings.final_move.name);
  settings.backup = {"average", resolve_params(average->description.parameters, {})};
  return settings;
}

}  // namespace

BalanceJudge::BalanceJudge(const Game& game, std::uint64_t seed, std::uint64_t simulations)
    : seed_(derive_seed(seed, "balance")), searcher_(game.make_searcher(judge_settings(simulations))) {}

double BalanceJudge::expected_score(const Position& position) {
  searcher_->new_game(derive_seed(seed_, {position.canonical_hash()}));
  const SearchResult result = searcher_->think(position, std::nullopt, [] { return false; });
  return 0.5 + 0.5 * sign_of(position.to_move()) * result.value;
}

}  // namespace rootward
