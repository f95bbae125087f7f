// Child-type operators: V = F(children), blended with the node's own evaluations outside F.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "backup/block_math.h"
#include "core/params.h"
#include "search/node_view.h"

namespace rootward::backups {

inline ChildSpan children_of(const NodeView& node) { return {node.child_visits, node.child_values, node.child_count}; }

/// The value of a node none of whose children has been visited: the mean of its own evaluations.
inline Value childless_value(const NodeView& node) { return node.own_visits > 0 ? node.own_mean : node.mean; }

/// V = (n0 m0 + S F) / (n0 + S) under `blend`, F alone under `drop`; S = visits of all visited children.
/// Worked: n0 = 1, m0 = 1, S = 10, F = 1/2: 6/11.
///
/// `Rule`: rule(node, children) is F, a value within the children's range. Passes up what it received.
template <class Rule>
class ChildOperator {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsPriors = requires { requires Rule::kReadsPriors; };
  static constexpr bool kReadsUnvisited = requires { requires Rule::kReadsUnvisited; };

  ChildOperator(Rule rule, const Params& params) : rule_(std::move(rule)), blends_(params.text("own") == "blend") {}

  Value update(NodeView& node, Value sample) {
    const ChildSpan children = children_of(node);
    if (children.count == 0) {
      node.value = childless_value(node);
      return sample;
    }
    const Value scanned = rule_(node, children);
    if (blends_ && node.own_visits > 0) {
      const double own = node.own_visits;
      node.value = scanned + own / (own + total_visits(children)) * (node.own_mean - scanned);
    } else {
      node.value = scanned;
    }
    return sample;
  }

 private:
  Rule rule_;
  bool blends_;
};

}  // namespace rootward::backups
