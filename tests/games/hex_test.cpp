// Hex against a slow twin that searches for a way from edge to edge after every move; values, swap, playouts, texts.
#include "games/hex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/perft.h"
#include "tests/games/exact_value.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

/// Characters; places are drawn at half steps, where two cells touch if they are one step apart.
class SlowHex {
 public:
  SlowHex(int size, bool swap) : size_(size), swap_(swap), cells_(static_cast<std::size_t>(size * size), '.') {}

  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> moves;
    if (winner() != ' ') return moves;
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column)
        if (at(column, row) == '.')
          moves.push_back(std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1));
    if (swap_ && plies_ == 1) moves.emplace_back("swap");
    return moves;
  }
  void play(const std::string& move) {
    ++plies_;
    if (move == "swap") {
      const int stone = static_cast<int>(cells_.find('x'));
      cells_[static_cast<std::size_t>(stone)] = '.';
      at(stone / size_, stone % size_) = 'o';
    } else {
      at(move[0] - 'a', std::stoi(move.substr(1)) - 1) = mover_;
    }
    mover_ = mover_ == 'x' ? 'o' : 'x';
  }
  /// 'x', 'o', or ' '.
  [[nodiscard]] char winner() const {
    for (const char player : {'x', 'o'}) {
      std::set<std::pair<int, int>> seen;
      for (int i = 0; i < size_; ++i)
        if (player == 'x' ? reaches(i, 0, player, seen) : reaches(0, i, player, seen)) return player;
    }
    return ' ';
  }
  void fill(int cell, char stone) { cells_[static_cast<std::size_t>(cell)] = stone; }
  [[nodiscard]] bool joins(char player) const {
    std::set<std::pair<int, int>> seen;
    for (int i = 0; i < size_; ++i)
      if (player == 'x' ? reaches(i, 0, player, seen) : reaches(0, i, player, seen)) return true;
    return false;
  }
  /// Whether whoever moves wins.
  [[nodiscard]] bool is_won(std::map<std::string, bool>& known) const {
    const auto found = known.find(text());
    if (found != known.end()) return found->second;
    const std::vector<std::string> all = moves();
    const bool is_won = std::ranges::any_of(all, [&](const std::string& move) {
      SlowHex next = *this;
      next.play(move);
      return !next.is_won(known);
    });
    return known[text()] = is_won;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = size_ - 1; row >= 0; --row)
      text +=
          cells_.substr(static_cast<std::size_t>(row * size_), static_cast<std::size_t>(size_)) + (row > 0 ? "/" : " ");
    return text + mover_;
  }

 private:
  [[nodiscard]] char& at(int column, int row) { return cells_[static_cast<std::size_t>(row * size_ + column)]; }
  [[nodiscard]] char at(int column, int row) const {
    if (column < 0 || column >= size_ || row < 0 || row >= size_) return ' ';
    return cells_[static_cast<std::size_t>(row * size_ + column)];
  }
  /// From a cell to the far edge. A row stands half a cell beside the next: in half cells a cell lies at 2 column +
  /// row.
  [[nodiscard]] bool reaches(int column, int row, char player, std::set<std::pair<int, int>>& seen) const {
    if (at(column, row) != player || !seen.emplace(column, row).second) return false;
    if ((player == 'x' ? row : column) == size_ - 1) return true;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        const int across = 2 * dx + dy;  // half cells
        const bool touches = dy == 0 ? across == 2 || across == -2 : across == 1 || across == -1;
        if (touches && reaches(column + dx, row + dy, player, seen)) return true;
      }
    return false;
  }

  int size_;
  bool swap_;
  std::string cells_;
  char mover_ = 'x';
  int plies_ = 0;
};

std::vector<std::string> move_texts(const Hex& position) {
  ActionList actions;
  position.legal_actions(actions);
  std::vector<std::string> texts;
  for (const Action action : actions) texts.push_back(position.action_text(action));
  return texts;
}

void play_all(Hex& position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    const std::optional<Action> action = position.parse_action(move);
    ASSERT_TRUE(action && position.is_legal(*action)) << move << " in " << position.to_text();
    position.play(*action);
  }
}

