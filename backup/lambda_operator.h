// The lambda-returns of Khandelwal et al.: each node mixes what it received with a value stored below it.
#pragma once

#include "backup/child_operator.h"
#include "core/params.h"
#include "search/node_view.h"
#include "search/terms.h"

namespace rootward::backups {

inline ParamSpec lambda_spec() {
  return {.key = "lambda",
          .help = "share of the received return; 1 is the average, 0 bootstraps from the children alone",
          .fallback = 0.8,
          .low = 0,
          .high = 1,
          .tune_low = 0,
          .tune_high = 1,
          .source = "Khandelwal et al. 2016 search 0 to 1; default ours"};
}

/// What a node bootstraps from: its best visited child (off-policy) or the child on the path (on-policy).
enum class Bootstrap { best_child, selected_child };

/// The stored value that `kFrom` names; false where the node has none (it then stands on the return alone).
template <Bootstrap kFrom>
ROOTWARD_INLINE bool find_bootstrap(const NodeView& node, Value& bootstrap) {
  if constexpr (kFrom == Bootstrap::best_child) {
    if (node.child_count == 0) return false;
    bootstrap = largest_value(children_of(node));
  } else {
    if (node.selected == kNoChild) return false;
    bootstrap = node.child_values[node.selected];
  }
  return true;
}

/// mixed = lambda received + (1 - lambda) bootstrap; stores the running mean of the mixed values, passes the mixed
/// value up. Worked: lambda 1/2, received 1, best child 0.9: 0.95 goes up.
template <Bootstrap kFrom>
class LambdaOperator {
 public:
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;

  explicit LambdaOperator(double lambda) : lambda_(lambda) {}

  template <class Terms = NoTerms>
  Value update(NodeView& node, Value sample, Terms tell = {}) {
    const Value mixed = mix(node, sample, tell);
    node.value = tell.one("V", "V_old + (mixed - V_old) / N", node.value + (mixed - node.value) / node.visits);
    return mixed;
  }

 private:
  template <class Terms>
  ROOTWARD_INLINE Value mix(const NodeView& node, Value sample, Terms tell) const {
    Value bootstrap = 0;
    if (!find_bootstrap<kFrom>(node, bootstrap)) return tell.one("mixed", "R", sample);
    tell.one("lambda", "", lambda_);
    tell.one(kFrom == Bootstrap::best_child ? "q_b" : "q_s", kFrom == Bootstrap::best_child ? "max(q)" : "", bootstrap);
    return tell.one(
        "mixed", kFrom == Bootstrap::best_child ? "lambda * R + (1 - lambda) * q_b" : "lambda * R + (1 - lambda) * q_s",
        lambda_ * sample + (1 - lambda_) * bootstrap);
  }

  double lambda_;
};

}  // namespace rootward::backups
