// Go boards for tests: from rows of text, top row first, X Black and O White, and from positions.
#pragma once

#include <string>
#include <vector>

#include "games/go/stone.h"

namespace rootward::testing {

inline std::vector<Stone> stones_of_rows(const std::vector<std::string>& rows) {
  std::vector<Stone> stones;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    for (char c : *row) stones.push_back(c == 'X' ? Stone::black : c == 'O' ? Stone::white : Stone::empty);
  return stones;
}

template <class Board>
std::vector<Stone> stones_of(const Board& board) {
  std::vector<Stone> stones;
  for (Point point = 0; point < board.points(); ++point) stones.push_back(board.at(point));
  return stones;
}

}  // namespace rootward::testing
