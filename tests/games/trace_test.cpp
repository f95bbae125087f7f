// Traced playouts: the moves that were played, and the playout that would have been played anyway.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/playout_trace.h"
#include "games/breakthrough.h"
#include "games/connect4_small.h"
#include "games/go/go.h"
#include "games/hex.h"
#include "games/line_tactics.h"
#include "games/nogo.h"
#include "games/othello.h"
#include "games/tictactoe.h"

namespace rootward {
namespace {

/// The action that a key stands for; the last action, a pass, for none.
Action action_of(const std::vector<MoveKey>& keys, MoveKey key) {
  const auto found = std::ranges::find(keys, key);
  EXPECT_NE(found, keys.end());
  return static_cast<Action>(found - keys.begin());
}

/// `play` plays a playout of a position from a stream, with or without a trace.
template <class P, class Play>
void expect_traced(const P& start, Play play) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng plain(seed);
    Rng traced(seed);
    PlayoutTrace trace;
    const PlayoutResult expected = play(start, plain, nullptr);
    const PlayoutResult result = play(start, traced, &trace);
    EXPECT_EQ(result.value, expected.value);
    EXPECT_EQ(traced.state(), plain.state());
    ASSERT_EQ(trace.moves().size(), result.plies);
    EXPECT_EQ(trace.first_seat(), start.to_move());
    P game = start;
    const std::vector<MoveKey> keys = start.move_keys();
    for (std::size_t ply = 0; ply < trace.moves().size(); ++ply) {
      EXPECT_EQ(game.to_move(), ply % 2 == 0 ? start.to_move() : other(start.to_move()));
      const Action action = action_of(keys, trace.moves()[ply]);
      ASSERT_TRUE(game.is_legal(action)) << game.to_text();
      game.play(action);
    }
    EXPECT_TRUE(game.is_over());
    EXPECT_EQ(game.result(), result.value);
  }
}

template <class P>
PlayoutResult plain_playout(const P& position, Rng& rng, PlayoutTrace* trace) {
  return trace == nullptr ? position.random_playout(rng) : position.random_playout(rng, *trace);
}

template <class P>
void expect_traced_after(const typename P::Rules& rules, std::initializer_list<Action> moves) {
  P position(rules);
  expect_traced(position, plain_playout<P>);
  for (const Action move : moves) position.play(move);
  expect_traced(position, plain_playout<P>);
}

TEST(PlayoutTrace, a_random_playout_tells_its_moves) {
  expect_traced_after<TicTacToe>({}, {4, 0, 1});
  expect_traced_after<Connect4Small>({}, {3, 3, 2});
  expect_traced_after<Connect4Large>({.width = 12, .height = 7, .connect = 4}, {3, 3, 2});
  for (const int size : {4, 6, 8}) {
    const BreakthroughRules rules{.size = size};
    ActionList actions;
    Breakthrough(rules).legal_actions(actions);
    expect_traced_after<Breakthrough>(rules, {actions[0]});
  }
  for (const int size : {4, 6, 8}) {
    const OthelloRules rules{.size = size};
    const Othello start(rules);
    expect_traced_after<Othello>(rules, {static_cast<Action>(std::countr_zero(start.moves()))});
  }
  const HexRules hex(5), hex_with_swap(9, true);
  expect_traced_after<Hex>(hex, {3, 4, 10});
  expect_traced_after<Hex>(hex_with_swap, {3});
  const NoGoSmall::Rules nogo(7);
  expect_traced_after<NoGoSmall>(nogo, {3, 4, 10});
}

/// Superko, which playouts know nothing of, is left out, and a playout may be cut off by its own limit.
template <class Board>
void expect_go_traced(int size) {
  GoRules rules;
  rules.size = size;
  rules.ko = KoRule::simple;
  rules.move_limit = 10'000;
  Go<Board> start(rules);
  start.play(0);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng plain(seed);
    Rng traced(seed);
    PlayoutTrace trace;
    const PlayoutResult expected = start.random_playout(plain);
    EXPECT_EQ(start.random_playout(traced, trace).value, expected.value);
    EXPECT_EQ(plain.state(), traced.state());
    ASSERT_EQ(trace.moves().size(), expected.plies);
    EXPECT_EQ(trace.first_seat(), Seat::second);
    Go<Board> game = start;
    for (const MoveKey key : trace.moves()) {
      const Action action = key == kNoMoveKey ? game.pass_action() : action_of(start.move_keys(), key);
      ASSERT_TRUE(game.is_legal(action));
      game.play(action);
    }
    EXPECT_EQ(value_of_area(game.area_difference(), rules.komi), expected.value);
    PlayoutTrace owned;
    owned.want_owners(static_cast<std::size_t>(size * size));
    Rng again(seed);
    (void)start.random_playout(again, owned);
    int difference = 0;
    for (Point point = 0; point < size * size; ++point) {
      const int owner = std::as_const(owned).owners()[static_cast<std::size_t>(point)];
      difference += owner;
      const Stone stone = game.board().at(point);
      EXPECT_TRUE(stone == Stone::empty || owner == (stone == Stone::black ? 1 : -1));
    }
    EXPECT_EQ(difference, game.area_difference());
  }
}

TEST(PlayoutTrace, of_go_tells_points_and_passes) {
  expect_go_traced<SmallBoard>(5);
  expect_go_traced<SmallBoard>(9);
  expect_go_traced<LargeBoard>(13);
}

TEST(PlayoutTrace, of_othello_tells_whose_the_cells_are_in_the_end) {
  const OthelloRules rules{.size = 6};
  const Othello start(rules);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    PlayoutTrace trace;
    trace.want_owners(start.move_keys().size());
    const PlayoutResult result = start.random_playout(rng, trace);
    int lead = 0;
    for (const std::int8_t owner : std::as_const(trace).owners()) lead += owner;
    EXPECT_EQ(lead > 0 ? 1.0 : lead < 0 ? -1.0 : 0.0, result.value);
    EXPECT_EQ(std::as_const(trace).owners()[kOthelloPass], 0);
  }
}

TEST(PlayoutTrace, tactical_playouts_tell_their_moves) {
  expect_traced(Connect4Small({}), [](const Connect4Small& start, Rng& rng, PlayoutTrace* trace) {
    return start.tactical_playout({}, rng, trace);
  });
  expect_traced(TicTacToe({}), [](const TicTacToe& start, Rng& rng, PlayoutTrace* trace) {
    return line_tactical_playout(start, 32, rng, trace);
  });
  const BreakthroughRules breakthrough;
  expect_traced(Breakthrough(breakthrough), [](const Breakthrough& start, Rng& rng, PlayoutTrace* trace) {
    return start.tactical_playout({}, rng, trace);
  });
  const OthelloRules othello;
  expect_traced(Othello(othello), [](const Othello& start, Rng& rng, PlayoutTrace* trace) {
    return start.tactical_playout({}, rng, trace);
  });
  GoRules rules;
  rules.size = 7;
  const Go<SmallBoard> start(rules);
  Rng rng(5);
  PlayoutTrace trace;
  const PlayoutResult result = start.tactical_playout({}, rng, &trace);
  EXPECT_EQ(result.plies, trace.moves().size());
}

}  // namespace
}  // namespace rootward
