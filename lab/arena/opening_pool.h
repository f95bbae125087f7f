// Where openings come from: all classes of positions after a few random plies, a random draw of one, or a book.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "lab/play/game.h"

namespace rootward {

/// Moves from the game's start.
using MoveSequence = std::vector<Action>;

/// The position after the moves, which must be legal.
std::unique_ptr<Position> position_after(const Game& game, const MoveSequence& moves);

/// One sequence for each class, up to board symmetry and order of moves, of unfinished positions after `plies` moves
/// other than passes; nothing where that would look at more than `effort` positions. Fixed order.
std::optional<std::vector<MoveSequence>> all_openings(const Game& game, int plies, std::size_t effort);

/// `plies` uniformly random moves other than passes; nothing where the game ended on the way.
std::optional<MoveSequence> random_opening(const Game& game, int plies, Rng& rng);

/// A book file: one opening a line, moves as people write them, blanks between them, `#` starts a comment; or a file
/// whose name ends in .sgf, or a folder of such files, with the main line of each game. `plies` > 0: only so many moves
/// of each. Of openings equal up to symmetry the first counts. Throws UsageError with every wrong move and its line and
/// column, RunError where a file cannot be read.
std::vector<MoveSequence> read_book(const Game& game, const std::string& file, int plies = 0);

}  // namespace rootward
