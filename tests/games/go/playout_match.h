// Playouts of both boards against the slow twin, move by move.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "games/go/large_playout.h"
#include "tests/games/go/boards.h"
#include "tests/games/go/twin.h"

namespace rootward::test {

/// The small board draws from its candidates in ascending order: the twin repeats every draw.
inline TwinGo::Playout twin_playout(const Go<SmallBoard>&, const TwinGo& twin, Rng& rng) { return twin.playout(rng); }

/// The large board draws from a list whose order is its own: the twin watches that each move is one of the policy's,
/// and a pass the last resort.
inline TwinGo::Playout twin_playout(const Go<LargeBoard>& position, const TwinGo& twin, Rng& rng) {
  const LargeBoard& board = position.board();
  LargePlayout playout = board.begin_playout(
      {.to_move = twin.to_move(), .ko = twin.ko() < 0 ? kNoPoint : twin.ko(), .passes = twin.passes()}, rng);
  const TwinGo::Playout watched = twin.playout([&](const TwinGo& game) {
    game.to_move() == Seat::first ? playout.ply<Seat::first>() : playout.ply<Seat::second>();
    const std::vector<int> moves = game.playout_moves();
    if (playout.last() == ChainGrid::kNoCell) {
      EXPECT_TRUE(moves.empty()) << "a pass where there was a move";
      return game.pass();
    }
    const int point = board.point_of(playout.last());
    EXPECT_TRUE(std::ranges::binary_search(moves, point)) << "not a move of the policy";
    return point;
  });
  rng = playout.rng();
  return watched;
}

template <class Board>
void expect_same_playouts(const Go<Board>& position, const TwinGo& twin, std::uint64_t seed) {
  Rng ours(seed), theirs(seed);
  const PlayoutResult result = position.random_playout(ours);
  const TwinGo::Playout expected =
      twin.is_over() ? TwinGo::Playout{twin.area_difference(), 0} : twin_playout(position, twin, theirs);
  EXPECT_EQ(static_cast<int>(result.plies), expected.plies);
  const double margin = expected.area_difference - position.rules().komi;
  EXPECT_EQ(result.value, margin > 0 ? 1 : margin < 0 ? -1 : 0);
  EXPECT_EQ(ours.next(), theirs.next()) << "the playouts drew a different number of random words";
}

}  // namespace rootward::test
