// A game's static judgement as an evaluator: no playout, no network.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/params.h"
#include "evaluators/entry.h"
#include "evaluators/static_judge.h"
#include "search/evaluator.h"

namespace rootward {

/// value = tanh(v / s) of StaticJudge, first seat's view; exact in the sense that it says of no error.
template <GameState P>
class Heuristic final : public Evaluator<P> {
 public:
  explicit Heuristic(StaticJudge<P> judge) : judge_(std::move(judge)) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i)
      evaluations[i] = {.value = judge_.first_seats(*requests[i].position)};
  }

 private:
  StaticJudge<P> judge_;
};

struct HeuristicEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "heuristic";
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "a static value without a playout: tanh(v / scale) of one of the game's heuristics, or of a formula "
                "over its "
                "features (`rootward list features GAME`)",
            .source = "Lanctot et al. 2014 squash a difference of scores by a sigmoid",
            .parameters = {{.key = "by",
                            .help = "which of the game's heuristics; its first unless given",
                            .type = ParamType::text,
                            .source = "the game's"},
                           {.key = "scale",
                            .help = "s of tanh(v / s), in v's units; the heuristic's own unless given, 1 for a formula",
                            .low = 0,
                            .high = 1e6,
                            .low_open = true,
                            .source = "ours: published scales are unknown"},
                           {.key = "value",
                            .help = "v as a formula over the game's features, in place of a heuristic of the game's",
                            .type = ParamType::text,
                            .source = "ours"}}};
  }
  template <GameState P>
  static void check(const Params&) {
    if constexpr (!JudgedByLook<P>) refuse_unjudged();
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules, const std::string&) {
    return std::make_unique<Heuristic<P>>(StaticJudge<P>(params, rules));
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    (void)StaticJudge<P>(params, rules);  // what cannot be made is refused here already
    return 1;
  }
};

}  // namespace rootward
