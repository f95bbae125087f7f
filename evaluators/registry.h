// The evaluators by name.
#pragma once

#include <vector>

#include "core/params.h"

namespace rootward {

/// In the order of evaluators.def.
const std::vector<Described>& evaluators();
/// Whether the evaluator gives priors (then puct and expansion `self` are the defaults).
bool gives_priors(const NamedParams& evaluator);

}  // namespace rootward
