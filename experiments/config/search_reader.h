// The `search:` map to settings; here live the defaults that depend on the evaluator.
#pragma once

#include <string>
#include <string_view>

#include "core/params.h"
#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_node.h"
#include "search/settings.h"

namespace rootward::config {

/// Everything of SearchSettings but the operators. A null node means all defaults; what is wrong is added, and the
/// default stands in its place.
SearchSettings read_search(const YamlNode& search, ProblemList& problems);

/// "one", "all", "self".
std::string_view expansion_name(ExpansionKind kind);
/// "value", "mean".
std::string_view reads_name(Reads reads);

}  // namespace rootward::config
