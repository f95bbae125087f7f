// What an SGF game of Go says, in our own terms: size, komi, stones set up, moves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "experiments/engines/sgf/sgf_text.h"

namespace rootward {

struct SgfMove {
  Seat seat = Seat::first;
  std::string vertex;  ///< "E5", "pass"
  int line = 0;        ///< where it was written
  int column = 0;
};

struct SgfMoves {
  int size = 19;
  std::optional<double> komi;
  std::vector<std::string> black, white;  ///< vertices set up before the first move
  Seat to_move = Seat::first;             ///< after these
  std::vector<SgfMove> moves;
};

/// Throws UsageError for another game than Go, boards that are not square or of 1 to 25 lines, points off the board,
/// and stones set up after the first move.
SgfMoves read_sgf_moves(const SgfGame& game, const std::string& source);

/// The point's two letters, column from the left and row from the top; "" for a pass. `vertex` is "E5" or "pass".
std::string sgf_point(const std::string& vertex, int size);

}  // namespace rootward
