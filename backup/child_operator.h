// Child-type operators: V = F(children), blended with the node's own evaluations outside F.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "backup/block_math.h"
#include "core/params.h"
#include "search/node_view.h"
#include "search/terms.h"

namespace rootward::backups {

inline ChildSpan children_of(const NodeView& node) { return {node.child_visits, node.child_values, node.child_count}; }

/// The value of a node none of whose children has been visited: the mean of its own evaluations.
template <class Terms = NoTerms>
ROOTWARD_INLINE Value childless_value(const NodeView& node, Terms tell = {}) {
  return node.own_visits > 0 ? tell.one("V", "m0", node.own_mean) : tell.one("V", "m", node.mean);
}

/// How a mean by visits is told.
inline constexpr const char* kMeanOfChildren = "sum(n * q) / sum(n)";

/// What is left where no child has `min_visits`: the visit-weighted mean of all.
template <class Terms>
ROOTWARD_INLINE Value mean_of_all(const ChildSpan& children, Terms tell) {
  return tell.one("F", kMeanOfChildren, weighted_mean(children).mean);
}

/// Tells n anew, 0 for the children that are left out, where some are.
template <class Terms>
ROOTWARD_INLINE void tell_counted(const ChildSpan& children, std::uint32_t min_visits, Terms tell) {
  if (min_visits > 1)
    tell.each("n", "", [&](std::size_t i) {
      return children.visits[i] >= min_visits ? static_cast<double>(children.visits[i]) : 0.0;
    });
}

/// V of a node with children: F, or F blended with the node's own evaluations.
template <class Terms>
ROOTWARD_INLINE Value blended_value(const NodeView& node, const ChildSpan& children, bool blends, Value scanned,
                                    Terms tell) {
  if (!blends || node.own_visits == 0) return tell.one("V", "F", scanned);
  const double own = node.own_visits;
  const double visits = tell.one("S", "", total_visits(children));
  return tell.one("V", "F + n0 / (n0 + S) * (m0 - F)", scanned + own / (own + visits) * (node.own_mean - scanned));
}

/// V = (n0 m0 + S F) / (n0 + S) under `blend`, F alone under `drop`; S = visits of all visited children.
/// Worked: n0 = 1, m0 = 1, S = 10, F = 1/2: 6/11.
///
/// `Rule`: rule(node, children), or rule(node, children, tell), is F, a value within the children's range. One that
/// takes a listener tells F as its last term. Passes up what it received.
template <class Rule>
class ChildOperator {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsPriors = requires { requires Rule::kReadsPriors; };
  static constexpr bool kReadsUnvisited = requires { requires Rule::kReadsUnvisited; };

  ChildOperator(Rule rule, const Params& params) : rule_(std::move(rule)), blends_(params.text("own") == "blend") {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const ChildSpan children = children_of(node);
    if (children.count == 0) {
      node.value = childless_value(node, tell);
      return sample;
    }
    node.value = blended_value(node, children, blends_, scan(node, children, tell), tell);
    return sample;
  }

 private:
  template <class Terms>
  ROOTWARD_INLINE Value scan(const NodeView& node, const ChildSpan& children, Terms tell) {
    if constexpr (requires { rule_(node, children, tell); })
      return rule_(node, children, tell);
    else
      return tell.one("F", "", rule_(node, children));
  }

  Rule rule_;
  bool blends_;
};

}  // namespace rootward::backups
