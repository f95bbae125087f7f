// The inputs that all operators have in common.
#include "search/terms.h"

namespace rootward {

void tell_inputs(const NodeView& node, Value sample, std::vector<Term>& inputs) {
  const TermList tell(inputs, node.child_count);
  tell.one("N", "", node.visits);
  tell.one("R", "", sample);
  tell.one("V_old", "", node.value);
  tell.one("m", "", node.mean);
  if (node.own_visits > 0) {
    tell.one("n0", "", node.own_visits);
    tell.one("m0", "", node.own_mean);
  }
  if (node.child_count == 0) return;
  tell.each("n", "", [&](std::size_t i) { return static_cast<double>(node.child_visits[i]); });
  tell.each("q", "", [&](std::size_t i) { return node.child_values[i]; });
}

}  // namespace rootward
