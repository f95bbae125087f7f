// UCB with a polynomial bonus.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"
#include "search/visit_tables.h"

namespace rootward {

/// q_i + c N^(1/4) / n_i^(1/2), q on [-1, 1] (Stochastic-Power-UCT). N = 16, n = 4, q = .3, c = .5: .8.
class PolynomialSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "polynomial";
  static constexpr bool kScores = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help = "q_i + c N^(1/4) / n_i^(1/2), q on [-1, 1]; unvisited children first",
            .source = "Dam, Maillard & Kaufmann 2024 (Stochastic-Power-UCT)",
            .parameters = {constant_spec("c", "exploration constant", 0.5, "ours"), reads_spec()}};
  }

  explicit PolynomialSelection(const Params& params) : c_(params.real("c")) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const Scorer score = scorer(node);
    const std::uint32_t* visits = node.counts;
    return best_of(node.block.header().visited, [&](std::uint32_t i) { return score(i, node.reads[i], visits[i]); });
  }

  /// An untried child counts as tried once.
  struct Scorer {
    double root;
    const VisitTables* tables;
    double operator()(std::uint32_t, Value value, std::uint32_t visits) const {
      return value + root * tables->inverse_root(visits);
    }
    [[nodiscard]] double untried(std::uint32_t i, Value value) const { return (*this)(i, value, 1); }
    [[nodiscard]] double unexplored(Value value) const { return value; }
    [[nodiscard]] Value first_play() const { return 0; }
  };
  [[nodiscard]] Scorer scorer(const SelectionNode& node) const {
    return {.root = c_ * std::sqrt(std::sqrt(static_cast<double>(node.visits))), .tables = tables_};
  }

 private:
  double c_;
  const VisitTables* tables_ = &VisitTables::shared();
};

}  // namespace rootward
