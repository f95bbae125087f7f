// What an SGF game of Go says, in our own terms: size, komi, stones set up, moves, and the positions between them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "core/types.h"
#include "lab/engines/sgf/sgf_text.h"
#include "lab/play/game.h"

namespace rootward {

struct SgfMove {
  Seat seat = Seat::first;
  std::string vertex;  ///< "E5", "pass"
  int line = 0;        ///< where it was written
  int column = 0;
};

/// Where a property was written; zeros where the record does not state it.
struct SgfPlace {
  int line = 0;
  int column = 0;
};

struct SgfMoves {
  int size = 19;
  SgfPlace size_place;
  std::optional<double> komi;
  SgfPlace komi_place;
  std::vector<std::string> black, white;  ///< vertices set up before the first move, by rows from the top
  Seat to_move = Seat::first;             ///< after these
  std::vector<SgfMove> moves;
  [[nodiscard]] bool has_setup() const { return !black.empty() || !white.empty(); }
};

/// Throws UsageError for another game than Go, boards that are not square or of 1 to 25 lines, points off the board,
/// and stones set up after the first move.
SgfMoves read_sgf_moves(const SgfGame& game, const std::string& source);

/// The game with the record's size, or with its komi where it states one and the game has komi. Throws UsageError with
/// the place of what the rules do not allow.
NamedParams game_of_sgf_size(const NamedParams& game, const SgfMoves& record, const std::string& source);
NamedParams game_of_sgf_komi(const NamedParams& game, const SgfMoves& record, const std::string& source);

/// The point's two letters, column from the left and row from the top; "" for a pass. `vertex` is "E5" or "pass".
std::string sgf_point(const std::string& vertex, int size);

/// An empty board's rows with the record's stones set up; empty where it sets none up. Throws UsageError (`source`
/// names the record) where the game does not know such boards.
std::vector<std::string> sgf_setup_rows(const Game& game, const SgfMoves& record, const std::string& source);

/// The position after the first `moves` moves; the board is of the record's size. Throws UsageError with the line and
/// column of a move that is illegal.
std::unique_ptr<Position> position_in_sgf(const Game& game, const SgfMoves& record, std::size_t moves,
                                          const std::string& source);

}  // namespace rootward
