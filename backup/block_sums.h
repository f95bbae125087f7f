// Sums with exponentials, powers and quotients over the scanned children, for the vector width of the processor at
// hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backup/block_math.h"
#include "core/types.h"
#include "search/node_view.h"

namespace rootward {

/// The children that take part, each with a weight (visits, 1, a prior ..) and a value, in columns filled up with
/// weight 0 to a multiple of eight. Keeps its memory: one an operator.
class ScannedChildren {
 public:
  /// The children with at least `min_visits` (>= 1) and weight(i) > 0; false where there is none.
  template <class Weight>
  bool gather(const NodeView& node, std::uint32_t min_visits, Weight weight) {
    start(node.child_count);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const double one = weight(i);
      weights_[count] = one;
      values_[count] = node.child_values[i];
      count += ((node.child_visits[i] >= min_visits) & (one > 0)) ? 1 : 0;
    }
    count_ = count;
    finish();
    return count_ > 0;
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  /// `count` in whole vectors: every column is at least as long.
  [[nodiscard]] std::size_t padded() const { return (count_ + 7) / 8 * 8; }
  [[nodiscard]] const double* weights() const { return weights_.data(); }
  [[nodiscard]] double* weights() { return weights_.data(); }
  [[nodiscard]] const Value* values() const { return values_.data(); }
  [[nodiscard]] Value* values() { return values_.data(); }
  [[nodiscard]] Value largest() const { return largest_; }
  [[nodiscard]] Value smallest() const { return smallest_; }
  /// Sum of the weights.
  [[nodiscard]] double total() const { return total_; }

 private:
  void start(std::size_t most);
  /// Fills up and looks through what was taken.
  void finish();

  std::vector<double> weights_;
  std::vector<Value> values_;
  std::size_t count_ = 0;
  double total_ = 0;
  Value largest_ = 0;
  Value smallest_ = 0;
};

struct TwoSums {
  double weights = 0;
  double moments = 0;
};

/// Sums over a node's children as they lie in its block, of w e^(scale (q - top)) and of the same with a factor q -
/// top; `plain` is the sum of the weights alone. `top` is the largest q, or a floor that lies above it; kNoValue, and
/// no sums, where no child takes part.
struct NodeSums {
  Value top = kNoValue;
  double weights = 0;
  double moments = 0;
  double plain = 0;
};

/// Every width gives the same bits. `count` is a multiple of eight; lanes of weight 0 add nothing.
struct BlockSums {
  /// sum w e^(scale (q - top)) and the same with a factor q - top; top is no smaller than any q of weight > 0, scale >=
  /// 0 and finite.
  TwoSums (*exponential)(const double* weights, const Value* values, std::size_t count, double scale, Value top);
  /// The children with at least `min_visits` (>= 1), weighted by their visits, alike, or by a column beside them.
  NodeSums (*exponential_by_visits)(const ChildSpan& children, std::uint32_t min_visits, double scale);
  NodeSums (*exponential_evenly)(const ChildSpan& children, std::uint32_t min_visits, double scale, Value floor);
  NodeSums (*exponential_by_column)(const ChildSpan& children, const double* column, std::uint32_t min_visits,
                                    double scale);
  /// sum w (x / top)^exponent and the same with a factor q; 0 <= x <= top, top > 0, exponent >= 0.
  TwoSums (*power)(const double* weights, const double* bases, const Value* values, std::size_t count, double top,
                   double exponent);
  /// sum w / (a + d) and sum w / (a + d)^2; a + d > 0.
  TwoSums (*quotients)(const double* weights, const double* gaps, std::size_t count, double a);
  /// x becomes T3(x), Student's distribution function with three degrees of freedom, or the normal one.
  void (*t3_cdf)(double* numbers, std::size_t count);
  void (*norm_cdf)(double* numbers, std::size_t count);
};

/// The fastest for the processor at hand.
const BlockSums& block_sums();
/// Two lanes at a time, on any processor.
const BlockSums& block_sums_portable();

}  // namespace rootward
