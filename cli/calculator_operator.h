// An operator given in JSON: its name, or a map with its name and parameters.
#pragma once

#include "core/json.h"
#include "core/params.h"

namespace rootward {

/// Resolved against the registry. Throws UsageError or ParamError saying what is wrong.
NamedParams read_operator(const Json& given);

/// Whether its values may leave [-1, 1]: always, or as its parameter `unbounded` says.
bool may_leave_range(const NamedParams& id);

}  // namespace rootward
