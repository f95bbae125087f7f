// An operator given in JSON: its name, or a map with its name and parameters.
#pragma once

#include "core/json.h"
#include "core/params.h"

namespace rootward {

/// A JSON value with a structure of its own: a tree's nodes, a formula's definitions and parameters.
ParamTree param_tree_of(const Json& given);

/// Resolved against the registry. Throws UsageError or ParamError saying what is wrong.
NamedParams read_operator(const Json& given);

/// Whether its values may leave [-1, 1]: always, or as its parameter `unbounded` says.
bool may_leave_range(const NamedParams& id);

}  // namespace rootward
