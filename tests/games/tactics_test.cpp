// Tactical playouts: the moves they draw from, and how much better they play.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "games/connect4.h"
#include "games/connect4_tactics.h"
#include "games/go/go.h"
#include "games/go/patterns.h"
#include "games/line_tactics.h"
#include "games/nogo.h"
#include "games/tictactoe.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

std::uint64_t as_bits(const ActionList& actions) {
  std::uint64_t bits = 0;
  for (const Action action : actions) bits |= std::uint64_t{1} << action;
  return bits;
}

TEST(LineTactics, WinsAtOnceElseStopsALoss) {
  TicTacToe game{TicTacToe::Rules{}};
  for (const char* move : {"a1", "a3", "b1", "b3"}) game.play(*game.parse_action(move));
  ActionList moves = tactical_moves(game);
  ASSERT_EQ(moves.size(), 1U) << "c1 wins";
  EXPECT_EQ(game.action_text(moves[0]), "c1");
  game.play(*game.parse_action("c2"));
  moves = tactical_moves(game);
  ASSERT_EQ(moves.size(), 1U) << "c3 wins for the other side";
  EXPECT_EQ(game.action_text(moves[0]), "c3");
}

TEST(LineTactics, BitboardsDrawFromTheSameMoves) {
  for (const Connect4Rules& rules :
       {Connect4Rules{}, Connect4Rules{.width = 5, .height = 5, .connect = 3},
        Connect4Rules{.width = 6, .height = 5, .connect = 4, .blocked_column = 3, .blocked_row = 2}}) {
    Rng rng(7);
    int positions = 0;
    for (int trial = 0; trial < 300; ++trial) {
      Connect4Small game(rules);
      while (!game.is_over()) {
        ActionList actions;
        game.legal_actions(actions);
        const auto mark = game.mark();
        const auto mover = static_cast<std::size_t>(game.to_move());
        std::uint64_t cells =
            connect4_tactical_cells(game.field(), mark.stones[mover], mark.stones[1 - mover], mark.filled);
        std::uint64_t columns = 0;
        for (; cells != 0; cells &= cells - 1)
          columns |= std::uint64_t{1} << (std::countr_zero(cells) / game.field().stride);
        ASSERT_EQ(columns, as_bits(tactical_moves(game))) << game.drawing();
        ++positions;
        game.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
      }
    }
    EXPECT_GT(positions, 1000);
  }
}

TEST(LineTactics, LargeBoardsDrawFromTheSameMoves) {
  for (const Connect4Rules& rules :
       {Connect4Rules{.width = 5, .height = 5, .connect = 3},
        Connect4Rules{.width = 11, .height = 9, .connect = 4, .blocked_column = 3, .blocked_row = 2},
        Connect4Rules{.width = 9, .height = 12, .connect = 4, .blocked_column = 9, .blocked_row = 12}}) {
    Rng rng(7);
    int positions = 0;
    for (int trial = 0; trial < 100; ++trial) {
      Connect4Large game(rules);
      while (!game.is_over()) {
        ActionList actions;
        game.legal_actions(actions);
        ActionList tactical;
        connect4_tactical_columns(game, tactical);
        ASSERT_EQ(as_bits(tactical), as_bits(tactical_moves(game))) << game.drawing();
        ++positions;
        game.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
      }
    }
    EXPECT_GT(positions, 500);
  }
}

template <class Board>
void expect_the_same_playouts(const Board& start) {
  Rng fast(3);
  Rng slow(3);
  for (int i = 0; i < 200; ++i) {
    const PlayoutResult a = start.tactical_playout({}, fast);
    const PlayoutResult b = line_tactical_playout(start, 32, slow);
    ASSERT_EQ(a.value, b.value);
    ASSERT_EQ(a.plies, b.plies);
  }
  EXPECT_EQ(fast.state(), slow.state());
}

TEST(LineTactics, OnePlayoutMoveForMove) {
  const Connect4Rules rules;
  expect_the_same_playouts(Connect4Small(rules));
  const Connect4Rules wide{.width = 12, .height = 10, .connect = 4, .blocked_column = 5, .blocked_row = 1};
  expect_the_same_playouts(Connect4Large(wide));
  expect_the_same_playouts(TicTacToe({}));
  const NoGoRules five(5);
  expect_the_same_playouts(NoGoSmall(five));
}

