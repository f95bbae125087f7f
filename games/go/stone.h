// What both board representations share: stones, position keys, and the outcome of a placement.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rng.h"
#include "core/types.h"
#include "games/go/rules.h"

namespace rootward {

/// Content of a point; the first seat plays Black.
enum class Stone : std::uint8_t { empty, black, white };

constexpr Stone stone_of(Seat seat) { return seat == Seat::first ? Stone::black : Stone::white; }
constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

/// A point is row * size + column from the lower left (A1 = 0); kNoPoint is none, or a pass.
using Point = int;
inline constexpr Point kNoPoint = -1;

/// What playing a stone did.
struct Placement {
  int captured = 0;     ///< enemy stones taken
  int suicides = 0;     ///< own stones taken, the new one included
  Point ko = kNoPoint;  ///< where simple ko forbids the answer
};

/// How a playout on the bare board went: area without komi, in points (Black minus White), and plies with passes.
struct BoardPlayout {
  int area_difference = 0;
  std::uint32_t plies = 0;
};

/// Where a playout starts.
struct PlayoutStart {
  Seat to_move = Seat::first;
  Point ko = kNoPoint;
  int passes = 0;  ///< passes in a row just made, 0 or 1
};

namespace detail {
inline constexpr auto kMaxPoints = static_cast<std::size_t>(kMaxGoSize) * kMaxGoSize;
constexpr std::array<std::array<std::uint64_t, kMaxPoints>, 2> make_stone_keys() {
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> keys{};
  std::uint64_t seed = hash_name("go stone keys");
  for (auto& row : keys)
    for (auto& key : row) key = mix64(seed++);
  return keys;
}
inline constexpr auto kStoneKeys = make_stone_keys();
}  // namespace detail

/// Zobrist keys: a board's key is its size's key XOR the keys of its stones (Zobrist 1970).
constexpr std::uint64_t stone_key(Seat seat, Point point) {
  return detail::kStoneKeys[index_of(seat)][static_cast<std::size_t>(point)];
}
constexpr std::uint64_t empty_board_key(int size) { return mix64(hash_name("go board") + static_cast<unsigned>(size)); }

}  // namespace rootward
