// Tic-tac-toe: published counts, the value, the twin, text.
#include "games/tictactoe.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "core/errors.h"
#include "games/perft.h"
#include "tests/games/exact_value.h"
#include "tests/games/slow_line_game.h"

namespace rootward::testing {
namespace {

TicTacToe start() { return TicTacToe(TicTacToe::Rules{}); }

TicTacToe read(std::string_view text) { return TicTacToe::from_text(TicTacToe::Rules{}, text); }

/// What from_text says against `text`; "" where it takes it.
std::string refusal(std::string_view text) {
  try {
    read(text);
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(TicTacToe, PerftTable) {
  constexpr std::array<std::uint64_t, 9> kTable{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  TicTacToe game = start();
  for (int depth = 1; depth <= 9; ++depth) EXPECT_EQ(perft(game, depth), kTable[static_cast<std::size_t>(depth - 1)]);
  EXPECT_EQ(perft(game, 0), 1U);
  EXPECT_EQ(perft(game, 10), 0U);
}

struct GameTree {
  std::uint64_t finished_games = 0;
  std::set<std::uint64_t> states;
  std::set<std::uint64_t> classes;
};

void walk(TicTacToe& game, GameTree& tree) {
  tree.states.insert(game.hash());
  tree.classes.insert(game.canonical_hash());
  if (game.is_over()) ++tree.finished_games;
  ActionList actions;
  game.legal_actions(actions);
  for (Action action : actions) {
    const TicTacToe::Mark mark = game.mark();
    game.play(action);
    walk(game, tree);
    game.rewind(mark);
  }
}

TEST(TicTacToe, PublishedCountsOfGamesStatesAndClasses) {
  GameTree tree;
  TicTacToe game = start();
  walk(game, tree);
  EXPECT_EQ(tree.finished_games, 255168U);
  EXPECT_EQ(tree.states.size(), 5478U);
  EXPECT_EQ(tree.classes.size(), 765U);
}

TEST(TicTacToe, ValueIsZero) {
  TicTacToe game = start();
  EXPECT_EQ(ExactSolver<TicTacToe>().solve(game), 0);
}

TEST(TicTacToe, PositionsSolvedByHand) {
  TicTacToe x_wins = read("o../.x./x.o x");
  EXPECT_EQ(ExactSolver<TicTacToe>().solve(x_wins), 1);
  TicTacToe o_wins = read("o.x/oxx/... o");
  EXPECT_EQ(ExactSolver<TicTacToe>().solve(o_wins), -1);
}

void compare_with_twin(TicTacToe& game, const SlowLineGame& twin) {
  ASSERT_EQ(game.to_text(), twin.text());
  ASSERT_EQ(game.is_over(), twin.is_over());
  if (game.is_over()) {
    ASSERT_EQ(game.result(), twin.result());
    ASSERT_EQ(game.ending(), Ending::rules);
    return;
  }
  const std::vector<int> actions = twin.legal_actions();
  ActionList listed;
  game.legal_actions(listed);
  ASSERT_TRUE(std::equal(listed.begin(), listed.end(), actions.begin(), actions.end()));
  for (int action : actions) {
    const TicTacToe::Mark mark = game.mark();
    SlowLineGame next = twin;
    next.play(action);
    game.play(static_cast<Action>(action));
    compare_with_twin(game, next);
    game.rewind(mark);
  }
}

TEST(TicTacToe, EveryGameFromTwoOpeningsIsTheTwins) {
  for (const Action opening : {Action{4}, Action{1}}) {
    TicTacToe game = start();
    SlowLineGame twin(3, 3, 3, false);
    game.play(opening);
    twin.play(opening);
    compare_with_twin(game, twin);
  }
}

TEST(TicTacToe, CanonicalHashIsTheSameForTheEightSymmetries) {
  constexpr std::array<const char*, 8> kSame{"x.o/..x/... o", "o.x/x../... o", "..x/.../.xo o", "x../.../ox. o",
                                             ".../x../o.x o", ".../..x/x.o o", "ox./.../x.. o", ".xo/.../..x o"};
  std::set<std::uint64_t> classes, hashes;
  for (const char* text : kSame) {
    classes.insert(read(text).canonical_hash());
    hashes.insert(read(text).hash());
  }
  EXPECT_EQ(classes.size(), 1U);
  EXPECT_EQ(hashes.size(), 8U);
  EXPECT_NE(read("x.o/.x./... o").canonical_hash(), *classes.begin());
}

TEST(TicTacToe, MovesAreWrittenColumnThenRow) {
  const TicTacToe game = start();
  EXPECT_EQ(game.action_text(0), "a1");
  EXPECT_EQ(game.action_text(5), "c2");
  EXPECT_EQ(game.parse_action("B3"), Action{7});
  for (const char* wrong : {"", "a", "d1", "a0", "a4", "1a", "a1 ", "@1", "`1", "[2"})
    EXPECT_FALSE(game.parse_action(wrong).has_value()) << wrong;
}

TEST(TicTacToe, TextAndDrawing) {
  TicTacToe game = start();
  game.play(4);
  game.play(0);
  game.play(2);
  EXPECT_EQ(game.to_text(), ".../.x./o.x o");
  EXPECT_EQ(game.drawing(), " 3 | . . .\n 2 | . x .\n 1 | o . x\n     a b c\no (second) to move\n");
}

TEST(TicTacToe, ImpossiblePositionsAreRefused) {
  EXPECT_EQ(refusal("xx./.../... x"), "tictactoe position: 2 x and 0 o; allowed: as many x as o, or one more");
  EXPECT_EQ(refusal("x../.../... x"), "tictactoe position: x cannot be to move with 1 x and 0 o");
  EXPECT_EQ(refusal("xxx/ooo/... x"), "tictactoe position: both sides have 3 in line");
  EXPECT_EQ(refusal("xxx/oo./o.. x"), "tictactoe position: x has 3 in line but did not move last");
  EXPECT_EQ(refusal("ooo/xx./xx. o"), "tictactoe position: o has 3 in line but did not move last");
}

TEST(TicTacToe, MalformedTextIsRefused) {
  EXPECT_EQ(refusal(""), "tictactoe position: rows, a blank and who moves (x or o) are wanted");
  EXPECT_EQ(refusal(".../... x"), "tictactoe position: 2 rows; allowed: 3");
  EXPECT_EQ(refusal("..../.../... x"), "tictactoe position: row 3 has 4 cells; allowed: 3");
  EXPECT_EQ(refusal(".../.X./... o"), "tictactoe position: 'X' in column 2, row 2; allowed: x, o, . and #");
  EXPECT_EQ(refusal(".../.../..\n x"), "tictactoe position: byte 0x0a in column 3, row 1; allowed: x, o, . and #");
  EXPECT_EQ(refusal(".../.#./... x"), "tictactoe position: the cell in column 2, row 2 is not blocked in these rules");
  EXPECT_EQ(refusal(".../.../... x "), "tictactoe position: after the rows and one blank comes who moves: x or o");
}

TEST(TicTacToe, TwoLinesByOneStoneAreAWin) {
  const TicTacToe game = read("xxx/xoo/xoo o");
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.result(), 1);
}

}  // namespace
}  // namespace rootward::testing
