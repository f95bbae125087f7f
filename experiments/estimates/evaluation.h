// What an arm's evaluator says of an instance's position and of those after its moves, against the truth.
#pragma once

#include "experiments/estimates/instance.h"
#include "experiments/estimates/record.h"

namespace rootward::estimates {

/// A move counts as looked into where a reference search gave it at least this share of its visits; the values of
/// others say little.
inline constexpr double kLookedInto = 0.01;

/// Asks the searcher's evaluator, once a position. Siblings are the positions after moves that were looked into (all of
/// them where the truth is exact) and do not end the game. `has_priors`: the evaluator gives some.
EvaluationRecord ask_evaluator(const Instance& instance, Searcher& searcher, bool has_priors);

/// -sum share ln share over the reference search's visits; 0 where there are none.
double target_entropy(const TruthRecord& truth);

}  // namespace rootward::estimates
