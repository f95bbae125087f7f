// UCB whose constant follows the spread of the values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
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

  static constexpr bool kScores = true;

  explicit UctScaledSelection(const Params& params) : k_(params.real("k")) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const Scorer score = scorer(node);
    const std::uint32_t* visits = node.counts;
    return best_of(node.block.header().visited, [&](std::uint32_t i) { return score(i, node.reads[i], visits[i]); });
  }

  /// An untried child counts as tried once; where all values are equal it has no visits, whatever its value.
  struct Scorer {
    bool is_flat;
    double root;
    const VisitTables* tables;
    double operator()(std::uint32_t, Value value, std::uint32_t visits) const {
      return is_flat ? -static_cast<double>(visits) : value + root * tables->inverse_root(visits);
    }
    [[nodiscard]] double untried(std::uint32_t i, Value value) const { return is_flat ? 0 : (*this)(i, value, 1); }
    [[nodiscard]] double unexplored(Value value) const { return is_flat ? 0 : value; }
    [[nodiscard]] Value first_play() const { return 0; }
  };
  [[nodiscard]] Scorer scorer(const SelectionNode& node) const {
    const std::span<const double> values{node.reads, node.block.header().visited};
    // Not by the deviation: equal values whose mean is rounded have one of some 1e-17.
    const bool is_flat = std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
    const double deviation = standard_deviation(values);
    return {.is_flat = is_flat, .root = k_ * deviation * tables_->root_log(node.visits), .tables = tables_};
  }

 private:
  static double standard_deviation(std::span<const double> values) {
    if (values.empty()) return 0;
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
