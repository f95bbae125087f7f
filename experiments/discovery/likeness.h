// Whether a tuned rule is anything but the average.
#pragma once

#include <string>

namespace rootward::discovery {

/// Whether a player's backup gives what the average gives, to 1e-9, at all nodes of a search whose simulations both
/// see. `player`: YAML. Throws UsageError where it is no player.
bool equals_average(const std::string& player);

}  // namespace rootward::discovery
