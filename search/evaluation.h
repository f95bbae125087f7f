// What judging a leaf brings: the evaluator gives it, the search takes it up the path.
#pragma once

#include <cstdint>
#include <span>

#include "core/types.h"

namespace rootward {

struct Evaluation {
  Value value = 0;                  ///< first seat's view, [-1, 1]
  std::uint32_t playout_plies = 0;  ///< plies the evaluator played beyond the leaf; 0 for exact values and nets
  double uncertainty = 0;           ///< standard deviation of `value` where the evaluator knows one; 0 = exact
  std::uint32_t cached = 0;         ///< answers that the evaluator remembered from this game
  std::span<const float> priors{};  ///< over legal_actions(), in their order, summing to 1; empty: none. Valid until
                                    ///< the next evaluate()
};

}  // namespace rootward
