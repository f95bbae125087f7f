// The `search:` map to settings, by the table of its fields (search_fields.h).
#pragma once

#include <string>

#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"
#include "search/settings.h"

namespace rootward::config {

/// Everything of SearchSettings but the operators. A null node means all defaults; what is wrong is added, and the
/// default stands in its place.
SearchSettings read_search(const YamlNode& search, ProblemList& problems);

/// What is wrong with an operator under this search's evaluator: it asks how far each evaluation may be off and the
/// evaluator does not tell, or the network's file cannot be read, which would say so. "": nothing.
std::string uncertainty_problem(const std::string& operator_name, const SearchSettings& settings);

}  // namespace rootward::config
