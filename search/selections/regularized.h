// Visits that follow a policy regularised by the priors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/rng.h"
#include "search/improved_policy.h"
#include "search/selection.h"

namespace rootward {

/// The greatest pi_i - n_i / (1 + S), pi of regularized_policy(). Nothing is random; ties go to the first, before the
/// first visit the greatest prior.
class RegularizedSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "regularized";
  static constexpr bool kUnvisitedFirst = false;
  static constexpr bool kNeedsPriors = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "pi_i - n_i / (1 + sum n), pi_i = l P_i / (alpha - q_i) with l = c sqrt(S) / (S + K), S = sum n, alpha "
                "so that sum pi = 1; an unvisited child is worth the prior-weighted mix of the visited ones",
            .source = "Grill et al. 2020; unvisited children: Danihelka et al. 2022",
            .parameters = {{.key = "c",
                            .help = "weight of the priors; towards 0 the best value takes all",
                            .fallback = 1.0,
                            .low = 1e-9,  // the policy stays finite
                            .high = 1e6,
                            .tune_low = 0.1,
                            .tune_high = 10,
                            .scale = Scale::log,
                            .source = "Grill et al. 2020; default ours"},
                           reads_spec()}};
  }

  explicit RegularizedSelection(const Params& params) : c_(params.real("c")) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const BlockHeader& head = node.block.header();
    const std::uint32_t* visits = node.counts;
    MoveColumns moves = columns_of(node.block, head.active, node.reads, own_evaluation(node));
    moves.visits = visits;
    regularized_policy(moves, c_, policy_, weights_);
    double sum = 1;
    for (std::uint32_t i = 0; i < head.visited; ++i) sum += visits[i];
    return best_of(head.active, [&](std::uint32_t i) { return policy_[i] - visits[i] / sum; });
  }

 private:
  double c_;
  mutable std::vector<double> policy_, weights_;  // keep their memory
};

}  // namespace rootward
