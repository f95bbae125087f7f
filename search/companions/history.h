// Progressive history: a bonus for moves that did well anywhere in this search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/params.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/companions/move_table.h"

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
class History final : public Companion {
 public:
  static constexpr std::string_view kName = "history";
  static constexpr CompanionNeeds kNeeds{.keys = true, .scores = true};
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
  /// Of all moves of this search.
  [[nodiscard]] const MoveTable& moves() const { return moves_; }

  [[nodiscard]] bool wants_trace() const override { return true; }
  void new_game(std::uint64_t) override { moves_.clear(); }
  void begin(bool keeps_tree) override {
    moves_.resize(ground().key_count);
    if (!keeps_tree) moves_.clear();
  }
  void update(const FinishedSimulation& simulation) override { moves_.count(simulation, ground(), true); }
  [[nodiscard]] bool has_say() const override { return true; }
  [[nodiscard]] bool has_bonus() const override { return true; }
  [[nodiscard]] double bonus(const SelectionNode& node, std::uint32_t index, Value value,
                             std::uint32_t visits) const override {
    return bonus(moves_.mean_result(node.block, index, ground()), value, visits);
  }

 private:
  double weight_;
  MoveTable moves_;
};

}  // namespace rootward
