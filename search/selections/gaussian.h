// The mean and its deviation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"
#include "search/visit_tables.h"

namespace rootward {

/// The mean and its deviation: q_i + k sd_i (`growth: constant`) or q_i + k sd_i sqrt(2 ln N) (`log`), sd_i^2 the
/// variance that the driving operator keeps. N = 10, (q, variance) = (0.5, 0.01), (0.4, 0.09), k = 1: 0.6 and 0.7; with
/// log 0.715 and 1.044.
class GaussianSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "gaussian";
  static constexpr bool kReadsVariances = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "q_i + k sd_i, with the deviation that the operator keeps (gaussian_max, wasserstein); unvisited "
                "children first",
            .source =
                "constant: ours, after a course report on Connect Four; log: Tesauro, Rajan & Segal 2010 (from "
                "memory)",
            .parameters = {constant_spec("k", "factor on the deviation", 1.0, "ours"),
                           {.key = "growth",
                            .help = "constant: k sd_i; log: k sd_i sqrt(2 ln N)",
                            .type = ParamType::choice,
                            .fallback = std::string("constant"),
                            .choices = {"constant", "log"},
                            .source = "log: Tesauro, Rajan & Segal 2010"},
                           reads_spec()}};
  }

  explicit GaussianSelection(const Params& params) : k_(params.real("k")), grows_(params.text("growth") == "log") {}
  static constexpr bool kScores = true;

  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const Scorer score = scorer(node);
    return best_of(node.block.header().visited, [&](std::uint32_t i) { return score(i, node.reads[i], 1); });
  }

  /// An untried child is taken to vary as the most varying tried one does; where none is tried, with variance 1.
  struct Scorer {
    const SelectionNode* node;
    double factor;
    double operator()(std::uint32_t i, Value value, std::uint32_t) const {
      return value + factor * std::sqrt(node->variances[i]);
    }
    [[nodiscard]] double untried(std::uint32_t, Value value) const {
      const std::uint32_t visited = node->block.header().visited;
      const double most = visited == 0 ? 1.0 : *std::max_element(node->variances, node->variances + visited);
      return value + factor * std::sqrt(most);
    }
    [[nodiscard]] double unexplored(Value value) const { return value; }
    [[nodiscard]] Value first_play() const { return 0; }
  };
  [[nodiscard]] Scorer scorer(const SelectionNode& node) const {
    return {.node = &node, .factor = grows_ ? k_ * std::sqrt(2.0) * tables_->root_log(node.visits) : k_};
  }

 private:
  double k_;
  bool grows_;
  const VisitTables* tables_ = &VisitTables::shared();
};

}  // namespace rootward
