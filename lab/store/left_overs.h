// What processes that were killed leave beside results.
#pragma once

#include <string>

namespace rootward {

/// Removes it from the folder and all below: temporary files, heartbeats, and what shows the holders of locks. What a
/// process of this machine that lives may use stays, and that of another machine until it has not changed for a day.
void remove_left_overs(const std::string& folder);

}  // namespace rootward
