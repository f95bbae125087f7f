// The key `operators` of whatever tunes operators alike.
#pragma once

#include <string>
#include <vector>

#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// Whom every other operator is compared with; always among the operators.
inline constexpr const char* kControl = "average";

/// One of the operators, with what is tuned of it.
struct TunedOperator {
  std::string label;               ///< in the tables, and before the seed in its tuned players' names ("softmax-2")
  std::string name;                ///< in the registry
  config::YamlNode backup;         ///< the operator with the values that stay as they are
  std::vector<std::string> tuned;  ///< its parameters that are tuned beside the exploration constant
};

/// The operator with what it cannot do without (the lower ends of the tuning boxes); all that has a box is tuned.
TunedOperator with_its_boxes(const std::string& name);

/// What an operator has boxes for: "g", "parameters.k0" of a formula. Throws UsageError where it is none.
std::vector<std::string> boxes_of(const config::YamlNode& backup);

/// All of them where `node` is null, each under one name; a list of names; or a map, label by label. The control is
/// always among them. What is wrong is added.
std::vector<TunedOperator> read_operators(const config::YamlNode* node, config::ProblemList& problems);

}  // namespace rootward::study
