// A deterministic part of a tournament's games, for runs spread over several machines.
#pragma once

#include <cstdint>

namespace rootward {

/// In which of `count` shards, from 1, the unit lies that is not to be cut: a pair of games of a pairing, counted pair
/// by pair over all pairings, or an instance of a study.
constexpr std::uint32_t shard_of_unit(std::uint64_t unit, std::uint32_t count) {
  return static_cast<std::uint32_t>(unit % count) + 1;
}

/// `--shard K/N`: K in 1 .. N; 1/1 is the whole tournament.
struct Shard {
  std::uint32_t index = 1;
  std::uint32_t count = 1;
  [[nodiscard]] bool is_whole() const { return count == 1; }
  [[nodiscard]] bool contains(std::uint64_t unit) const { return shard_of_unit(unit, count) == index; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace rootward
