// Connect Four on both boards: perft and position counts, symmetry classes, the blocked cell, text.
#include "games/connect4.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "core/errors.h"
#include "games/perft.h"

namespace rootward::testing {
namespace {

Connect4Rules board(int width, int height, int connect = 4, int blocked_column = 0, int blocked_row = 0) {
  return {.width = width,
          .height = height,
          .connect = connect,
          .blocked_column = blocked_column,
          .blocked_row = blocked_row};
}

template <class Game>
class Connect4 : public ::testing::Test {
 protected:
  static Game after(const Connect4Rules& rules, const std::vector<int>& columns) {
    Game game(rules);
    for (int column : columns) game.play(static_cast<Action>(column - 1));
    return game;
  }

  static std::string refusal(const Connect4Rules& rules, std::string_view text) {
    try {
      Game::from_text(rules, text);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  }
};

using Boards = ::testing::Types<Connect4Small, Connect4Large>;
class BoardNames {
 public:
  template <class Game>
  static std::string GetName(int) {
    return std::is_same_v<Game, Connect4Small> ? "Small" : "Large";
  }
};
TYPED_TEST_SUITE(Connect4, Boards, BoardNames);

TYPED_TEST(Connect4, PerftTable) {
  constexpr std::array<std::uint64_t, 8> kTable{7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
  const Connect4Rules rules;
  TypeParam game(rules);
  for (int depth = 1; depth <= 8; ++depth) EXPECT_EQ(perft(game, depth), kTable[static_cast<std::size_t>(depth - 1)]);
}

/// Positions after each ply, found breadth first: OEIS A212693.
TYPED_TEST(Connect4, PublishedCountsOfPositionsByPly) {
  const Connect4Rules rules;
  std::vector<TypeParam> layer{TypeParam(rules)};
  for (const std::size_t expected : {1U, 7U, 49U, 238U, 1120U, 4263U, 16422U, 54859U}) {
    EXPECT_EQ(layer.size(), expected);
    std::vector<TypeParam> next;
    std::unordered_set<std::uint64_t> seen;
    for (const TypeParam& position : layer) {
      ActionList actions;
      position.legal_actions(actions);
      for (Action action : actions) {
        TypeParam child = position;
        child.play(action);
        if (seen.insert(child.hash()).second) next.push_back(child);
      }
    }
    layer = std::move(next);
  }
}

template <class Game>
std::size_t classes_of_two_plies(const Connect4Rules& rules) {
  std::set<std::uint64_t> classes;
  for (Action one = 0; one < rules.width; ++one) {
    for (Action two = 0; two < rules.width; ++two) {
      Game game(rules);
      game.play(one);
      game.play(two);
      classes.insert(game.canonical_hash());
    }
  }
  return classes.size();
}

TYPED_TEST(Connect4, ClassesOfTwoPlies) {
  EXPECT_EQ(classes_of_two_plies<TypeParam>(Connect4Rules{}), 25U);
  EXPECT_EQ(classes_of_two_plies<TypeParam>(board(7, 6, 4, 4, 2)), 25U);
  EXPECT_EQ(classes_of_two_plies<TypeParam>(board(7, 6, 4, 3, 2)), 49U);
  EXPECT_EQ(classes_of_two_plies<TypeParam>(board(8, 6, 4)), 32U);
  EXPECT_EQ(classes_of_two_plies<TypeParam>(board(8, 6, 4, 4, 2)), 64U);
}

TYPED_TEST(Connect4, LinesInEveryDirectionWin) {
  const Connect4Rules rules;
  EXPECT_EQ(this->after(rules, {1, 2, 1, 2, 1, 2, 1}).result(), 1);
  EXPECT_EQ(this->after(rules, {4, 4, 5, 5, 6, 6, 7}).result(), 1);
  EXPECT_EQ(this->after(rules, {1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4}).result(), 1);
  EXPECT_EQ(this->after(rules, {7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4}).result(), 1);
  EXPECT_EQ(this->after(rules, {7, 1, 2, 1, 2, 1, 3, 1}).result(), -1);
}

TYPED_TEST(Connect4, LinesDoNotGoOnInTheNextColumn) {
  const TypeParam game = TypeParam::from_text(Connect4Rules{}, "x....../x....../x....../o....../o....../ox..... o");
  EXPECT_FALSE(game.is_over());
}

TYPED_TEST(Connect4, BlockedCellStaysEmptyAndTheNextStoneLandsAboveIt) {
  const Connect4Rules rules = board(7, 6, 4, 3, 2);
  EXPECT_EQ(this->after(rules, {3}).to_text(), "......./......./......./......./..#..../..x.... o");
  EXPECT_EQ(this->after(rules, {3, 3}).to_text(), "......./......./......./..o..../..#..../..x.... x");
}

TYPED_TEST(Connect4, BlockedCellAtTheBottomLiftsItsColumn) {
  const Connect4Rules rules = board(7, 6, 4, 1, 1);
  EXPECT_EQ(this->after(rules, {1}).to_text(), "......./......./......./......./x....../#...... o");
}

TYPED_TEST(Connect4, ColumnWithOnlyTheBlockedCellFreeIsFull) {
  const Connect4Rules rules = board(7, 6, 4, 1, 6);
  const TypeParam game = this->after(rules, {1, 1, 1, 1, 1});
  EXPECT_FALSE(game.is_legal(0));
  ActionList actions;
  game.legal_actions(actions);
  EXPECT_EQ(actions.size(), 6U);
}

TYPED_TEST(Connect4, BlockedCellBreaksALine) {
  const Connect4Rules rules = board(7, 6, 4, 1, 3);
  const TypeParam game = this->after(rules, {1, 2, 1, 2, 1, 7, 1});
  EXPECT_EQ(game.to_text(), "......./x....../x....../#....../xo...../xo....o o");
  EXPECT_FALSE(game.is_over());
}

TYPED_TEST(Connect4, FullBoardIsADraw) {
  const Connect4Rules rules = board(4, 4, 4);
  const TypeParam game = this->after(rules, {1, 1, 1, 1, 2, 2, 2, 2, 4, 3, 3, 3, 3, 4, 4, 4});
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.result(), 0);
  EXPECT_EQ(game.ending(), Ending::rules);
}

TYPED_TEST(Connect4, Drawing) {
  EXPECT_EQ(this->after(board(4, 4, 4, 4, 1), {4, 1}).drawing(),
            " 4 | . . . .\n 3 | . . . .\n 2 | . . . x\n 1 | o . . #\n     1 2 3 4\nx (first) to move\n");
  const std::string wide = this->after(board(10, 4), {10}).drawing();
  EXPECT_NE(wide.find("  9 10\n"), std::string::npos) << wide;
}

TYPED_TEST(Connect4, ImpossiblePositionsAreRefused) {
  const Connect4Rules rules = board(4, 4, 3);
  EXPECT_EQ(this->refusal(rules, "..../..../.x../.... o"),
            "connect4 position: the stone in column 2, row 2 floats above an empty cell");
  EXPECT_EQ(this->refusal(rules, "..../..../..../xx.. x"),
            "connect4 position: 2 x and 0 o; allowed: as many x as o, or one more");
  EXPECT_EQ(this->refusal(rules, "..../..../xooo/oxxx x"), "connect4 position: both sides have 3 in line");
  EXPECT_EQ(this->refusal(rules, "..../..../oo../xxxo x"), "connect4 position: x has 3 in line but did not move last");
  EXPECT_EQ(this->refusal(rules, "..../..../#.../.... x"),
            "connect4 position: the cell in column 1, row 2 is not blocked in these rules");
  const Connect4Rules blocked = board(4, 4, 3, 1, 2);
  EXPECT_EQ(this->refusal(blocked, "..../..../..../.... x"),
            "connect4 position: the cell in column 1, row 2 is blocked in these rules");
  EXPECT_EQ(this->refusal(blocked, "..../x.../#.../.... o"),
            "connect4 position: the stone in column 1, row 3 floats above an empty cell");
}

TYPED_TEST(Connect4, LinesThatNoSingleLastMoveMakesAreRefused) {
  const Connect4Rules wide = board(7, 4, 3);
  EXPECT_EQ(this->refusal(wide, "......./......./oo...oo/xxxxxox o"), "");
  EXPECT_EQ(this->refusal(wide, "......./o....../oo...oo/xxx.xxx o"),
            "connect4 position: no single last move gives x all its lines of 3");
  // Other stones lie on the line of the bottom row.
  EXPECT_EQ(this->refusal(board(4, 4, 3), "..../x.../oxoo/oxxx o"),
            "connect4 position: no single last move gives x all its lines of 3");
}

}  // namespace
}  // namespace rootward::testing
