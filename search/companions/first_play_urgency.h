// What an unvisited child scores, for rules that would try every child once before they compare.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/selection.h"

namespace rootward {

/// An unvisited child scores base - reduction, without an exploration term. Constant 1.2 on [-1, 1] is Gelly & Wang's
/// 1.1 on [0, 1].
class FirstPlayUrgency final : public Companion {
 public:
  static constexpr std::string_view kName = "fpu";
  static constexpr CompanionNeeds kNeeds{.scores = true, .urgency = true, .acting = "{base: constant, value: 1.2}"};
  static Described describe() {
    return {
        .name = std::string(kName),
        .help =
            "first-play urgency of ucb1, uct, uct_scaled, polynomial and gaussian: an unvisited child scores base - "
            "reduction without exploration term; under uct_scaled it comes first where all visited ones are equal",
        .source = "Gelly & Wang 2006",
        .parameters = {{.key = "base",
                        .help = "none: unvisited children first; constant: `value`; own_evaluation: the node's own, "
                                "its sample mean where it has none; sample_mean: that",
                        .type = ParamType::choice,
                        .fallback = std::string("none"),
                        .choices = {"none", "constant", "own_evaluation", "sample_mean"},
                        .source = "ours"},
                       {.key = "value",
                        .help = "the value under base constant, in values on [-1, 1]",
                        .fallback = 1.2,
                        .low = -10,
                        .high = 10,
                        .tune_low = -1,
                        .tune_high = 2,
                        .source = "Gelly & Wang 2006: 1.1 on [0, 1]"},
                       {.key = "reduction",
                        .help = "subtracted from the base",
                        .fallback = 0.0,
                        .low = 0,
                        .high = 10,
                        .tune_low = 0,
                        .tune_high = 1,
                        .source = "ours"}}};
  }

  explicit FirstPlayUrgency(const Params& params)
      : base_(params.text("base") == "none"             ? Base::none
              : params.text("base") == "constant"       ? Base::constant
              : params.text("base") == "own_evaluation" ? Base::own_evaluation
                                                        : Base::sample_mean),
        constant_(params.real("value")),
        reduction_(params.real("reduction")) {}

  [[nodiscard]] bool has_say() const override { return sets_urgency(); }
  [[nodiscard]] bool sets_urgency() const override { return base_ != Base::none; }
  [[nodiscard]] Value urgency(const SelectionNode& node) const override {
    switch (base_) {
      case Base::own_evaluation:
        return own_evaluation(node) - reduction_;
      case Base::sample_mean:
        return node.sample_mean - reduction_;
      default:
        return constant_ - reduction_;
    }
  }

 private:
  enum class Base : std::uint8_t { none, constant, own_evaluation, sample_mean };
  Base base_;
  Value constant_;
  Value reduction_;
};

}  // namespace rootward
