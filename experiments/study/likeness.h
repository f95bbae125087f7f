// What a rule of a formula is, tried out: whether the language takes it, and whether it is anything but the average.
#pragma once

#include "experiments/study/grammar.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// Whether the language takes the formula: it is finite at all nodes that the check tries.
bool is_sound(const Formula& formula);

/// Whether an operator gives what the average gives, to 1e-9, at all nodes of a search whose simulations both see.
/// Throws UsageError where it is none.
bool equals_average(const config::YamlNode& backup);

}  // namespace rootward::study
