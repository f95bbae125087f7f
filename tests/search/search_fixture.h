// Small searches for the tests: settings with registry defaults, and a run over a game's start.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "evaluators/make_evaluator.h"
#include "evaluators/registry.h"
#include "games/tictactoe.h"
#include "search/companion.h"
#include "search/search.h"

namespace rootward::testing {

inline NamedParams named(const std::vector<Described>& registry, const std::string& name,
                         const GivenParams& given = {}) {
  for (const Described& entry : registry) {
    if (entry.name == name) return {name, resolve_params(entry.parameters, given)};
  }
  throw std::logic_error("unknown name " + name);
}

inline NamedParams companion(const std::string& name, const GivenParams& given = {}) {
  return named(companions(), name, given);
}

inline NamedParams operator_named(const std::string& name, const GivenParams& given = {}) {
  return {name, resolve_params(find_operator(name)->description.parameters, given)};
}

inline SearchSettings settings_with(const std::string& backup, std::uint64_t simulations) {
  SearchSettings settings;
  settings.budget.simulations = simulations;
  settings.selection = named(selections(), "ucb1");
  settings.evaluator = named(evaluators(), "playouts");
  settings.final_move = named(final_moves(), "most_visits");
  settings.backup = operator_named(backup);
  return settings;
}

inline const TicTacToe::Rules kTicTacToe;

/// The position of tic-tac-toe after the moves, such as {"a1", "b2"}.
inline TicTacToe after(std::initializer_list<const char*> moves) {
  TicTacToe position(kTicTacToe);
  for (const char* move : moves) position.play(*position.parse_action(move));
  return position;
}

/// The result of best play, first seat's view.
inline Value best_play(TicTacToe& position) {
  if (position.is_over()) return position.result();
  const double sign = sign_of(position.to_move());
  ActionList actions;
  position.legal_actions(actions);
  Value best = -1;
  for (const Action action : actions) {
    const TicTacToe::Mark mark = position.mark();
    position.play(action);
    best = std::max(best, sign * best_play(position));
    position.rewind(mark);
  }
  return sign * best;
}

template <GameState P>
struct Fixture {
  Fixture(const SearchSettings& settings, std::uint64_t seed)
      : evaluator(std::make_unique<Playouts<P>>(settings.evaluator.params)) {
    const OperatorContext context{.simulations = settings.budget.simulations, .board_points = 0, .branching = 9};
    SearchOperators operators;
    operators.driver = make_backup(settings.backup, context);
    for (const NamedParams& shadow : settings.shadows) operators.shadows.push_back(make_backup(shadow, context));
    search = make_search<P>(settings, std::move(operators), false);
    search->core().new_game(seed);
  }
  SearchResult run(const P& root) { return run_search(*search, *evaluator, root, std::nullopt, nullptr); }

  std::unique_ptr<Evaluator<P>> evaluator;
  std::unique_ptr<Search<P>> search;
};

/// Visits and values of a whole tree, in order: equal vectors mean bit-identical searches.
inline void collect(const Tree& tree, BlockRef ref, std::vector<double>& numbers) {
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    numbers.push_back(block.actions()[i]);
    numbers.push_back(block.visits()[i]);
    if (block.visits()[i] == 0) continue;
    numbers.push_back(block.values()[i]);
    numbers.push_back(block.means()[i]);
    collect(tree, block.children()[i], numbers);
  }
}
inline std::vector<double> whole_tree(const SearchCore& core) {
  std::vector<double> numbers;
  collect(core.tree(), core.tree().child_block(core.tree().root()), numbers);
  return numbers;
}

}  // namespace rootward::testing
