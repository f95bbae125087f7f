// NoGo against a slow twin that looks at every chain after every move; counts, values of small boards, texts.
#include "games/nogo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "games/perft.h"
#include "tests/games/exact_value.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

/// An array of characters; a move is legal if afterwards no chain of either colour is without a liberty.
class SlowNoGo {
 public:
  explicit SlowNoGo(int size) : size_(size), cells_(static_cast<std::size_t>(size * size), '.') {}

  [[nodiscard]] std::vector<int> legal_actions() const {
    std::vector<int> actions;
    for (int point = 0; point < size_ * size_; ++point) {
      if (at(point) != '.') continue;
      SlowNoGo after = *this;
      after.play(point);
      if (after.all_breathe()) actions.push_back(point);
    }
    return actions;
  }
  void play(int point) {
    cells_[static_cast<std::size_t>(point)] = plies_ % 2 == 0 ? 'x' : 'o';
    ++plies_;
  }
  [[nodiscard]] std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    std::uint64_t sequences = 0;
    for (const int action : legal_actions()) {
      SlowNoGo next = *this;
      next.play(action);
      sequences += next.perft(depth - 1);
    }
    return sequences;
  }
  /// Whether whoever moves wins.
  [[nodiscard]] bool is_won() const {
    for (const int action : legal_actions()) {
      SlowNoGo next = *this;
      next.play(action);
      if (!next.is_won()) return true;
    }
    return false;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = size_ - 1; row >= 0; --row)
      text +=
          cells_.substr(static_cast<std::size_t>(row * size_), static_cast<std::size_t>(size_)) + (row > 0 ? "/" : " ");
    return text + (plies_ % 2 == 0 ? 'x' : 'o');
  }

 private:
  [[nodiscard]] char at(int point) const { return cells_[static_cast<std::size_t>(point)]; }
  [[nodiscard]] std::vector<int> beside(int point) const {
    std::vector<int> points;
    if (point % size_ > 0) points.push_back(point - 1);
    if (point % size_ < size_ - 1) points.push_back(point + 1);
    if (point >= size_) points.push_back(point - size_);
    if (point < size_ * (size_ - 1)) points.push_back(point + size_);
    return points;
  }
  [[nodiscard]] bool breathes(int point, std::vector<bool>& seen) const {
    seen[static_cast<std::size_t>(point)] = true;
    for (const int next : beside(point)) {
      if (at(next) == '.') return true;
      if (at(next) == at(point) && !seen[static_cast<std::size_t>(next)] && breathes(next, seen)) return true;
    }
    return false;
  }
  [[nodiscard]] bool all_breathe() const {
    for (int point = 0; point < size_ * size_; ++point) {
      std::vector<bool> seen(cells_.size(), false);
      if (at(point) != '.' && !breathes(point, seen)) return false;
    }
    return true;
  }

  int size_;
  std::string cells_;
  int plies_ = 0;
};

template <class Position>
void match_random_games(int size, std::uint64_t seed, int games) {
  const NoGoRules rules(size);
  Rng rng(seed);
  for (int game = 0; game < games; ++game) {
    Position position(rules);
    SlowNoGo twin(size);
    while (true) {
      ASSERT_EQ(position.to_text(), twin.text());
      ActionList actions;
      position.legal_actions(actions);
      const std::vector<int> wanted = twin.legal_actions();
      ASSERT_EQ(std::vector<int>(actions.begin(), actions.end()), wanted) << twin.text();
      ASSERT_EQ(position.is_over(), wanted.empty());
      if (wanted.empty()) break;
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      position.play(action);
      twin.play(action);
    }
    ASSERT_EQ(position.result(), position.to_move() == Seat::first ? -1.0 : 1.0);
  }
}

TEST(NoGo, RandomGamesAreTheTwins) {
  for (const int size : {2, 3, 4, 5, 7}) match_random_games<NoGoSmall>(size, 100U + static_cast<unsigned>(size), 20);
  match_random_games<NoGoSmall>(11, 1, 2);
  match_random_games<NoGoLarge>(5, 2, 20);
  match_random_games<NoGoLarge>(9, 3, 3);
  match_random_games<NoGoLarge>(13, 4, 1);
}

TEST(NoGo, CountsAreTheTwins) {
  for (const int size : {2, 3}) {
    const NoGoRules rules(size);
    NoGoSmall small(rules);
    NoGoLarge large(rules);
    for (int depth = 1; depth <= (size == 2 ? 5 : 6); ++depth) {
      const std::uint64_t wanted = SlowNoGo(size).perft(depth);
      EXPECT_EQ(perft(small, depth), wanted) << size << " " << depth;
      EXPECT_EQ(perft(large, depth), wanted) << size << " " << depth;
    }
  }
  const NoGoRules nine(9);
  NoGoSmall position(nine);
  EXPECT_EQ(perft(position, 1), 81U);
  EXPECT_EQ(perft(position, 2), 81U * 80U);
}

TEST(NoGo, SmallBoardsAreSolved) {
  for (const int size : {2, 3}) {
    const NoGoRules rules(size);
    NoGoSmall position(rules);
    const int first_seat = testing::ExactSolver<NoGoSmall>().solve(position);
    EXPECT_EQ(first_seat, SlowNoGo(size).is_won() ? 1 : -1) << size;
  }
}

TEST(NoGo, ChainsInAtariCloseTheirLastLiberty) {
  // White's a1 has its last liberty on a2: Black may not play there, White may.
  const NoGoRules rules(3);
  const NoGoSmall black = NoGoSmall::from_text(rules, ".../.../ox. x");
  EXPECT_FALSE(black.is_legal(*black.parse_action("A2")));
  EXPECT_TRUE(black.is_legal(*black.parse_action("B2")));
  // Black's own corner: a1 is walled in by White, a stone there would be suicide.
  const NoGoSmall corner = NoGoSmall::from_text(rules, "..x/o.x/.o. x");
  EXPECT_FALSE(corner.is_legal(*corner.parse_action("A1")));
}

TEST(NoGo, KeepsTheProperties) {
  testing::check_game_properties<NoGoSmall>(NoGoRules(4), 3, 6);
  testing::check_game_properties<NoGoSmall>(NoGoRules(9), 4, 1, 25);
  testing::check_game_properties<NoGoLarge>(NoGoRules(4), 5, 2);
  testing::check_game_properties<NoGoLarge>(NoGoRules(12), 5, 1, 4);
  const NoGoRules rules(9);
  for (std::uint64_t seed = 1; seed < 20; ++seed) testing::check_playout_draws(NoGoSmall(rules), seed);
}

TEST(NoGo, SymmetricPositionsHaveOneCanonicalHash) {
  const NoGoRules rules(9);
  std::vector<std::uint64_t> hashes;
  for (const char* stone : {"C4", "C6", "G4", "G6", "D3", "F3", "D7", "F7"}) {
    NoGoSmall position(rules);
    position.play(*position.parse_action(stone));
    hashes.push_back(position.canonical_hash());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST(NoGo, RefusesTextsOfNoPosition) {
  const NoGoRules rules(3);
  for (const char* text : {"", ".../.../... o", ".../.../...", ".x./x../... x", "xx./.../... x", "#../.../... x",
                           ".../x../ox. x", "../../.. x"})
    EXPECT_THROW((void)NoGoSmall::from_text(rules, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
