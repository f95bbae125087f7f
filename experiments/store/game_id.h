// The name of a game, which fixes everything about it.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

namespace rootward {

/// `A:B:pair:g`; g = 0: A has the first seat, g = 1: B has.
inline std::string game_id(const std::array<std::string, 2>& pairing, std::uint32_t pair, int game_of_pair) {
  return fmt::format("{}:{}:{}:{}", pairing[0], pairing[1], pair, game_of_pair);
}

}  // namespace rootward
