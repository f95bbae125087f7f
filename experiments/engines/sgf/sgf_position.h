// A position out of a record.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engines/sgf/sgf_moves.h"
#include "experiments/play/game.h"

namespace rootward {

/// An empty board's rows with the record's stones set up; empty where it sets none up. Throws UsageError (`source`
/// names the record) where the game does not know such boards.
std::vector<std::string> sgf_setup_rows(const Game& game, const SgfMoves& record, const std::string& source);

/// The position after the first `moves` moves; the board is of the record's size. Throws UsageError with the line and
/// column of a move that is illegal.
std::unique_ptr<Position> position_in_sgf(const Game& game, const SgfMoves& record, std::size_t moves,
                                          const std::string& source);

}  // namespace rootward