TEST(Hex, RandomGamesAreTheTwins) {
  Rng rng(11);
  int swaps = 0;
  for (const int size : {3, 4, 5, 8, 9, 11, 13})
    for (const bool swap : {false, true}) {
      const HexRules rules(size, swap);
      for (int game = 0; game < (size < 6 ? 60 : 3); ++game) {
        Hex position(rules);
        SlowHex twin(size, swap);
        while (true) {
          ASSERT_EQ(position.to_text(), twin.text());
          const std::vector<std::string> moves = twin.moves();
          ASSERT_EQ(move_texts(position), moves) << twin.text();
          ASSERT_EQ(position.is_over(), moves.empty());
          if (moves.empty()) break;
          const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
          swaps += move == "swap" ? 1 : 0;
          position.play(*position.parse_action(move));
          twin.play(move);
        }
        ASSERT_EQ(position.result(), twin.winner() == 'x' ? 1.0 : -1.0);
      }
    }
  EXPECT_GT(swaps, 3);
}

TEST(Hex, AFullBoardHasExactlyOneWinner) {
  Rng rng(5);
  int first_wins = 0;
  for (const int size : {3, 5, 8, 11, 13}) {
    const HexRules rules(size);
    for (int filling = 0; filling < 40; ++filling) {
      std::vector<char> stones(static_cast<std::size_t>(rules.cells()), 'o');
      std::fill_n(stones.begin(), (rules.cells() + 1) / 2, 'x');
      for (std::size_t i = stones.size(); i > 1; --i)
        std::swap(stones[i - 1], stones[rng.below(static_cast<std::uint32_t>(i))]);
      SlowHex twin(size, false);
      for (int cell = 0; cell < rules.cells(); ++cell) twin.fill(cell, stones[static_cast<std::size_t>(cell)]);
      ASSERT_NE(twin.joins('x'), twin.joins('o')) << twin.text();
      // The same stones one after another: whoever the filled board belongs to wins on the way.
      Hex position(rules);
      std::vector<int> own, theirs;
      for (int cell = 0; cell < rules.cells(); ++cell)
        (stones[static_cast<std::size_t>(cell)] == 'x' ? own : theirs).push_back(cell);
      for (std::size_t ply = 0; !position.is_over(); ++ply)
        position.play(static_cast<Action>((ply % 2 == 0 ? own : theirs)[ply / 2]));
      ASSERT_EQ(position.result(), twin.joins('x') ? 1.0 : -1.0);
      first_wins += position.result() > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(first_wins, 60);
  EXPECT_LT(first_wins, 140);
}

TEST(Hex, TheFirstSeatJoinsTheRowsTheSecondTheColumns) {
  const HexRules rules(3);
  Hex rows(rules);
  play_all(rows, {"b1", "a1", "b2", "a2", "a3"});
  EXPECT_TRUE(rows.is_over()) << "b2 touches a3";
  EXPECT_EQ(rows.result(), 1);
  Hex not_yet(rules);
  play_all(not_yet, {"b1", "a1", "b2", "a2", "c3"});
  EXPECT_FALSE(not_yet.is_over()) << "b2 does not touch c3";
  Hex columns(rules);
  play_all(columns, {"a1", "a2", "c3", "b2", "b3", "c1"});
  EXPECT_TRUE(columns.is_over()) << "b2 touches c1";
  EXPECT_EQ(columns.result(), -1);
}

TEST(Hex, CountsAreThoseOfEmptyCells) {
  const HexRules eleven(11);
  Hex position(eleven);
  EXPECT_EQ(perft(position, 2), 121U * 120U);
  const HexRules swap(3, true);
  Hex swapped(swap);
  EXPECT_EQ(perft(swapped, 2), 9U * 9U) << "eight cells and the swap";
}

/// First seat's value after a first move.
int value_after(const HexRules& rules, const char* move) {
  Hex position(rules);
  play_all(position, {move});
  return testing::ExactSolver<Hex>().solve(position);
}

TEST(Hex, TheFirstPlayerWinsSmallBoardsFromTheCentre) {
  const HexRules three(3), four(4);
  EXPECT_EQ(value_after(three, "b2"), 1);
  EXPECT_EQ(value_after(four, "c2"), 1) << "and so b3, the same cell on the turned board";
  EXPECT_EQ(value_after(three, "a1"), -1) << "the sharp corner loses";
  std::map<std::string, bool> known;
  EXPECT_TRUE(SlowHex(3, false).is_won(known));
  SlowHex corner(3, false);
  corner.play("a1");
  EXPECT_TRUE(corner.is_won(known)) << "for the second player";
}

TEST(Hex, WithTheSwapTheSecondPlayerWins) {
  const HexRules rules(3, true);
  Hex position(rules);
  EXPECT_EQ(testing::ExactSolver<Hex>().solve(position), -1);
  std::map<std::string, bool> known;
  EXPECT_FALSE(SlowHex(3, true).is_won(known));
}

TEST(Hex, TheSwapTakesTheFirstStoneOver) {
  const HexRules rules(4, true);
  Hex position(rules);
  EXPECT_FALSE(position.is_legal(*position.parse_action("swap"))) << "nothing to take over";
  play_all(position, {"a3"});
  EXPECT_EQ(position.to_text(), "..../x.../..../.... o");
  play_all(position, {"swap"});
  EXPECT_EQ(position.to_text(), "..../..../..../..o. x") << "mirrored at the long diagonal";
  EXPECT_FALSE(position.is_legal(*position.parse_action("swap"))) << "once only";
  play_all(position, {"a3", "b2"});
  EXPECT_FALSE(position.is_legal(*position.parse_action("swap")));
  Hex plain(rules);
  play_all(plain, {"a3", "b2"});
  EXPECT_FALSE(plain.is_legal(*plain.parse_action("swap"))) << "the second player has answered with a stone";
  EXPECT_FALSE(Hex(HexRules(4)).parse_action("swap").has_value());
}

TEST(Hex, KeepsTheProperties) {
  testing::check_game_properties<Hex>(HexRules(3, true), 3, 40);
  testing::check_game_properties<Hex>(HexRules(5), 4, 5);
  testing::check_game_properties<Hex>(HexRules(11, true), 5, 1, 60);
  testing::check_game_properties<Hex>(HexRules(13), 6, 1, 30);
}

TEST(Hex, PlayoutsDrawOnceAMoveOverTheLegalActions) {
  for (const int size : {3, 8, 9, 11, 13}) {
    const HexRules rules(size, size % 2 == 1);
    Hex position(rules);
    for (std::uint64_t seed = 1; seed < 30; ++seed) testing::check_playout_draws(position, seed);
    position.play(1);
    for (std::uint64_t seed = 1; seed < 30; ++seed) testing::check_playout_draws(position, seed);
  }
}

/// What playouts from the start give: the generator's state and sums, the same on every machine.
TEST(Hex, PlayoutsArePinned) {
  const HexRules rules(11);
  const Hex start(rules);
  Rng rng(21);
  std::uint64_t plies = 0;
  double wins = 0;
  for (int i = 0; i < 5'000; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    plies += playout.plies;
    wins += playout.value > 0 ? 1 : 0;
  }
  EXPECT_EQ(plies, 536'960U);
  EXPECT_EQ(wins, 2'602);
  EXPECT_EQ(rng.below(1U << 31U), 832'692'438U);
}

TEST(Hex, ABoardTurnedByHalfIsOneClass) {
  Rng rng(3);
  for (const int size : {3, 4, 11}) {
    const HexRules rules(size);
    Hex one(rules), two(rules);
    while (!one.is_over()) {
      EXPECT_EQ(one.canonical_hash(), two.canonical_hash());
      ActionList actions;
      one.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      one.play(action);
      two.play(static_cast<Action>(rules.cells() - 1 - action));
    }
    EXPECT_TRUE(two.is_over());
    EXPECT_EQ(one.result(), two.result());
  }
  const HexRules rules(4);
  Hex right(rules), up(rules);
  play_all(right, {"b1"});
  play_all(up, {"a2"});
  EXPECT_NE(right.canonical_hash(), up.canonical_hash()) << "the long diagonal's mirror changes the players";
}

TEST(Hex, ItCannotEndBeforeItMay) {
  const HexRules rules(4);
  Hex position(rules);
  EXPECT_FALSE(position.may_end_within(6));
  EXPECT_TRUE(position.may_end_within(7));
  play_all(position, {"a1", "b1", "a2", "b2", "a3"});
  EXPECT_FALSE(position.may_end_within(1));
  EXPECT_TRUE(position.may_end_within(2));
}

TEST(Hex, RefusesTextsOfNoPosition) {
  const HexRules rules(3);
  for (const char* text : {"", ".../.../... o", "x../.../... x", ".../.../...", "xx./.../... o", ".../..#/... x",
                           "xo./xo./xo. x", "..x/.../oo. x", "ox./ox./.x. x"})
    EXPECT_THROW((void)Hex::from_text(rules, text), UsageError) << text;
  const HexRules swap(3, true);
  EXPECT_NO_THROW((void)Hex::from_text(swap, "o../.../... x"));
  EXPECT_THROW((void)Hex::from_text(swap, ".../.../... o"), UsageError);
}

}  // namespace
}  // namespace rootward
