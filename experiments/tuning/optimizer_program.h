// Our own optimizer as the program that a tuning starts unless told otherwise.
#pragma once

#include <cstdint>
#include <string>

namespace rootward::tuning {

/// The command that starts rootward-optimizer, from beside this program or from PATH. Throws PlayerError naming both
/// places where it is in neither.
std::string default_optimizer(std::uint64_t seed, const std::string& state_file);

}  // namespace rootward::tuning
