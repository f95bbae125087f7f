// UCB whose constant follows the spread of the values.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/math.h"
#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"
#include "search/visit_tables.h"

namespace rootward {

/// UCB whose constant is k times the standard deviation of the visited children's values (ours):
/// q_i + k sd(q) sqrt(ln N / n_i). Independent of the values' scale; where all values are equal the child with fewest
/// visits is taken.
class UctScaledSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "uct_scaled";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "UCB whose constant is k times the standard deviation of the visited children's values",
            .source = "ours",
            .parameters = {constant_spec("k", "factor on the standard deviation", 1.0, "ours"), reads_spec()}};
  }

  explicit UctScaledSelection(const Params& params) : k_(params.real("k")) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const std::uint32_t count = node.block.header().visited;
    const std::uint32_t* visits = node.block.visits();
    const double deviation = standard_deviation({node.reads, count});
    if (deviation == 0.0) {
      return best_of(count, [&](std::uint32_t i) { return -static_cast<double>(visits[i]); });
    }
    const double root = k_ * deviation * tables_->root_log(node.visits);
    return best_of(count, [&](std::uint32_t i) { return node.reads[i] + root * tables_->inverse_root(visits[i]); });
  }

 private:
  static double standard_deviation(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const double mean = sum_fixed(values) / n;
    double squares = 0;
    for (double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / n);
  }
  double k_;
  const VisitTables* tables_ = &VisitTables::shared();
};

}  // namespace rootward
