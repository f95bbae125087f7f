// Makes the evaluator that a configuration names for a game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/params.h"
#include "evaluators/entry.h"
#include "evaluators/exact_noise.h"
#include "evaluators/heuristic.h"
#include "evaluators/mix.h"
#include "evaluators/net/net_evaluator.h"
#include "evaluators/noisy.h"
#include "evaluators/playouts.h"
#include "evaluators/tactical_playouts.h"

namespace rootward {

/// What the table knows of an evaluator for a game.
template <GameState P>
struct EvaluatorRow {
  std::string_view name;
  std::unique_ptr<Evaluator<P>> (*make)(const Params&, const typename P::Rules&, const std::string&);
  void (*check)(const Params&);
  std::size_t (*slots)(const Params&, const typename P::Rules&);
};

template <GameState P>
const EvaluatorRow<P>& evaluator_row(std::string_view name) {
  static constexpr EvaluatorRow<P> kRows[] = {
#define ROOTWARD_EVALUATOR(Entry) \
  {Entry::kName, &Entry::template make<P>, &Entry::template check<P>, &Entry::template slots<P>},
#include "evaluators/evaluators.def"
#undef ROOTWARD_EVALUATOR
  };
  const EvaluatorRow<P>* row = std::ranges::find(kRows, name, &EvaluatorRow<P>::name);
  if (row == std::end(kRows)) throw std::logic_error("no evaluator is called " + std::string(name));
  return *row;
}

/// The evaluator for a game; `id` is resolved against the registry.
/// `rules` are the game's; relative files count from `folder`. Throws UsageError for files that are missing or wrong.
template <GameState P>
std::unique_ptr<Evaluator<P>> make_evaluator(const NamedParams& id, const typename P::Rules& rules,
                                             const std::string& folder) {
  return evaluator_row<P>(id.name).make(id.params, rules, folder);
}

/// Throws UsageError where the evaluator cannot judge this game, as far as that is known without opening files.
template <GameState P>
void check_evaluator(const NamedParams& id) {
  evaluator_row<P>(id.name).check(id.params);
}

/// How many searches one thread should carry side by side with this evaluator (Evaluator::slots).
template <GameState P>
std::size_t evaluator_slots(const NamedParams& id, const typename P::Rules& rules) {
  check_evaluator<P>(id);
  return evaluator_row<P>(id.name).slots(id.params, rules);
}

}  // namespace rootward
