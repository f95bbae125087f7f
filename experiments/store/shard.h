// A deterministic part of a tournament's games, for runs spread over several machines.
#pragma once

#include <cstdint>

namespace rootward {

/// `--shard K/N`: K in 1 .. N. Both games of a pair lie in one shard; 1/1 is the whole tournament.
struct Shard {
  std::uint32_t index = 1;
  std::uint32_t count = 1;
  [[nodiscard]] bool is_whole() const { return count == 1; }
  [[nodiscard]] bool contains(std::uint32_t pair) const { return pair % count == index - 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace rootward
