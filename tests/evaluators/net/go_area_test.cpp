// Unconditional life against brute force (the enemy alone moves until it can take no more), and what is owned by it.
#include "evaluators/net/go_area.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "evaluators/net/go_life.h"
#include "games/go/go.h"
#include "tests/evaluators/net/go_shapes.h"

namespace rootward::testing {
namespace {

std::vector<Stone> board_of(const std::vector<Stone>& stones, int size, Point move, Stone mover, bool& is_legal) {
  LargeBoard board(size);
  for (Point point = 0; point < size * size; ++point) {
    const Stone stone = stones[static_cast<std::size_t>(point)];
    if (stone != Stone::empty) board.set_stone(point, stone == Stone::black ? Seat::first : Seat::second);
  }
  const Seat seat = mover == Stone::black ? Seat::first : Seat::second;
  is_legal = board.is_placeable(move, seat, false);
  if (is_legal) board.play(move, seat);
  return stones_of(board);
}

/// Stones of the colour that no sequence of enemy moves, all answered by passes, can take.
std::vector<std::uint8_t> alive_by_force(const std::vector<Stone>& stones, int size, Stone colour) {
  const Stone enemy = colour == Stone::black ? Stone::white : Stone::black;
  std::vector<std::uint8_t> is_alive;
  for (Stone stone : stones) is_alive.push_back(stone == colour ? 1 : 0);
  std::set<std::vector<Stone>> seen{stones};
  std::vector<std::vector<Stone>> open{stones};
  while (!open.empty()) {
    const std::vector<Stone> now = open.back();
    open.pop_back();
    for (Point move = 0; move < size * size; ++move) {
      if (now[static_cast<std::size_t>(move)] != Stone::empty) continue;
      bool is_legal = false;
      const std::vector<Stone> next = board_of(now, size, move, enemy, is_legal);
      if (!is_legal) continue;
      for (std::size_t point = 0; point < stones.size(); ++point)
        if (next[point] != colour) is_alive[point] = 0;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return is_alive;
}

TEST(GoArea, LifeIsWhatBruteForceCannotTake) {
  Rng rng(9);
  std::size_t alive = 0;
  for (int game = 0; game < 150; ++game) {
    const int size = 3 + static_cast<int>(rng.below(2));
    const GoRules rules{.size = size};
    Go<SmallBoard> position(rules);
    const auto plies = static_cast<int>(rng.below(static_cast<std::uint32_t>(3 * size * size)));
    for (int ply = 0; ply < plies && !position.is_over(); ++ply) {
      ActionList actions;
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    const std::vector<Stone> stones = stones_of(position.board());
    for (Stone colour : {Stone::black, Stone::white}) {
      const std::vector<std::uint8_t> expected = alive_by_force(stones, size, colour);
      const net::ColourLife life(stones, size, colour, false);
      for (Point point = 0; point < size * size; ++point)
        ASSERT_EQ(life.is_alive(point), expected[static_cast<std::size_t>(point)] != 0) << position.drawing();
      alive += static_cast<std::size_t>(std::ranges::count(expected, 1));
    }
  }
  EXPECT_GT(alive, 100U);
}

std::string drawn(const std::vector<std::string>& rows, bool is_suicide_legal) {
  const auto size = static_cast<int>(rows.size());
  const std::vector<Stone> area = net::go_area(stones_of_rows(rows), size, is_suicide_legal);
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) {
      const Stone owner = area[static_cast<std::size_t>(row * size + column)];
      text += owner == Stone::black ? 'x' : owner == Stone::white ? 'o' : '.';
    }
    text += row > 0 ? "/" : "";
  }
  return text;
}

TEST(GoArea, DeadStonesInTwoEyesAndOpenRegions) {
  EXPECT_EQ(drawn({".....", ".....", ".....", ".....", "....."}, true), "...../...../...../...../.....");
  // Two one-point eyes: everything inside is Black's; the rest is nobody's or the stones' own.
  EXPECT_EQ(drawn({".X.X.", "XXXXX", ".....", "OO.OO", "O...O"}, true), "xxxxx/xxxxx/...../oo.oo/o...o");
  // One colour alone owns the empty board around it.
  EXPECT_EQ(drawn({".....", ".X...", ".....", ".....", "....."}, true), "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx");
  // A dead white stone in Black's second eye belongs to Black.
  EXPECT_EQ(drawn({".X.O.", "XXXXX", "OOOOO", ".O.O.", "OOOOO"}, true), "xxxxx/xxxxx/ooooo/ooooo/ooooo");
  // The corner is Black's by life, although only White's stones border it for White.
  EXPECT_EQ(drawn({".OX.X.X", "OXXXXXX", "XX.....", ".......", ".......", ".......", "......."}, true),
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx");
}

}  // namespace
}  // namespace rootward::testing
