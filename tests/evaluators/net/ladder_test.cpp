// Ladders: known shapes, and random positions against a reader that is slow and obviously right.
#include "evaluators/net/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/rng.h"
#include "games/go/go.h"
#include "tests/evaluators/net/go_shapes.h"

namespace rootward::testing {
namespace {

/// A board that recounts everything each time it is asked, copied for every move.
struct PlainBoard {
  int size = 0;
  std::vector<Stone> stones;
  Point ko = kNoPoint;

  [[nodiscard]] Stone at(Point p) const { return stones[static_cast<std::size_t>(p)]; }
  [[nodiscard]] std::vector<Point> sides(Point p) const {
    std::vector<Point> all;
    if (p / size > 0) all.push_back(p - size);
    if (p % size > 0) all.push_back(p - 1);
    if (p % size < size - 1) all.push_back(p + 1);
    if (p / size < size - 1) all.push_back(p + size);
    return all;
  }
  [[nodiscard]] std::vector<Point> chain(Point p) const {
    std::vector<Point> all{p};
    for (std::size_t i = 0; i < all.size(); ++i)
      for (Point side : sides(all[i]))
        if (at(side) == at(p) && std::ranges::find(all, side) == all.end()) all.push_back(side);
    return all;
  }
  [[nodiscard]] std::vector<Point> liberties(Point p) const {
    std::vector<Point> all;
    for (Point stone : chain(p))
      for (Point side : sides(stone))
        if (at(side) == Stone::empty && std::ranges::find(all, side) == all.end()) all.push_back(side);
    return all;
  }
  /// False, and nothing happens, where the move is illegal (simple ko and suicide are).
  bool play(Point p, Stone owner) {
    if (at(p) != Stone::empty || p == ko) return false;
    PlainBoard after = *this;
    after.stones[static_cast<std::size_t>(p)] = owner;
    std::vector<Point> taken;
    for (Point side : after.sides(p)) {
      if (after.at(side) == Stone::empty || after.at(side) == owner || !after.liberties(side).empty()) continue;
      for (Point stone : after.chain(side)) {
        after.stones[static_cast<std::size_t>(stone)] = Stone::empty;
        taken.push_back(stone);
      }
    }
    if (after.liberties(p).empty()) return false;
    const bool is_ko = taken.size() == 1 && after.chain(p).size() == 1 && after.liberties(p).size() == 1;
    after.ko = is_ko ? taken[0] : kNoPoint;
    *this = after;
    return true;
  }
};

Stone enemy_of(Stone stone) { return stone == Stone::black ? Stone::white : Stone::black; }

/// The definition, word by word.
class SlowLadder {
 public:
  static bool defender_loses(const PlainBoard& board, Point chain) {
    const Stone owner = board.at(chain);
    if (board.liberties(chain).size() >= 2 || board.ko != kNoPoint) return false;
    std::vector<Point> moves = board.liberties(chain);
    for (Point stone : board.chain(chain))
      for (Point side : board.sides(stone))
        if (board.at(side) == enemy_of(owner) && board.liberties(side).size() == 1)
          moves.push_back(board.liberties(side)[0]);
    return std::ranges::all_of(moves, [&](Point move) {
      PlainBoard after = board;
      return !after.play(move, owner) || attacker_wins(after, chain);
    });
  }

  static bool attacker_wins(const PlainBoard& board, Point chain) {
    const std::vector<Point> liberties = board.liberties(chain);
    if (liberties.size() != 2) return liberties.size() < 2;
    if (is_double_ko(board, chain, liberties)) return true;
    return std::ranges::any_of(liberties, [&](Point move) {
      PlainBoard after = board;
      return after.play(move, enemy_of(board.at(chain))) && defender_loses(after, chain);
    });
  }

