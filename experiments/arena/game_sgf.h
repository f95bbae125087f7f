// A stored game as SGF.
#pragma once

#include <string>
#include <vector>

#include "experiments/arena/game_record.h"
#include "experiments/play/game.h"

namespace rootward {

/// What an SGF file tells before its first move.
struct SgfHead {
  std::string name, black, white;
  std::string result;  ///< "B+3.5"
  std::string comment;
};

/// A move, and what is said about it.
struct SgfNote {
  Action action = kNoAction;
  std::string comment;
};

/// One game tree of a Go-like game from its start, ended by a newline. The moves are legal.
std::string sgf_of_moves(const SgfHead& head, const std::vector<SgfNote>& moves, const Game& game);

/// One game tree, ended by a newline: names, komi, rules, result; each move with the visits and the value (view of its
/// mover) that its search had. Throws RunError for a record that is not of this Go-like game.
std::string game_sgf(const GameRecord& record, const Game& game);

}  // namespace rootward
