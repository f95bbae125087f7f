// Gumbel AlphaZero's root: moves drawn without replacement, then sequential halving.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "search/improved_policy.h"
#include "search/root_rule.h"
#include "search/selections/improved_policy.h"

namespace rootward {

/// Which visit of a move each simulation is: sequential halving of n simulations over m moves. ceil(log2 m) phases; in
/// each every remaining move gets max(1, floor(n / (phases remaining))) visits, then half of them stay, at least 2.
/// (m, n) = (8, 16): 0 x8, 1 x4, 2 x2, 3 x2; (16, 16): 0 x16. It goes on with two moves beyond n.
class VisitSchedule {
 public:
  VisitSchedule(std::uint32_t moves, std::uint64_t simulations)
      : simulations_(simulations), phases_(static_cast<std::uint32_t>(std::bit_width(moves - 1))) {
    begin_phase(moves);
  }
  /// How many visits the move of the next simulation has before it.
  std::uint32_t next() {
    const std::uint32_t level = level_;
    if (++place_ < remaining_) return level;
    place_ = 0;
    ++level_;
    if (--rounds_ == 0) begin_phase(remaining_ == 1 ? 1 : std::max(2U, remaining_ / 2));
    return level;
  }

 private:
  void begin_phase(std::uint32_t moves) {
    remaining_ = moves;
    rounds_ = std::max<std::uint64_t>(1, phases_ == 0 ? 1 : simulations_ / (std::uint64_t{phases_} * moves));
  }

  std::uint64_t simulations_ = 0;
  std::uint64_t rounds_ = 1;  // left in this phase
  std::uint32_t phases_ = 0;
  std::uint32_t remaining_ = 1;
  std::uint32_t place_ = 0;  // within the round
  std::uint32_t level_ = 0;
};

/// Danihelka et al. 2022: the `considered` moves with the largest g + ln P, g standard Gumbel noise, share the budget
/// by sequential halving on g + ln P + sigma(completed q). Played is the best of the most visited by that score. Visits
/// count from the search's beginning, whatever an earlier one left. The root's own evaluation is none of the budget's
/// simulations. The search's policy is softmax(ln P + sigma(completed q)).
class GumbelRoot final : public RootRule {
 public:
  static constexpr std::string_view kName = "gumbel";
  static constexpr RootNeeds kNeeds{.is_search = true, .below = ImprovedPolicySelection::kName};
  static Described describe();
  static std::unique_ptr<RootRule> make(const Params& params) { return std::make_unique<GumbelRoot>(params); }

  explicit GumbelRoot(const Params& params)
      : considered_(static_cast<std::uint32_t>(params.integer("considered"))),
        is_noisy_(params.boolean("noise")),
        transform_(params) {}

  void begin(const Block& root, std::span<const Action> actions, std::uint64_t simulations, bool explores,
             Rng& rng) override;
  std::uint32_t select(const RootNode& root) override;
  [[nodiscard]] std::uint32_t choose(const RootNode& root) const override;
  void policy(const RootNode& root, std::vector<double>& policy) const override;
  [[nodiscard]] bool counts_own_evaluation() const override { return false; }

 private:
  /// g + ln P + sigma(completed q) of the first `count` children.
  void fill_scores(const RootNode& root, std::uint32_t count) const;
  [[nodiscard]] std::uint32_t visits_now(const Block& root, std::uint32_t index) const {
    return root.visits()[index] - visits_before_[root.actions()[index]];
  }

  std::uint32_t considered_;
  bool is_noisy_;
  ValueTransform transform_;
  std::uint64_t simulations_ = 0;
  std::optional<VisitSchedule> schedule_;  // made with the first move: some may be out by then
  // By action:
  std::vector<double> noise_;
  std::vector<std::uint32_t> visits_before_;
  mutable std::vector<double> scores_;
};

}  // namespace rootward