TEST(LineTactics, WithoutLinesAPlayoutIsRandom) {
  const NoGoRules five(5);
  const NoGoSmall start(five);
  Rng drawn(4);
  Rng blind(4);
  Rng traced(4);
  PlayoutTrace trace;
  for (int i = 0; i < 100; ++i) {
    const PlayoutResult random = start.random_playout(drawn);
    ASSERT_EQ(start.tactical_playout({.lines = false}, blind).plies, random.plies);
    const PlayoutResult told = start.tactical_playout({.lines = false}, traced, &trace);
    ASSERT_EQ(told.plies, trace.moves().size());
    ASSERT_EQ(told.value, random.value);
  }
  EXPECT_EQ(drawn.state(), blind.state());
  EXPECT_EQ(drawn.state(), traced.state());
}

/// What tactical_moves() gives, looking at every move and every reply.
ActionList moves_by_force(NoGoSmall& game) {
  ActionList actions, winning, safe;
  game.legal_actions(actions);
  for (const Action action : actions) {
    if (wins_at_once(game, action)) winning.push_back(action);
    const NoGoSmall::Mark mark = game.mark();
    game.play(action);
    ActionList replies;
    game.legal_actions(replies);
    if (std::ranges::none_of(replies, [&](Action reply) { return wins_at_once(game, reply); })) safe.push_back(action);
    game.rewind(mark);
  }
  if (!winning.empty()) return winning;
  return safe.empty() ? actions : safe;
}

TEST(LineTactics, NoGoLooksAheadOnlyWhereAGameMayEnd) {
  int skipped = 0;
  for (const int size : {3, 5, 9}) {
    const NoGoRules rules(size);
    Rng rng(7);
    int restricted = 0;
    for (int trial = 0; trial < 40; ++trial) {
      NoGoSmall game(rules);
      while (!game.is_over()) {
        ActionList actions;
        game.legal_actions(actions);
        if (actions.size() <= 32) {
          const ActionList tactical = tactical_moves(game);
          ASSERT_TRUE(std::ranges::equal(tactical, moves_by_force(game))) << game.drawing();
          restricted += tactical.size() < actions.size() ? 1 : 0;
          skipped += may_end_within(game, 2) ? 0 : 1;
        }
        game.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
      }
    }
    EXPECT_GT(restricted, 20);
  }
  EXPECT_GT(skipped, 200);
}

GoRules small_go() {
  GoRules rules;
  rules.size = 7;
  rules.komi = 0.5;
  return rules;
}

Neighbourhood neighbourhood(const char* drawing) {
  // The drawing has 9 characters from the top left: X own, O enemy, - wall, anything else empty.
  unsigned bits = 0;
  int shift = 0;
  for (int i = 0; i < 9; ++i) {
    if (i == 4) continue;
    const char c = drawing[i];
    const Neighbour is = c == 'X'   ? Neighbour::own
                         : c == 'O' ? Neighbour::enemy
                         : c == '-' ? Neighbour::wall
                                    : Neighbour::empty;
    bits |= static_cast<unsigned>(is) << shift;
    shift += 2;
  }
  return static_cast<Neighbourhood>(bits);
}

TEST(GoTactics, PatternsInEveryTurnMirrorAndColour) {
  const PatternTable& table = PatternTable::shared();
  EXPECT_FALSE(table.matches(neighbourhood("........."))) << "nothing nearby";
  EXPECT_FALSE(table.matches(neighbourhood("X........")));
  EXPECT_TRUE(table.matches(neighbourhood("XOX......"))) << "hane";
  EXPECT_TRUE(table.matches(neighbourhood("OXO......"))) << "colours swapped";
  EXPECT_TRUE(table.matches(neighbourhood("......XOX"))) << "turned";
  EXPECT_TRUE(table.matches(neighbourhood("..X..O..X"))) << "turned";
  EXPECT_TRUE(table.matches(neighbourhood("XO.O.....")));
  EXPECT_FALSE(table.matches(neighbourhood("XO.O.O...")));
}

/// Plays moves, Black first.
template <class Board>
void play_all(Go<Board>& game, std::initializer_list<const char*> moves) {
  for (const char* move : moves) game.play(*game.parse_action(move));
}

/// The share of playouts, in which Black begins, that Black wins.
double black_wins(const Go<SmallBoard>& game, const Tactics& tactics, int playouts) {
  Rng rng(11);
  double wins = 0;
  for (int i = 0; i < playouts; ++i) wins += game.tactical_playout(tactics, rng).value > 0 ? 1 : 0;
  return wins / playouts;
}

TEST(GoTactics, WithoutTacticsItIsTheRandomPlayout) {
  const GoRules rules = small_go();
  const Go<SmallBoard> start(rules);
  Rng a(5);
  Rng b(5);
  for (int i = 0; i < 100; ++i) {
    const PlayoutResult random = start.random_playout(a);
    const PlayoutResult tactical = start.tactical_playout({.atari = false, .patterns = false}, b);
    ASSERT_EQ(random.value, tactical.value);
    ASSERT_EQ(random.plies, tactical.plies);
  }
}

