// The evaluators by name.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "evaluators/exact_noise.h"
#include "evaluators/mix.h"
#include "evaluators/net/net_evaluator.h"
#include "evaluators/playouts.h"
#include "evaluators/tactical_playouts.h"

namespace rootward {

/// Every evaluator, in the order in which `list` shows them.
const std::vector<Described>& evaluators();
/// What a search has unless another is named, with its defaults.
NamedParams default_evaluator();
/// A parameter that names an evaluator of its own, `playouts` or {name: playouts, count: 4}; the default is playouts.
ParamSpec evaluator_spec(std::string key, std::string help);
/// What stands there, resolved against the registry. Throws ParamError, whose key begins with `key`.
NamedParams nested_evaluator(const Params& params, std::string_view key);
/// Whether the evaluator gives priors (then puct and expansion `self` are the defaults).
bool gives_priors(const NamedParams& evaluator);

/// The evaluator for a game; `id` is resolved against the registry.
/// `rules` are the game's; relative files count from `folder`. Throws UsageError for files that are missing or wrong.
template <GameState P>
std::unique_ptr<Evaluator<P>> make_evaluator(const NamedParams& id, const typename P::Rules& rules,
                                             const std::string& folder) {
  if (id.name == "playouts") return std::make_unique<Playouts<P>>(id.params);
  if (id.name == "net") return std::make_unique<net::NetEvaluator<P>>(net::net_source(id.params, folder), rules);
  if (id.name == "tactical_playouts") return std::make_unique<TacticalPlayouts<P>>(id.params);
  if (id.name == "exact+noise") return std::make_unique<ExactWithNoise<P>>(id.params);
  if (id.name == "mix")
    return std::make_unique<Mix<P>>(make_evaluator<P>(nested_evaluator(id.params, "a"), rules, folder),
                                    make_evaluator<P>(nested_evaluator(id.params, "b"), rules, folder),
                                    id.params.real("weight"));
  throw std::logic_error("no evaluator is called " + id.name);
}

/// Throws UsageError where the evaluator cannot judge this game, as far as that is known without opening files.
template <GameState P>
void check_evaluator(const NamedParams& id) {
  if (id.name == "tactical_playouts") TacticalPlayouts<P>::check_game();
  if (id.name != "mix") return;
  for (const char* part : {"a", "b"}) check_evaluator<P>(nested_evaluator(id.params, part));
}

/// How many searches one thread should carry side by side with this evaluator (Evaluator::slots).
template <GameState P>
std::size_t evaluator_slots(const NamedParams& id, const typename P::Rules& rules) {
  check_evaluator<P>(id);
  return id.name == "playouts" ? Playouts<P>(id.params).slots(rules) : 1;
}

}  // namespace rootward
