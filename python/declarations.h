// Operators as Python declares them, and what may be wrong with what they give.
#pragma once

#include <string>
#include <vector>

#include "backup/registry.h"
#include "python/native.h"
#include "search/node_view.h"

namespace rootward::python {

/// Description, family and flags of {"name", "kind", "own", "parameters", "number", "unbounded", "source"}. The
/// source's mark becomes a parameter, so that results tell which source played them.
OperatorEntry entry_of(const py::dict& declaration);
/// The keys of the rule's own parameters, in their order.
std::vector<std::string> parameter_names(const py::dict& declaration);

/// The numbers that an operator keeps at its nodes: none, or one that the node owns.
template <bool kHasNumber>
struct RuleColumns {
  static constexpr auto kColumns = kNoColumns;
};
template <>
struct RuleColumns<true> {
  static constexpr auto kColumns = kOneNumber;
};

/// A rule with its parameters, as messages name it.
class RuleName {
 public:
  RuleName(std::string name, const Params& params, bool is_unbounded);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Where something went wrong: the simulation, and operator and node as a line for `rw.backup`.
  [[nodiscard]] std::string place(const NodeView& node, Value sample) const;
  /// The value if it is finite, and in [-1, 1] but for rounding unless the rule is unbounded; else throws a
  /// GuestFailure, ValueError to Python.
  [[nodiscard]] Value checked(double value, const NodeView& node, Value sample) const;

 private:
  std::string name_;
  std::string config_;  ///< JSON
  bool is_unbounded_;
};

}  // namespace rootward::python