template <class Board>
void expect_last_liberties() {
  const GoRules rules = small_go();
  Rng rng(13);
  int in_atari = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Board board(rules.size);
    for (int ply = 0; ply < 60; ++ply) {
      const Seat seat = ply % 2 == 0 ? Seat::first : Seat::second;
      const Point move = board.random_point(seat, kNoPoint, rng);
      if (move != kNoPoint) board.play(move, seat);
      for (Point point = 0; point < board.points(); ++point) {
        const Point liberty = board.last_liberty(point);
        ASSERT_EQ(liberty != kNoPoint, board.liberties(point) == 1);
        if (liberty == kNoPoint) continue;
        ASSERT_EQ(board.at(liberty), Stone::empty);
        Board filled = board;
        filled.set_stone(liberty, board.at(point) == Stone::black ? Seat::second : Seat::first);
        ASSERT_EQ(filled.liberties(point), 0);
        ++in_atari;
      }
    }
  }
  EXPECT_GT(in_atari, 1000);
}

TEST(GoTactics, TheLastLibertyIsTheOnlyOne) {
  expect_last_liberties<SmallBoard>();
  expect_last_liberties<LargeBoard>();
}

template <class Board>
void expect_rows() {
  const GoRules rules = small_go();
  Rng rng(17);
  Board board(rules.size);
  for (int ply = 0; ply < 40; ++ply) {
    const Seat seat = ply % 2 == 0 ? Seat::first : Seat::second;
    const Point move = board.random_point(seat, kNoPoint, rng);
    if (move != kNoPoint) board.play(move, seat);
    for (Point point = 0; point < board.points(); ++point) {
      for (const Seat owner : {Seat::first, Seat::second}) {
        const bool is_on_row = (board.row_stones(point / rules.size, owner) >> (point % rules.size) & 1U) != 0;
        ASSERT_EQ(is_on_row, board.at(point) == stone_of(owner));
      }
    }
  }
}

TEST(GoTactics, RowsHoldTheStones) {
  expect_rows<SmallBoard>();
  expect_rows<LargeBoard>();
}

// Nine bits from the top left; walls are in both.
TEST(GoTactics, NeighbourhoodsAreThoseOfTheDrawing) {
  const std::string_view drawings[] = {"XOX......", "..X..O..X", "XO.O.....", "---X.OO.X", "-X.-.O-.."};
  for (const std::string_view drawing : drawings) {
    std::size_t own = 0;
    std::size_t enemy = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      if (drawing[i] == 'X' || drawing[i] == '-') own |= std::size_t{1} << i;
      if (drawing[i] == 'O' || drawing[i] == '-') enemy |= std::size_t{1} << i;
    }
    EXPECT_EQ(neighbourhood_of(own, enemy), neighbourhood(drawing.data())) << drawing;
  }
}

// Which moves the tactics draw, as one number: the generator's state after many playouts, and their plies.
TEST(GoTactics, PlayoutsArePinned) {
  const GoRules rules = small_go();
  Rng rng(21);
  std::uint64_t plies = 0;
  for (int i = 0; i < 200; ++i) plies += Go<SmallBoard>(rules).tactical_playout({}, rng).plies;
  EXPECT_EQ(plies, 14048U);
  EXPECT_EQ(rng.below(1U << 31U), 1705764456U);
}

TEST(GoTactics, BothBoardsPlayTheSame) {
  const GoRules rules = small_go();
  Rng small(9);
  Rng large(9);
  for (int i = 0; i < 60; ++i) {
    const PlayoutResult a = Go<SmallBoard>(rules).tactical_playout({}, small);
    const PlayoutResult b = Go<LargeBoard>(rules).tactical_playout({}, large);
    ASSERT_EQ(a.value, b.value);
    ASSERT_EQ(a.plies, b.plies);
  }
}

TEST(GoTactics, TacticsChangeTheGameAndKeepItFair) {
  const GoRules rules = small_go();
  const Go<SmallBoard> start(rules);
  const double plain = black_wins(start, {.atari = false, .patterns = false}, 2000);
  for (const Tactics& tactics :
       {Tactics{}, Tactics{.atari = true, .patterns = false}, Tactics{.atari = false, .patterns = true}}) {
    const double share = black_wins(start, tactics, 2000);
    EXPECT_NE(share, plain);
    EXPECT_NEAR(share, 0.53, 0.12) << "neither side is favoured by more than the first move";
  }
}

}  // namespace
}  // namespace rootward
