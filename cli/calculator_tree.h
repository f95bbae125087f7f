// The calculator's third form: a real search of a tree that is written out in the line.
#pragma once

#include "core/json.h"

namespace rootward {

/// Answers {"backup", "tree", "simulations", "seed", "range"} with {"root": ..}: the whole tree, each node with visits
/// and, where visited, value and mean in MAX's view. Throws UsageError or ParamError saying what is wrong.
Json answer_tree(const Json& line);

}  // namespace rootward
