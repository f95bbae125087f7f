// The key `operators` of whatever tunes operators alike.
#pragma once

#include <vector>

#include "experiments/league/config.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::league {

/// All of them where `node` is null, each under one name; a list of names; or a map, label by label. The control is
/// always among them. What is wrong is added.
std::vector<LeagueOperator> read_operators(const config::YamlNode* node, config::ProblemList& problems);

}  // namespace rootward::league
