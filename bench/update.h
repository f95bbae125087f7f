// The benchmarks of one update come from the registry, a row an operator.
#pragma once

namespace rootward {

/// Registers update/OPERATOR for 7, 82 and 362 children.
void register_updates();

}  // namespace rootward
