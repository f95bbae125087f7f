// A stored game as SGF.
#pragma once

#include <string>

#include "lab/arena/game_record.h"
#include "lab/play/game.h"

namespace rootward {

/// One game tree, ended by a newline: names, komi, rules, result; each move with the visits and the value (view of its
/// mover) that its search had. Throws RunError for a record that is not of this Go-like game.
std::string game_sgf(const GameRecord& record, const Game& game);

}  // namespace rootward
