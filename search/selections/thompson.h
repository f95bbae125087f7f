// Thompson sampling on the operator's variances.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/rng.h"
#include "core/sampling.h"
#include "search/selection.h"

namespace rootward {

/// The child whose draw from N(q_i, variance_i) is greatest.
class ThompsonSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "thompson";
  static constexpr bool kReadsVariances = true;
  static constexpr bool kDraws = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "the greatest draw from N(q_i, variance_i), with the variance that the operator keeps (gaussian_max, "
                "wasserstein); unvisited children first",
            .source = "Thompson 1933; in trees: Bai, Wu & Chen 2013 (from memory)",
            .parameters = {reads_spec()}};
  }

  explicit ThompsonSelection(const Params&) {}
  std::uint32_t select(const SelectionNode& node, Rng& rng) const {
    return best_of(node.block.header().visited, [&](std::uint32_t i) {
      return node.reads[i] + std::sqrt(node.variances[i]) * standard_normal(rng);
    });
  }
};

}  // namespace rootward
