// Helpers of the Go tests: both representations as a typed suite, rules in one line, the twin's position as state text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "games/go/go.h"

namespace rootward::test {

using BothBoards = ::testing::Types<SmallBoard, LargeBoard>;

inline GoRules go_rules(int size, KoRule ko = KoRule::positional, bool suicide = false, double komi = 0.5) {
  return {.size = size, .komi = komi, .suicide = suicide, .ko = ko, .move_limit = 3 * size * size};
}

/// A state whose board is given by its rows from the top, separated by '/'.
inline std::string state_text(const GoRules& rules, std::string rows, const std::string& to_move = "black",
                              const std::string& ko = "none") {
  for (char& c : rows)
    if (c == '/') c = '\n';
  return "go " + std::to_string(rules.size) + "\nto_move " + to_move + "\nply 0\npasses 0\nko " + ko +
         "\nearlier none\nboard\n" + rows + "\n";
}

template <class Board>
void play_text(Go<Board>& position, const std::string& move) {
  const auto action = position.parse_action(move);
  ASSERT_TRUE(action.has_value()) << move;
  ASSERT_TRUE(position.is_legal(*action)) << move << "\n" << position.drawing();
  position.play(*action);
}

/// Colourings of the points from `point` on in which every stone has a liberty (Tromp & Farnebaeck 2006).
template <class Board>
int legal_colourings(const Board& board, Point point) {
  if (point == board.points()) {
    for (Point p = 0; p < board.points(); ++p)
      if (board.at(p) != Stone::empty && board.liberties(p) == 0) return 0;
    return 1;
  }
  int count = legal_colourings(board, point + 1);
  for (Seat seat : {Seat::first, Seat::second}) {
    Board next = board;
    next.set_stone(point, seat);
    count += legal_colourings(next, point + 1);
  }
  return count;
}

}  // namespace rootward::test
