// Breakthrough's moves as bits: what rules, playouts and tactics share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

/// Boards of square_bits.h.
struct BreakthroughField {
  explicit constexpr BreakthroughField(int lines) : size(lines) {
    for (int row = 0; row < lines; ++row) {
      first_column |= std::uint64_t{1} << (8 * row);
      last_column |= std::uint64_t{1} << (8 * row + lines - 1);
    }
    const std::uint64_t row = (std::uint64_t{1} << lines) - 1;
    goals = {row, row << (8 * (lines - 1))};
  }
  int size;
  std::uint64_t first_column = 0;
  std::uint64_t last_column = 0;
  std::array<std::uint64_t, 2> goals{};  ///< the row that wins, by seat
};

/// A pawn's step, seen from the first column: towards it, straight on, away from it.
inline constexpr std::size_t kBreakthroughSteps = 3;
/// Cells that pawns can step to, by step.
using BreakthroughTargets = std::array<std::uint64_t, kBreakthroughSteps>;

/// By how many bits each step goes down (the first seat's way) and up.
inline constexpr std::array<int, kBreakthroughSteps> kBreakthroughDown{9, 8, 7};
inline constexpr std::array<int, kBreakthroughSteps> kBreakthroughUp{7, 8, 9};

/// Where the pawns' steps lead, whatever stands there.
template <Seat kSeat>
[[gnu::always_inline]] inline BreakthroughTargets breakthrough_reach(const BreakthroughField& field,
                                                                     std::uint64_t pawns) {
  const std::uint64_t left = pawns & ~field.first_column;
  const std::uint64_t right = pawns & ~field.last_column;
  if constexpr (kSeat == Seat::first) return {left >> 9, pawns >> 8, right >> 7};
  return {left << 7, pawns << 8, right << 9};
}

/// The seat's moves: diagonal ones where no own pawn stands, straight ones onto empty cells. Nobody has won.
template <Seat kSeat>
[[gnu::always_inline]] inline BreakthroughTargets breakthrough_targets(const BreakthroughField& field,
                                                                       std::uint64_t own, std::uint64_t theirs) {
  const BreakthroughTargets reach = breakthrough_reach<kSeat>(field, own);
  return {reach[0] & ~own, reach[1] & ~(own | theirs), reach[2] & ~own};
}

inline BreakthroughTargets breakthrough_targets(const BreakthroughField& field, Seat seat, std::uint64_t own,
                                                std::uint64_t theirs) {
  return seat == Seat::first ? breakthrough_targets<Seat::first>(field, own, theirs)
                             : breakthrough_targets<Seat::second>(field, own, theirs);
}

/// Cells where the seat's pawns could take.
inline std::uint64_t breakthrough_attacks(const BreakthroughField& field, Seat seat, std::uint64_t pawns) {
  const BreakthroughTargets reach = seat == Seat::first ? breakthrough_reach<Seat::first>(field, pawns)
                                                        : breakthrough_reach<Seat::second>(field, pawns);
  return reach[0] | reach[2];
}

/// The bit that a step to `target` came from.
inline std::uint64_t breakthrough_origin(Seat seat, std::size_t step, std::uint64_t target) {
  return seat == Seat::first ? target << kBreakthroughDown[step] : target >> kBreakthroughUp[step];
}

/// A step's number as an action: 64 * step + the bit it starts from.
inline constexpr int kBreakthroughActions = 64 * static_cast<int>(kBreakthroughSteps);

struct BreakthroughStart {
  std::array<std::uint64_t, 2> pawns;  ///< by seat
  Seat to_move;
};

/// Random moves until somebody has won: one rng.below(number of moves) a move, counting them by step and cell. `trace`
/// receives the actions; null: nobody wants them. Nobody has won yet.
PlayoutResult breakthrough_playout(const BreakthroughField& field, const BreakthroughStart& start, Rng& rng,
                                   PlayoutTrace* trace);

}  // namespace rootward
