// Runs a formula at made-up nodes before it is let into a search.
#pragma once

#include <string>
#include <vector>

#include "backup/formula_compiler.h"

namespace rootward::formula {

/// 10,000 fixed nodes at the parameters' values and 500 at each of up to 32 corners of what `tune` allows. Throws
/// ParamError naming a node where the value is not finite; what is merely odd is returned as sentences.
/// A thread remembers what it has let pass: a search for rules reads each of its files several times.
std::vector<std::string> check_at_nodes(const Params& params, const Surroundings& surroundings);

}  // namespace rootward::formula
