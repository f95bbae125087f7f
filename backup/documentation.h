// docs/operators.md, generated from the registry.
#pragma once

#include <string>

namespace rootward {

/// The whole page: an operator a section with formula, parameters, notes and worked examples.
std::string operators_markdown();

}  // namespace rootward
