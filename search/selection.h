// The selection rules: which child a simulation goes to.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/params.h"
#include "core/rng.h"
#include "search/tree.h"
#include "search/visit_tables.h"

namespace rootward {

/// A node at which a rule chooses among the active children. Values are in the view of the player who chooses.
struct SelectionNode {
  Block block;
  std::uint32_t visits = 0;           ///< N: returns seen by the node, its own evaluations included
  Value sample_mean = 0;              ///< plain mean of those returns
  const double* reads = nullptr;      ///< the column that selection reads: stored values or sample means
  const double* variances = nullptr;  ///< of the stored values; null where the driving operator keeps none
};

/// Index of the greatest score among the first `count` children; the first of equals (their order is seeded random).
template <class Score>
std::uint32_t best_of(std::uint32_t count, Score score) {
  std::uint32_t best = 0;
  double best_score = score(0U);
  for (std::uint32_t i = 1; i < count; ++i) {
    const double candidate = score(i);
    if (candidate > best_score) {
      best_score = candidate;
      best = i;
    }
  }
  return best;
}

// Each rule: kUnvisitedFirst (the search itself then sends simulations to unvisited children, in random order) and
// select(node, rng), which returns the index of an active child. Rules with kUnvisitedFirst see visited children only.

/// UCB1 on win rates x = (q + 1) / 2 in [0, 1]: x_i + c sqrt(ln N / n_i) (Auer et al. 2002; c = sqrt 2 is theirs).
/// N = 10, children (n, x) = (6, 0.5), (3, 2/3), (1, 0), c = sqrt 2: scores 1.376, 1.906, 2.146.
class Ucb1Selection {
 public:
  static constexpr bool kUnvisitedFirst = true;
  explicit Ucb1Selection(const Params& params) : c_(params.real("c")) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const double root = c_ * tables_->root_log(node.visits);
    const std::uint32_t* visits = node.block.visits();
    return best_of(node.block.header().visited, [&](std::uint32_t i) {
      return 0.5 * (node.reads[i] + 1.0) + root * tables_->inverse_root(visits[i]);
    });
  }

 protected:
  explicit Ucb1Selection(double c) : c_(c) {}

 private:
  double c_;
  const VisitTables* tables_ = &VisitTables::shared();
};

/// UCT as Browne et al. 2012 print it, on win rates in [0, 1]: x_i + 2 Cp sqrt(2 ln N / n_i) = UCB1 with c = 2 sqrt(2)
/// Cp.
class UctSelection : public Ucb1Selection {
 public:
  explicit UctSelection(const Params& params) : Ucb1Selection(2.0 * std::sqrt(2.0) * params.real("cp")) {}
};

/// UCB whose constant is k times the standard deviation of the visited children's values (ours): q_i + k sd(q) sqrt(ln
/// N / n_i). Independent of the values' scale; where all values are equal the child with fewest visits is taken.
class UctScaledSelection {
 public:
  static constexpr bool kUnvisitedFirst = true;
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

/// PUCT (Silver et al. 2017): q_i + c P_i sqrt(max(1, sum_b n_b)) / (1 + n_i), q on [-1, 1] (`value_scale: signed`) or
/// [0, 1] (`unit`). Without the max the first child would ignore the priors (our deviation). An unvisited child's q is
/// the first-play urgency. Ties go to the larger prior, then to a seeded random one. Sum of visits 10, children (n, q,
/// P) = (6, 0.5, 0.5), (3, 2/3, 0.3), (1, 0, 0.2), c = 0.5: 0.613, 0.785, 0.158.
class PuctSelection {
 public:
  static constexpr bool kUnvisitedFirst = false;
  explicit PuctSelection(const Params& params);
  std::uint32_t select(const SelectionNode& node, Rng& rng) const;

 private:
  enum class Base : std::uint8_t { constant, own_evaluation, sample_mean };
  [[nodiscard]] Value first_play_urgency(const SelectionNode& node) const;
  double c_;
  bool unit_scale_;
  Base base_;
  Value constant_;
  double reduction_;
};

/// The mean and its deviation: q_i + k sd_i (`growth: constant`) or q_i + k sd_i sqrt(2 ln N) (`log`), sd_i^2 the
/// variance that the driving operator keeps. N = 10, (q, variance) = (0.5, 0.01), (0.4, 0.09), k = 1: 0.6 and 0.7; with
/// log 0.715 and 1.044.
class GaussianSelection {
 public:
  static constexpr bool kUnvisitedFirst = true;
  explicit GaussianSelection(const Params& params) : k_(params.real("k")), grows_(params.text("growth") == "log") {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const double factor = grows_ ? k_ * std::sqrt(2.0) * tables_->root_log(node.visits) : k_;
    return best_of(node.block.header().visited,
                   [&](std::uint32_t i) { return node.reads[i] + factor * std::sqrt(node.variances[i]); });
  }

 private:
  double k_;
  bool grows_;
  const VisitTables* tables_ = &VisitTables::shared();
};

/// Round robin: the child with fewest visits, unvisited ones first.
class UniformSelection {
 public:
  static constexpr bool kUnvisitedFirst = true;
  explicit UniformSelection(const Params&) {}
  std::uint32_t select(const SelectionNode& node, Rng&) const {
    const std::uint32_t* visits = node.block.visits();
    return best_of(node.block.header().visited, [&](std::uint32_t i) { return -static_cast<double>(visits[i]); });
  }
};

}  // namespace rootward
