// The seam between the search and whatever judges a leaf: playouts, nets.
#pragma once

#include <cstdint>
#include <span>

#include "core/game_state.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

/// A leaf to judge. The position may be changed on the way but is left as it was.
template <GameState P>
struct EvaluationRequest {
  P* position = nullptr;
  Rng* rng = nullptr;  ///< the asking search's own stream, so that an answer does not depend on its neighbours
};

/// The answer.
struct Evaluation {
  Value value = 0;                  ///< first seat's view, [-1, 1]
  std::uint32_t playout_plies = 0;  ///< plies the evaluator played beyond the leaf
  std::span<const float> priors{};  ///< over legal_actions(), in their order, summing to 1; empty: none. Valid until
                                    ///< the next evaluate()
};

/// Judges many leaves of independent searches at once.
template <GameState P>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  /// Fills evaluations[i] for requests[i]; the spans have one length.
  virtual void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) = 0;
};

}  // namespace rootward
