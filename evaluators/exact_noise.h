// The true value with noise: an oracle that errs as much as one wants.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "core/params.h"
#include "core/sampling.h"
#include "evaluators/entry.h"
#include "search/alpha_beta.h"
#include "search/evaluator.h"

namespace rootward {

/// Value: the exact value + bias + sd N(0, 1), in the first seat's view; it may leave [-1, 1], or its mean would be
/// off. What the game does not know itself is solved by alpha-beta. Throws RunError where that is out of reach.
template <GameState P>
class ExactWithNoise final : public Evaluator<P> {
 public:
  explicit ExactWithNoise(const Params& params)
      : deviation_(params.real("sd")),
        bias_(params.real("bias")),
        nodes_(static_cast<std::uint64_t>(params.integer("nodes"))) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const double noise = deviation_ > 0 ? deviation_ * standard_normal(*requests[i].rng) : 0.0;
      evaluations[i] = {.value = exact(*requests[i].position) + bias_ + noise, .uncertainty = deviation_};
    }
  }

 private:
  Value exact(P& position) {
    if constexpr (ExactGame<P>) {
      if (const std::optional<Value> known = position.exact_value()) return *known;
    }
    if (!solver_) solver_.emplace();
    const auto found = solver_->search(position, AlphaBeta<P>::kNoDepthLimit, nodes_, {});
    if (!found)
      throw RunError("exact+noise: a position's value is out of reach; give more nodes, or take a smaller game");
    return found->value;
  }

  double deviation_;
  double bias_;
  std::uint64_t nodes_;
  std::optional<AlphaBeta<P>> solver_;
};

struct ExactNoiseEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "exact+noise";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "the exact value with noise, for games whose values are known or can be solved",
            .source = "ours",
            .parameters = {{.key = "sd",
                            .help = "standard deviation of the noise, in values on [-1, 1]",
                            .fallback = 0.0,
                            .low = 0,
                            .high = 100,
                            .source = "ours"},
                           {.key = "bias",
                            .help = "added to every value, in the first seat's view",
                            .fallback = 0.0,
                            .low = -2,
                            .high = 2,
                            .source = "ours"},
                           {.key = "nodes",
                            .help = "positions that alpha-beta may look at, where the game does not know the value",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{10'000'000},
                            .low = 1,
                            .high = 1e12,
                            .source = "ours"}}};
  }
  static bool knows_uncertainty(const Params&, const std::string&) { return true; }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules&, const std::string&) {
    return std::make_unique<ExactWithNoise<P>>(params);
  }
};

}  // namespace rootward
