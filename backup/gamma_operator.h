// The gamma-returns of Khandelwal et al.: all n-step returns of a node mixed with parameter-free weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "backup/lambda_operator.h"
#include "core/params.h"
#include "search/node_view.h"
#include "search/terms.h"

namespace rootward::backups {

/// Weights of the n-step returns, n = 1, 2, .., before they are normalised over 1 .. L: 1 / (1 + d^2 + .. + d^(2n-2))
/// for a discount d (Konidaris et al. 2011, eq. 16). The search does not discount, so there d = 1 and the weight is
/// 1/n. Worked, d = 1, L = 4: 12/25, 6/25, 4/25, 3/25.
class GammaWeights {
 public:
  explicit GammaWeights(double discount = 1) : square_(discount * discount) {}

  /// The weights of the n-step returns, n = 1 .. length at least.
  std::span<const double> up_to(std::size_t length) {
    grow(length);
    return weights_;
  }
  /// The sum of the first `length` weights, length >= 1.
  double sum(std::size_t length) {
    grow(length);
    return sums_[length - 1];
  }

 private:
  void grow(std::size_t length) {
    while (weights_.size() < length) {
      series_ += power_;
      power_ *= square_;
      weights_.push_back(1 / series_);
      sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + weights_.back());
    }
  }

  double square_;
  double series_ = 0;  ///< 1 + d^2 + .. so far
  double power_ = 1;   ///< its next term
  std::vector<double> weights_;
  std::vector<double> sums_;
};

inline ParamSpec horizon_spec() {
  return {.key = "horizon",
          .help = "the length L counts the plies of the tree and of the playout (playout) or of the tree alone (tree)",
          .type = ParamType::choice,
          .fallback = std::string("playout"),
          .choices = {"playout", "tree"},
          .source = "playout: the author's code; tree: ours"};
}

/// mixed = sum w_n R^(n) / sum w_n over n = 1 .. L, with L plies from the choice that led to this node to the
/// episode's end; R^(n) is the bootstrap of the n-th node from here (this one is the first), the return itself from
/// the first node on that has none. Stores the running mean of the mixed values, passes the return up unchanged.
template <Bootstrap kFrom>
class GammaOperator {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = true;

  explicit GammaOperator(bool counts_playout) : counts_playout_(counts_playout) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    Value bootstrap = 0;
    const bool has_bootstrap = find_bootstrap<kFrom>(node, bootstrap);
    node.bootstrap = has_bootstrap ? bootstrap : std::numeric_limits<Value>::quiet_NaN();
    const Value mixed = mix(node, sample, tell);
    node.value = tell.one("V", "V_old + (mixed - V_old) / N", node.value + (mixed - node.value) / node.visits);
    return sample;
  }

 private:
  template <class Terms>
  Value mix(const NodeView& node, Value sample, Terms tell) {
    const std::size_t length =
        std::size_t{1} + node.plies_to_end + (counts_playout_ ? node.playout_plies : std::uint32_t{0});
    const double total = weights_.sum(length);
    double gap = !std::isnan(node.bootstrap) && length > 1 ? node.bootstrap - sample : 0.0;
    const std::span<const double> weights = weights_.up_to(length);
    const std::size_t bootstraps = std::min(node.trail.size(), length > 2 ? length - 2 : 0);
    for (std::size_t k = 0; k < bootstraps; ++k) gap += weights[k + 1] * (node.trail[k] - sample);
    tell.one("L", "", static_cast<double>(length));
    if (!std::isnan(node.bootstrap)) tell.one(kFrom == Bootstrap::best_child ? "q_b" : "q_s", "", node.bootstrap);
    tell.one("gaps", "", gap);
    tell.one("weights", "", total);
    return tell.one("mixed", "R + gaps / weights", sample + gap / total);
  }

  bool counts_playout_;
  GammaWeights weights_;
};

}  // namespace rootward::backups
