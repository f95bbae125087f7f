// The evaluators by name.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "core/params.h"
#include "evaluators/playouts.h"

namespace rootward {

/// Every evaluator, in the order in which `list` shows them.
const std::vector<Described>& evaluators();
/// Whether the evaluator gives priors (then puct and expansion `self` are the defaults).
bool gives_priors(const NamedParams& evaluator);

/// The evaluator for a game; `id` is resolved against the registry.
template <GameState P>
std::unique_ptr<Evaluator<P>> make_evaluator(const NamedParams& id) {
  if (id.name == "playouts") return std::make_unique<Playouts<P>>(id.params);
  throw std::logic_error("no evaluator is called " + id.name);
}

}  // namespace rootward
