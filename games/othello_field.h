// Othello's moves and flips as bits: what rules, playouts and tactics share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

/// Boards of square_bits.h.
struct OthelloField {
  explicit constexpr OthelloField(int lines) : size(lines) {
    for (int row = 0; row < lines; ++row) {
      board |= ((std::uint64_t{1} << lines) - 1) << (8 * row);
      inner |= (((std::uint64_t{1} << (lines - 2)) - 1) << 1) << (8 * row);
    }
    const std::uint64_t ends = 1 | std::uint64_t{1} << (lines - 1);
    corners = ends | ends << (8 * (lines - 1));
  }
  int size;
  std::uint64_t board = 0;
  std::uint64_t inner = 0;  ///< all columns but the first and the last: a run of discs between columns lies there
  std::uint64_t corners = 0;
};

inline constexpr int kOthelloPass = 64;  ///< the action, beyond the bits of the cells

/// Along one axis both ways: cells beyond a run of theirs that begins beside `from`, and these runs. `run` holds the
/// discs that may be in a run; at most six are (Kogge-Stone by steps of 1, 2 and 2).
struct OthelloRuns {
  std::uint64_t up;
  std::uint64_t down;
};
template <int kShift>
[[gnu::always_inline]] inline OthelloRuns othello_runs(std::uint64_t from, std::uint64_t run) {
  std::uint64_t up = run & (from << kShift);
  std::uint64_t down = run & (from >> kShift);
  up |= run & (up << kShift);
  down |= run & (down >> kShift);
  const std::uint64_t pairs_up = run & (run << kShift);
  const std::uint64_t pairs_down = pairs_up >> kShift;
  up |= pairs_up & (up << (2 * kShift));
  down |= pairs_down & (down >> (2 * kShift));
  up |= pairs_up & (up << (2 * kShift));
  down |= pairs_down & (down >> (2 * kShift));
  return {up, down};
}

template <int kShift>
[[gnu::always_inline]] inline std::uint64_t othello_ends(std::uint64_t own, std::uint64_t run) {
  const OthelloRuns runs = othello_runs<kShift>(own, run);
  return (runs.up << kShift) | (runs.down >> kShift);
}

/// Cells where a disc turns others over.
[[gnu::always_inline]] inline std::uint64_t othello_moves(const OthelloField& field, std::uint64_t own,
                                                          std::uint64_t theirs) {
  const std::uint64_t sideways = theirs & field.inner;
  return (othello_ends<1>(own, sideways) | othello_ends<7>(own, sideways) | othello_ends<9>(own, sideways) |
          othello_ends<8>(own, theirs)) &
         field.board & ~(own | theirs);
}

template <int kShift>
[[gnu::always_inline]] inline std::uint64_t othello_turned(std::uint64_t cell, std::uint64_t own, std::uint64_t run) {
  const OthelloRuns runs = othello_runs<kShift>(cell, run);
  const std::uint64_t up = ((runs.up << kShift) & own) != 0 ? runs.up : 0;
  const std::uint64_t down = ((runs.down >> kShift) & own) != 0 ? runs.down : 0;
  return up | down;
}

/// The discs that a disc on `cell`, one bit, turns over.
[[gnu::always_inline]] inline std::uint64_t othello_flips(const OthelloField& field, std::uint64_t cell,
                                                          std::uint64_t own, std::uint64_t theirs) {
  const std::uint64_t sideways = theirs & field.inner;
  return othello_turned<1>(cell, own, sideways) | othello_turned<7>(cell, own, sideways) |
         othello_turned<9>(cell, own, sideways) | othello_turned<8>(cell, own, theirs);
}

struct OthelloStart {
  std::array<std::uint64_t, 2> discs;  ///< by seat
  Seat to_move;
};

/// A finished playout: the discs by seat, and its plies.
struct OthelloPlayout {
  std::array<std::uint64_t, 2> discs{};
  std::uint32_t plies = 0;
};

/// Random moves until neither side has one: one rng.below(number of moves) a move, forced passes included, counting
/// cells from a1. `trace` receives the cells, and no key of a pass; null: nobody wants them.
OthelloPlayout othello_playout(const OthelloField& field, const OthelloStart& start, Rng& rng, PlayoutTrace* trace);

}  // namespace rootward
