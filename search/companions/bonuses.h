// What is added to a child's score beside its value: progressive history, progressive bias.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "core/types.h"
#include "search/companion.h"

namespace rootward {

/// The weight that a bonus has.
inline ParamSpec bonus_weight_spec(double fallback, std::string source) {
  return {.key = "weight",
          .help = "factor on what is added to the score",
          .fallback = fallback,
          .low = 0,
          .high = 1000,
          .tune_low = 0.1,
          .tune_high = 30,
          .scale = Scale::log,
          .source = std::move(source)};
}

/// Progressive history: + W x_a / ((1 - x_i) n_i + 1), x_i = (1 + q_i) / 2 cut to [0, 1] (some operators store values
/// beyond), x_a the mean result in [0, 1] of the move for its player anywhere in this search. W = 3, x_a = .6, n_i =
/// 10: q_i = 0 gives 1.8 / 6 = .3, q_i = 1.2 gives 1.8.
class History : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "history";
  static constexpr bool kNeedsKeys = true;
  static constexpr bool kNeedsScores = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "progressive history: + W x_a / ((1 - x_i) n_i + 1), x_i the child's value on [0, 1], x_a the mean "
                "result in [0, 1] of its move for its player over the whole search",
            .source = "Nijssen & Winands 2011; Ludii",
            .parameters = {bonus_weight_spec(3, "Ludii")}};
  }

  explicit History(const Params& params) : weight_(params.real("weight")) {}
  [[nodiscard]] double bonus(double move_mean, Value value, std::uint32_t visits) const {
    const double x = std::clamp(0.5 * (value + 1.0), 0.0, 1.0);
    return weight_ * move_mean / ((1.0 - x) * visits + 1.0);
  }

 private:
  double weight_;
};

/// Progressive bias: + W H_i / (n_i + 1), H_i the child's prior; where the evaluator gives none, x_a of history. W = 1,
/// H = .3, n = 2: .1.
class ProgressiveBias : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "progressive_bias";
  static constexpr bool kNeedsScores = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "progressive bias: + W H_i / (n_i + 1), H_i the child's prior; where the evaluator gives none, x_a of "
                "history",
            .source = "Chaslot et al. 2008",
            .parameters = {bonus_weight_spec(1, "Chaslot et al. 2008")}};
  }

  explicit ProgressiveBias(const Params& params) : weight_(params.real("weight")) {}
  [[nodiscard]] double bonus(double knowledge, std::uint32_t visits) const {
    return weight_ * knowledge / (visits + 1.0);
  }

 private:
  double weight_;
};

}  // namespace rootward
