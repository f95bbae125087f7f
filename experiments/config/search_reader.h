// The `search:` map to settings, by the table of its fields (search_fields.h).
#pragma once

#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_node.h"
#include "search/settings.h"

namespace rootward::config {

/// Everything of SearchSettings but the operators. A null node means all defaults; what is wrong is added, and the
/// default stands in its place.
SearchSettings read_search(const YamlNode& search, ProblemList& problems);

}  // namespace rootward::config
