// The rule that follows a policy improved by the values.
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

/// Visits that follow the improved policy pi' (Danihelka et al. 2022): the greatest pi'_i - n_i / (1 + S), S the sum of
/// visits. Nothing is random; ties go to the first.
class ImprovedPolicySelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "improved_policy";
  static constexpr bool kUnvisitedFirst = false;
  static constexpr bool kNeedsPriors = true;
  static Described describe() {
    std::vector<ParamSpec> parameters = value_transform_specs();
    parameters.push_back(reads_spec());
    return {.name = std::string(kName),
            .help =
                "pi'_i - n_i / (1 + sum n), pi' the priors as the values improve them; below a root that shares "
                "simulations out",
            .source = "Danihelka et al. 2022",
            .parameters = std::move(parameters)};
  }

  explicit ImprovedPolicySelection(const Params& params) : transform_(params) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const BlockHeader& head = node.block.header();
    const std::uint32_t* visits = node.counts;
    MoveColumns moves = columns_of(node.block, head.active, node.reads, own_evaluation(node));
    moves.visits = visits;
    improved_logits(moves, transform_, policy_);
    softmax(policy_);
    double sum = 1;
    for (std::uint32_t i = 0; i < head.visited; ++i) sum += visits[i];
    return best_of(head.active, [&](std::uint32_t i) { return policy_[i] - visits[i] / sum; });
  }

 private:
  ValueTransform transform_;
  mutable std::vector<double> policy_;  // keeps its memory
};

}  // namespace rootward
