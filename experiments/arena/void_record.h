// A game that counts for nothing because an external player failed: a line of voids.jsonl.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rootward {

struct VoidRecord {
  std::string id;  ///< of the game that was to be played (GameRecord)
  std::array<std::string, 2> pairing;
  std::uint32_t pair = 0;
  std::array<std::string, 2> seats;
  std::uint64_t seed = 0;
  std::string player;   ///< who failed
  std::string reason;   ///< in one word: crash, timeout, ..
  std::string message;  ///< all about it, with the last of the program's standard error
  std::vector<std::string> opening;
  std::vector<std::string> moves;  ///< until then
};

}  // namespace rootward
