// UCB1 on win rates.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"
#include "search/visit_tables.h"

namespace rootward {

/// UCB1 on win rates x = (q + 1) / 2 in [0, 1]: x_i + c sqrt(ln N / n_i) (Auer et al. 2002; c = sqrt 2 is theirs).
/// N = 10, children (n, x) = (6, 0.5), (3, 2/3), (1, 0), c = sqrt 2: scores 1.376, 1.906, 2.146.
class Ucb1Selection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "ucb1";
  static Described describe() {
    return {
        .name = std::string(kName),
        .help = "UCB1 on win rates x in [0, 1]: x_i + c sqrt(ln N / n_i); unvisited children first, in random order",
        .source = "Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvari 2006",
        .parameters = {constant_spec("c", "exploration constant for win rates in [0, 1]", 0.7, "ours"), reads_spec()}};
  }

  static constexpr bool kScores = true;

  explicit Ucb1Selection(const Params& params) : c_(params.real("c")) {}
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
      return 0.5 * (value + 1.0) + root * tables->inverse_root(visits);
    }
    [[nodiscard]] double untried(std::uint32_t i, Value value) const { return (*this)(i, value, 1); }
    [[nodiscard]] double unexplored(Value value) const { return 0.5 * (value + 1.0); }
    [[nodiscard]] Value first_play() const { return 0; }
  };
  [[nodiscard]] Scorer scorer(const SelectionNode& node) const {
    return {.root = c_ * tables_->root_log(node.visits), .tables = tables_};
  }

 protected:
  explicit Ucb1Selection(double c) : c_(c) {}

 private:
  double c_;
  const VisitTables* tables_ = &VisitTables::shared();
};

}  // namespace rootward
