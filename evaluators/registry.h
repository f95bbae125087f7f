// The evaluators by name.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/params.h"
#include "evaluators/net/net_evaluator.h"
#include "evaluators/playouts.h"

namespace rootward {

/// Every evaluator, in the order in which `list` shows them.
const std::vector<Described>& evaluators();
/// Whether the evaluator gives priors (then puct and expansion `self` are the defaults).
bool gives_priors(const NamedParams& evaluator);

/// The evaluator for a game; `id` is resolved against the registry.
/// `rules` are the game's; relative files count from `folder`. Throws UsageError for files that are missing or wrong.
template <GameState P>
std::unique_ptr<Evaluator<P>> make_evaluator(const NamedParams& id, const typename P::Rules& rules,
                                             const std::string& folder) {
  if (id.name == "playouts") return std::make_unique<Playouts<P>>(id.params);
  if (id.name == "net") return std::make_unique<net::NetEvaluator<P>>(net::net_source(id.params, folder), rules);
  throw std::logic_error("no evaluator is called " + id.name);
}

/// How many searches one thread should carry side by side with this evaluator (Evaluator::slots).
template <GameState P>
std::size_t evaluator_slots(const NamedParams& id, const typename P::Rules& rules) {
  return id.name == "playouts" ? Playouts<P>(id.params).slots(rules) : 1;
}

}  // namespace rootward
