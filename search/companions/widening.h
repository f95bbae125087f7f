// Progressive widening: a node's children become eligible one after another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "search/companion.h"
#include "search/companions/history.h"

namespace rootward {

/// How many children are eligible at a node with N visits.
///   power: max(1, ceil(C N^a)). C = 1, a = .5: N = 100 gives 10.
///   coulom: one more at each T_k, T_2 = first, T_(k+1) = T_k + first ratio^(k-1): 40, 96, 174.4, 284.16 at 40 and 1.4.
class Widening final : public Companion {
 public:
  static constexpr std::string_view kName = "widening";
  static constexpr CompanionNeeds kNeeds{.scores = true, .hides_children = true};
  static Described describe();

  explicit Widening(const Params& params)
      : is_power_(params.text("form") == "power"), factor_(params.real("factor")), exponent_(params.real("exponent")) {
    double step = params.real("first");
    const double ratio = params.real("ratio");
    for (double at = step; thresholds_.size() < kMostChildren && at < kMostVisits; at += step) {
      thresholds_.push_back(at);
      step *= ratio;
    }
  }

  [[nodiscard]] std::uint32_t eligible(std::uint32_t visits) const {
    if (!is_power_) {
      const auto past = std::ranges::upper_bound(thresholds_, visits + kRounding);
      return 1 + static_cast<std::uint32_t>(past - thresholds_.begin());
    }
    const double n = visits;
    const double power = exponent_ == 0     ? 1
                         : visits == 0      ? 0
                         : exponent_ == 0.5 ? std::sqrt(n)
                                            : exp_exact(exponent_ * log_exact(n));
    return static_cast<std::uint32_t>(
        std::clamp(std::ceil(factor_ * power - kRounding), 1.0, static_cast<double>(kMostChildren)));
  }

  /// Where a child stands before it is visited.
  [[nodiscard]] int columns() const override { return 1; }
  void new_game(std::uint64_t seed) override { rng_ = Rng(derive_seed(seed, "widening")); }
  void made(const Block& block) override {
    if (block.header().is_chance) return;
    constexpr double kLessThanAnyDifference = 1e-9;
    double* order = own_column(block);
    for (std::uint32_t i = 0; i < block.count(); ++i)
      order[i] = (history_ != nullptr ? history_->moves().mean_result(block, i, ground()) : 0.0) +
                 kLessThanAnyDifference * rng_.uniform();
  }
  [[nodiscard]] bool has_say() const override { return true; }
  [[nodiscard]] std::uint32_t prepare(const SelectionNode& node, std::uint32_t count) override {
    BlockHeader& head = node.block.header();
    const std::uint32_t wanted = std::min<std::uint32_t>(eligible(node.visits), count);
    head.eligible = static_cast<std::uint16_t>(wanted);
    if (wanted == count) return count;
    const bool by_priors = ground().has_priors && head.has_priors;
    const double* order = own_column(node.block);
    const auto goes_before = [&](std::uint32_t a, std::uint32_t b) {
      if (by_priors && node.block.priors()[a] != node.block.priors()[b])
        return node.block.priors()[a] > node.block.priors()[b];
      return order[a] > order[b];
    };
    for (std::uint32_t place = head.visited; place < wanted; ++place) {
      std::uint32_t best = place;
      for (std::uint32_t i = place + 1; i < count; ++i)
        if (goes_before(i, best)) best = i;
      node.block.swap(place, best);
    }
    return std::max<std::uint32_t>(wanted, head.visited);
  }

 protected:
  void meet(std::span<const std::unique_ptr<Companion>> all) override { history_ = find<History>(all); }

 private:
  static constexpr std::size_t kMostChildren = 0xFFFF;
  static constexpr double kRounding = 1e-9;  ///< a whole number stays one
  static constexpr double kMostVisits = 4294967296;
  bool is_power_;
  double factor_;
  double exponent_;
  std::vector<double> thresholds_;  ///< T_2, T_3, ..
  const History* history_ = nullptr;
  Rng rng_;
};

inline std::vector<ParamSpec> widening_numbers() {
  return {{.key = "factor",
           .help = "power: C",
           .fallback = 1.0,
           .low = 0,
           .high = 1e6,
           .tune_low = 0.3,
           .tune_high = 10,
           .scale = Scale::log,
           .source = "Couetoux et al. 2011"},
          {.key = "exponent",
           .help = "power: a",
           .fallback = 0.5,
           .low = 0,
           .high = 1,
           .tune_low = 0.1,
           .tune_high = 1,
           .source = "Couetoux et al. 2011"},
          {.key = "first",
           .help = "coulom: visits at which the second child comes",
           .fallback = 40.0,
           .low = 1,
           .high = 1e6,
           .tune_low = 2,
           .tune_high = 200,
           .scale = Scale::log,
           .source = "Coulom 2007"},
          {.key = "ratio",
           .help = "coulom: by how much each further child waits longer",
           .fallback = 1.4,
           .low = 1,
           .high = 100,
           .tune_low = 1,
           .tune_high = 2,
           .source = "Coulom 2007"}};
}

inline Described Widening::describe() {
  Described described = {
      .name = std::string(kName),
      .help =
          "only the first children of a node are eligible, more with its visits; by prior, else by x_a where the "
          "search has that of its moves when the block was made, else in random order",
      .source = "Coulom 2007; Couetoux et al. 2011",
      .parameters = {{.key = "form",
                      .help = "how many: power max(1, ceil(C N^a)); coulom one more at 40, 96, 174.4, .. visits",
                      .type = ParamType::choice,
                      .fallback = std::string("power"),
                      .choices = {"power", "coulom"},
                      .source = "Couetoux et al. 2011; Coulom 2007"}}};
  std::ranges::move(widening_numbers(), std::back_inserter(described.parameters));
  return described;
}

}  // namespace rootward
