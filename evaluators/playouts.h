// Random playouts as an evaluator: the mean of `count` uniformly random games to the end.
#pragma once

#include "core/params.h"
#include "search/evaluator.h"

namespace rootward {

/// Value: mean result of the playouts, first seat's view; playout_plies: their mean length, rounded down. The playout's
/// policy (uniform among which moves) is the game's own.
template <GameState P>
class Playouts final : public Evaluator<P> {
 public:
  explicit Playouts(const Params& params) : count_(static_cast<std::uint32_t>(params.integer("count"))) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Value total = 0;
      std::uint64_t plies = 0;
      for (std::uint32_t playout = 0; playout < count_; ++playout) {
        const PlayoutResult result = requests[i].position->random_playout(*requests[i].rng);
        total += result.value;
        plies += result.plies;
      }
      evaluations[i].value = total / static_cast<double>(count_);
      evaluations[i].playout_plies = static_cast<std::uint32_t>(plies / count_);
      evaluations[i].priors = {};
    }
  }

 private:
  std::uint32_t count_;
};

}  // namespace rootward
