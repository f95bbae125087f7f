// Connect Four's open threes: empty cells that would complete a line, counted by the parity of their rows.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/heuristics.h"
#include "core/types.h"

namespace rootward {

/// One seat's open threes. Rows count from 1 below; on boards of an even height the player who begins comes to the odd
/// rows when the last columns fill, the other to the even ones (Allis 1988).
struct OpenThrees {
  int good = 0;   ///< in rows that the seat comes to
  int other = 0;  ///< in the other rows
  /// `row` from 0.
  void add(Seat seat, int row) { ++((row % 2 == 0) == (seat == Seat::first) ? good : other); }
};

Judgements connect4_judgements();
/// By seat; v = 3 (good - their_good) + (other - their_other).
double connect4_heuristic(const std::array<OpenThrees, 2>& threes, Seat mover);
void connect4_features(const std::array<OpenThrees, 2>& threes, Seat mover, std::span<double> out);

}  // namespace rootward
