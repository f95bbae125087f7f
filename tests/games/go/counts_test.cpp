// Known counts and values: legal positions, move sequences, openings up to symmetry, 2x2 solved with superko.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "tests/games/go/boards.h"
#include "tests/games/go/twin.h"

namespace rootward::test {
namespace {

template <class Board>
class GoCounts : public ::testing::Test {};
TYPED_TEST_SUITE(GoCounts, BothBoards);

TYPED_TEST(GoCounts, LegalPositions) {
  EXPECT_EQ(legal_colourings(TypeParam(2), 0), 57);
  EXPECT_EQ(legal_colourings(TypeParam(3), 0), 12675);
}

template <class Board>
std::uint64_t perft(Go<Board>& position, int depth) {
  if (depth == 0) return 1;
  ActionList actions;
  position.legal_actions(actions);
  std::uint64_t count = 0;
  const auto mark = position.mark();
  for (Action action : actions) {
    position.play(action);
    count += perft(position, depth - 1);
    position.rewind(mark);
  }
  return count;
}

std::uint64_t twin_perft(const TwinGo& twin, int depth) {
  if (depth == 0) return 1;
  if (twin.is_over()) return 0;
  std::uint64_t count = 0;
  for (int action : twin.legal_actions()) {
    TwinGo next = twin;
    next.play(action);
    count += twin_perft(next, depth - 1);
  }
  return count;
}

TYPED_TEST(GoCounts, MoveSequencesAsTheTwin) {
  struct Case {
    int size, depth;
  };
  for (const Case& test : {Case{2, 6}, Case{3, 4}}) {
    for (KoRule ko : {KoRule::positional, KoRule::simple}) {
      for (bool suicide : {false, true}) {
        const GoRules rules = go_rules(test.size, ko, suicide);
        Go<TypeParam> position(rules);
        for (int depth = 1; depth <= test.depth; ++depth)
          EXPECT_EQ(perft(position, depth), twin_perft(TwinGo(rules), depth)) << "size " << test.size << " " << depth;
      }
    }
  }
}

/// Exact value for Black in points by alpha-beta over whole games, superko history included; the pass is tried first.
template <class Board>
int solve(Go<Board>& position, int alpha, int beta, int& nodes) {
  ++nodes;
  if (position.is_over()) return position.area_difference();
  ActionList actions;
  position.legal_actions(actions);
  const bool is_black = position.to_move() == Seat::first;
  int best = is_black ? alpha : beta;
  const auto mark = position.mark();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    position.play(i == 0 ? position.pass_action() : actions[i - 1]);
    const int value = is_black ? solve(position, best, beta, nodes) : solve(position, alpha, best, nodes);
    position.rewind(mark);
    best = is_black ? std::max(best, value) : std::min(best, value);
    if (is_black ? best >= beta : best <= alpha) break;
  }
  return best;
}

/// Both the value and the published size of this very search, which any slip in superko would change.
TYPED_TEST(GoCounts, BlackWinsTwoByTwoByOnePoint) {
  GoRules rules = go_rules(2);
  rules.move_limit = 1000;
  Go<TypeParam> position(rules);
  int nodes = 0;
  EXPECT_EQ(solve(position, -100, 100, nodes), 1);
  EXPECT_EQ(nodes, 2385);
}

/// The image of a point under one of the square's symmetries, by coordinates.
Action image(Action action, int symmetry, int size) {
  if (action == size * size) return action;
  int x = action % size, y = action / size;
  for (int turn = 0; turn < symmetry % 4; ++turn) {
    const int old_x = x;
    x = y;
    y = size - 1 - old_x;
  }
  if (symmetry >= 4) x = size - 1 - x;
  return static_cast<Action>(y * size + x);
}

/// One random game and its seven images move by move; returns how many positions had a ko.
template <class Board>
int play_symmetric_games(int size, std::uint64_t seed) {
  const GoRules rules = go_rules(size, KoRule::simple);
  Rng rng(seed);
  std::vector<Go<Board>> games(8, Go<Board>(rules));
  int kos = 0;
  while (!games[0].is_over()) {
    ActionList actions;
    games[0].legal_actions(actions);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      games[static_cast<std::size_t>(symmetry)].play(image(action, symmetry, size));
    for (const auto& game : games) EXPECT_EQ(game.canonical_hash(), games[0].canonical_hash());
    kos += games[0].ko_point() != kNoPoint;
  }
  return kos;
}

TYPED_TEST(GoCounts, SymmetricGamesShareTheCanonicalHash) {
  int kos = 0;
  for (int size : {3, 5, 9})
    for (std::uint64_t seed = 0; seed < 20; ++seed) kos += play_symmetric_games<TypeParam>(size, seed);
  EXPECT_GT(kos, 0);
}

/// 81 x 80 ordered pairs of two different points fall into 846 classes; another order of the moves is another side.
TYPED_TEST(GoCounts, OpeningsOfTwoStonesUpToSymmetry) {
  const GoRules rules = go_rules(9);
  Go<TypeParam> position(rules);
  const auto start = position.mark();
  std::set<std::uint64_t> classes, states;
  for (Action black = 0; black < 81; ++black) {
    for (Action white = 0; white < 81; ++white) {
      if (white == black) continue;
      position.play(black);
      position.play(white);
      classes.insert(position.canonical_hash());
      states.insert(position.hash());
      position.rewind(start);
    }
  }
  EXPECT_EQ(classes.size(), 846U);
  EXPECT_EQ(states.size(), 81U * 80U);
}

TYPED_TEST(GoCounts, TheCanonicalHashKnowsTurnAndPasses) {
  const GoRules rules = go_rules(5);
  Go<TypeParam> position(rules);
  std::set<std::uint64_t> hashes{position.canonical_hash()};
  for (const char* move : {"pass", "C3", "pass", "pass"}) {
    play_text(position, move);
    EXPECT_TRUE(hashes.insert(position.canonical_hash()).second) << move;
  }
}

/// Under simple ko two orders of the same stones make one state; under superko the boards between differ.
TYPED_TEST(GoCounts, TheHashHoldsTheHistoryOnlyUnderSuperko) {
  for (KoRule ko : {KoRule::simple, KoRule::positional}) {
    const GoRules rules = go_rules(5, ko);
    Go<TypeParam> one(rules), two(rules);
    for (const char* move : {"A1", "E5", "B1"}) play_text(one, move);
    for (const char* move : {"B1", "E5", "A1"}) play_text(two, move);
    EXPECT_EQ(one.board().key(), two.board().key());
    EXPECT_EQ(one.hash() == two.hash(), ko == KoRule::simple);
  }
}

}  // namespace
}  // namespace rootward::test