 private:
  static bool is_ko_mouth(const PlainBoard& board, Point p, Stone attacker) {
    std::vector<Point> in_atari;
    for (Point side : board.sides(p)) {
      if (board.at(side) != enemy_of(attacker)) return false;
      if (board.liberties(side).size() == 1) in_atari.push_back(side);
    }
    return in_atari.size() == 1 && board.chain(in_atari[0]).size() == 1;
  }
  static bool is_double_ko(const PlainBoard& board, Point chain, const std::vector<Point>& liberties) {
    const Stone owner = board.at(chain);
    for (Point liberty : liberties) {
      if (!is_ko_mouth(board, liberty, enemy_of(owner))) return false;
      PlainBoard after = board;
      after.ko = kNoPoint;
      if (after.play(liberty, owner) && after.liberties(liberty).size() > 2) return false;
    }
    for (Point stone : board.chain(chain))
      for (Point side : board.sides(stone))
        if (board.at(side) == enemy_of(owner) && board.liberties(side).size() == 1) return false;
    return true;
  }
};

bool is_captured_slowly(PlainBoard board, Point chain) {
  board.ko = kNoPoint;
  return SlowLadder::defender_loses(board, chain);
}

net::Ladders slow_ladders(const PlainBoard& board) {
  net::Ladders ladders;
  ladders.captured.assign(board.stones.size(), 0);
  ladders.working.assign(board.stones.size(), 0);
  for (Point p = 0; p < board.size * board.size; ++p) {
    if (board.at(p) == Stone::empty) continue;
    const std::vector<Point> liberties = board.liberties(p);
    bool is_captured = liberties.size() == 1 && is_captured_slowly(board, p);
    if (liberties.size() == 2) {
      for (Point move : liberties) {
        PlainBoard after = board;
        if (!after.play(move, enemy_of(board.at(p))) || after.liberties(p).size() != 1) continue;
        if (!is_captured_slowly(after, p)) continue;
        is_captured = true;
        std::uint8_t& bits = ladders.working[static_cast<std::size_t>(move)];
        bits = static_cast<std::uint8_t>(bits | (board.at(p) == Stone::black ? 1 : 2));
      }
    }
    if (is_captured) ladders.captured[static_cast<std::size_t>(p)] = 1;
  }
  return ladders;
}

/// A seed each, in parts that even an emulator plays in time.
class Ladders : public ::testing::TestWithParam<int> {};

TEST_P(Ladders, OfRandomPositionsAreTheSlowReaders) {
  Rng rng(static_cast<std::uint64_t>(GetParam()));
  std::size_t compared = 0, differing = 0, laddered = 0, working = 0, with_ko = 0;
  for (int game = 0; game < 50; ++game) {
    const int size = 3 + static_cast<int>(rng.below(8));
    const GoRules rules{.size = size, .suicide = true};
    Go<LargeBoard> position(rules);
    for (int ply = 0; ply < 2 * size * size && !position.is_over(); ++ply) {
      ActionList actions;
      position.legal_actions(actions);
      const auto points = static_cast<std::uint32_t>(actions.size()) - 1;
      position.play(points == 0 ? actions[0] : actions[rng.below(points)]);
      if (ply % 3 != 0) continue;
      PlainBoard board{.size = size, .stones = stones_of(position.board()), .ko = position.ko_point()};
      const net::Ladders fast = net::find_ladders(board.stones, size, board.ko);
      const net::Ladders slow = slow_ladders(board);
      ++compared;
      if (fast.captured != slow.captured || fast.working != slow.working) ++differing;
      laddered += static_cast<std::size_t>(std::ranges::count(fast.captured, 1));
      working += static_cast<std::size_t>(std::ranges::count_if(fast.working, [](auto bits) { return bits != 0; }));
      with_ko += board.ko != kNoPoint ? 1 : 0;
    }
  }
  EXPECT_GT(laddered, 250U);
  EXPECT_GT(working, 75U);
  EXPECT_GT(with_ko, 1U);
  EXPECT_GT(compared, 750U);
  EXPECT_EQ(differing, 0U) << "leaving attacks out by a liberty's free sides loses none";
}

INSTANTIATE_TEST_SUITE_P(Seeds, Ladders, ::testing::Range(1, 5));

TEST(Ladder, AcrossTheBoardUnlessAStoneBreaksIt) {
  const std::vector<std::string> rows = {".........",  //
                                         ".........",  //
                                         ".........",  //
                                         ".........",  //
                                         ".........",  //
                                         "..XX.....",  //
                                         ".XO......",  //
                                         "..X......",  //
                                         "........."};
  const std::vector<Stone> open = stones_of_rows(rows);
  const Point stone = 2 * 9 + 2;
  net::Ladders ladders = net::find_ladders(open, 9, kNoPoint);
  EXPECT_EQ(ladders.captured[stone], 1);
  EXPECT_EQ(ladders.working[stone + 1], 0) << "in atari already: nothing is left to begin";
  std::vector<Stone> broken = open;
  broken[7 * 9 + 7] = Stone::white;
  broken[6 * 9 + 6] = Stone::white;
  ladders = net::find_ladders(broken, 9, kNoPoint);
  const net::Ladders slow = slow_ladders({.size = 9, .stones = broken, .ko = kNoPoint});
  EXPECT_EQ(ladders.captured, slow.captured);
}

}  // namespace
}  // namespace rootward::testing
