// Breakthrough against a slow twin on an array of characters; counts, values of small boards, playouts, tactics, texts.
#include "games/breakthrough.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/breakthrough_tactics.h"
#include "games/line_tactics.h"
#include "games/perft.h"
#include "tests/games/exact_value.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// Looks at each pawn and each of its three steps; moves are texts.
class SlowBreakthrough {
 public:
  explicit SlowBreakthrough(int size) : rows_(static_cast<std::size_t>(size), std::string(at(size), '.')) {
    rows_[0] = rows_[1] = std::string(at(size), 'o');
    rows_[at(size) - 1] = rows_[at(size) - 2] = std::string(at(size), 'x');
  }

  /// A position by its text().
  explicit SlowBreakthrough(const std::string& text) : mover_(text.back()) {
    std::string row;
    for (const char c : text.substr(0, text.size() - 1)) {
      if (c == '/' || c == ' ')
        rows_.insert(rows_.begin(), std::exchange(row, ""));
      else
        row += c;
    }
  }

  /// 'x', 'o', or ' ' while the game goes on.
  [[nodiscard]] char winner() const {
    if (rows_.front().find('x') != std::string::npos || count('o') == 0) return 'x';
    if (rows_.back().find('o') != std::string::npos || count('x') == 0) return 'o';
    return ' ';
  }
  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> moves;
    if (winner() != ' ') return moves;
    const int size = static_cast<int>(rows_.size());
    const int forward = mover_ == 'x' ? -1 : 1;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        if (rows_[at(row)][at(column)] != mover_) continue;
        for (int to = column - 1; to <= column + 1; ++to) {
          if (to < 0 || to >= size) continue;
          const char there = rows_[at(row + forward)][at(to)];
          if (there == mover_ || (to == column && there != '.')) continue;
          moves.push_back(name(column, row) + name(to, row + forward) + (there == '.' ? "" : "*"));
        }
      }
    return moves;
  }
  void play(const std::string& move) {
    rows_[at(move[1] - '1')][at(move[0] - 'a')] = '.';
    rows_[at(move[3] - '1')][at(move[2] - 'a')] = mover_;
    mover_ = mover_ == 'x' ? 'o' : 'x';
  }
  [[nodiscard]] std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    std::uint64_t sequences = 0;
    for (const std::string& move : moves()) sequences += after(move).perft(depth - 1);
    return sequences;
  }
  /// Whether whoever moves wins.
  [[nodiscard]] bool is_won(std::map<std::string, bool>& known) const {
    const auto found = known.find(text());
    if (found != known.end()) return found->second;
    const std::vector<std::string> all = moves();
    const bool is_won = std::ranges::any_of(all, [&](const std::string& move) { return !after(move).is_won(known); });
    return known[text()] = is_won;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (std::size_t row = rows_.size(); row-- > 0;) text += rows_[row] + (row > 0 ? '/' : ' ');
    return text + mover_;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static std::string name(int column, int row) {
    return {static_cast<char>('a' + column), static_cast<char>('1' + row)};
  }
  [[nodiscard]] SlowBreakthrough after(const std::string& move) const {
    SlowBreakthrough next = *this;
    next.play(move);
    return next;
  }
  [[nodiscard]] int count(char pawn) const {
    int count = 0;
    for (const std::string& row : rows_) count += static_cast<int>(std::ranges::count(row, pawn));
    return count;
  }

  std::vector<std::string> rows_;  ///< from the lowest
  char mover_ = 'x';
};

std::vector<std::string> move_texts(const Breakthrough& position) {
  ActionList actions;
  position.legal_actions(actions);
  std::vector<std::string> texts;
  for (const Action action : actions) texts.push_back(position.action_text(action));
  return texts;
}

/// Plays a random game on both; true where it was won by taking all pawns.
bool match_random_game(Breakthrough position, SlowBreakthrough twin, Rng& rng) {
  while (true) {
    EXPECT_EQ(position.to_text(), twin.text());
    std::vector<std::string> moves = move_texts(position);
    std::vector<std::string> wanted = twin.moves();
    std::ranges::sort(moves);
    std::ranges::sort(wanted);
    EXPECT_EQ(moves, wanted) << twin.text();
    EXPECT_EQ(position.is_over(), twin.winner() != ' ');
    if (position.is_over() || ::testing::Test::HasFailure()) break;
    const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    position.play(*position.parse_action(move));
    twin.play(move);
  }
  EXPECT_EQ(position.result(), twin.winner() == 'x' ? 1.0 : -1.0);
  const std::string pawns = twin.text().substr(0, twin.text().size() - 2);
  return pawns.find('x') == std::string::npos || pawns.find('o') == std::string::npos;
}

TEST(Breakthrough, RandomGamesAreTheTwins) {
  Rng rng(11);
  for (const int size : {4, 5, 6, 7, 8}) {
    const BreakthroughRules rules{.size = size};
    for (int game = 0; game < 60; ++game) match_random_game(Breakthrough(rules), SlowBreakthrough(size), rng);
  }
}

TEST(Breakthrough, GamesOfFewPawnsAreTheTwins) {
  Rng rng(12);
  const BreakthroughRules rules{.size = 5};
  int all_taken = 0;
  for (const char* text : {"..x../...../...../...../o.o.. x", "..x../.x.../..o../...o./..... o"})
    for (int game = 0; game < 100; ++game)
      all_taken += match_random_game(Breakthrough::from_text(rules, text), SlowBreakthrough(text), rng) ? 1 : 0;
  EXPECT_GT(all_taken, 5);
}

TEST(Breakthrough, CountsAreKnownAndTheTwins) {
  const BreakthroughRules full;
  Breakthrough eight(full);
  EXPECT_EQ(perft(eight, 1), 22U);
  EXPECT_EQ(perft(eight, 2), 484U);
  for (const int size : {4, 6, 8}) {
    const BreakthroughRules rules{.size = size};
    Breakthrough position(rules);
    for (int depth = 1; depth <= (size == 4 ? 7 : 4); ++depth)
      EXPECT_EQ(perft(position, depth), SlowBreakthrough(size).perft(depth)) << size << " " << depth;
  }
}

TEST(Breakthrough, TheFirstSeatMovesDownFromTheTopAndCapturesHaveAStar) {
  const BreakthroughRules rules;
  Breakthrough position(rules);
  EXPECT_EQ(position.to_text(), "xxxxxxxx/xxxxxxxx/......../......../......../......../oooooooo/oooooooo x");
  EXPECT_TRUE(position.is_legal(*position.parse_action("a7a6")));
  EXPECT_FALSE(position.parse_action("a7b6*").has_value()) << "nothing to take";
  EXPECT_FALSE(position.parse_action("a2a3").has_value()) << "backwards for the first seat";
  EXPECT_FALSE(position.is_legal(*position.parse_action("a8a7")));
  const BreakthroughRules small{.size = 4};
  const Breakthrough late = Breakthrough::from_text(small, "..../.x.x/..o./.o.. x");
  EXPECT_THAT(move_texts(late), UnorderedElementsAre("b3a2", "b3b2", "b3c2*", "d3c2*", "d3d2"));
  EXPECT_EQ(late.parse_action("b3c2"), late.parse_action("b3c2*")) << "people may leave the star out";
}

TEST(Breakthrough, TheLastRowAndTheLastPawnWin) {
  const BreakthroughRules rules{.size = 4};
  Breakthrough arrives = Breakthrough::from_text(rules, "..../..o./..../x... o");
  EXPECT_TRUE(arrives.is_over()) << "x has arrived";
  EXPECT_EQ(arrives.result(), 1);
  Breakthrough takes = Breakthrough::from_text(rules, "..../.x../o.../.... o");
  takes.play(*takes.parse_action("a2b3*"));
  EXPECT_TRUE(takes.is_over());
  EXPECT_EQ(takes.result(), -1);
}

TEST(Breakthrough, SmallBoardsAreSolved) {
  const BreakthroughRules rules{.size = 4};
  Breakthrough position(rules);
  std::map<std::string, bool> known;
  EXPECT_EQ(testing::ExactSolver<Breakthrough>().solve(position), SlowBreakthrough(4).is_won(known) ? 1 : -1);
}

TEST(Breakthrough, KeepsTheProperties) {
  testing::check_game_properties<Breakthrough>({.size = 4}, 3, 40);
  testing::check_game_properties<Breakthrough>({.size = 6}, 4, 4);
  testing::check_game_properties<Breakthrough>({.size = 8}, 5, 2);
}

TEST(Breakthrough, PlayoutsDrawOnceAMoveOverTheLegalActions) {
  for (const int size : {4, 5, 6, 8}) {
    const BreakthroughRules rules{.size = size};
    Breakthrough position(rules);
    for (std::uint64_t seed = 1; seed < 60; ++seed) testing::check_playout_draws(position, seed);
    ActionList actions;
    position.legal_actions(actions);
    position.play(actions[1]);
    for (std::uint64_t seed = 1; seed < 60; ++seed) testing::check_playout_draws(position, seed);
  }
}

/// What playouts from the start give: the generator's state and sums, the same on every machine.
TEST(Breakthrough, PlayoutsArePinned) {
  const BreakthroughRules rules;
  const Breakthrough start(rules);
  Rng rng(21);
  std::uint64_t plies = 0;
  double wins = 0;
  for (int i = 0; i < 20'000; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    plies += playout.plies;
    wins += playout.value > 0 ? 1 : 0;
  }
  EXPECT_EQ(plies, 1'281'543U);
  EXPECT_EQ(wins, 10'125);
  EXPECT_EQ(rng.below(1U << 31U), 541'749'470U);
}

TEST(Breakthrough, MirrorImagesHaveOneCanonicalHash) {
  for (const int size : {4, 5, 6, 7, 8}) {
    const BreakthroughRules rules{.size = size};
    Breakthrough one(rules);
    Breakthrough two(rules);
    const std::string row = std::to_string(size - 1), below = std::to_string(size - 2);
    const char last = static_cast<char>('a' + size - 1);
    const char beside = static_cast<char>(last - 1);
    one.play(*one.parse_action("a" + row + "b" + below));
    two.play(*two.parse_action(last + row + beside + below));
    EXPECT_NE(one.hash(), two.hash());
    EXPECT_EQ(one.canonical_hash(), two.canonical_hash());
    EXPECT_NE(one.canonical_hash(), Breakthrough(rules).canonical_hash());
  }
}

ActionList as_actions(const Breakthrough& position, const BreakthroughTargets& targets) {
  ActionList actions;
  for (std::size_t step = 0; step < kBreakthroughSteps; ++step)
    for (int bit = 0; bit < 64; ++bit)
      if (((breakthrough_origin(position.to_move(), step, targets[step]) >> bit) & 1) != 0)
        actions.push_back(static_cast<Action>(64 * step + static_cast<std::size_t>(bit)));
  return actions;
}

/// Whether the opponent could take on the cell where this move ends.
bool can_be_taken_back(Breakthrough position, Action action) {
  const std::string cell = position.action_text(action).substr(2, 2);
  position.play(action);
  const std::vector<std::string> replies = move_texts(position);
  return std::ranges::any_of(replies, [&](const std::string& reply) { return reply.substr(2) == cell + "*"; });
}

TEST(BreakthroughTactics, WinOrStopAWinAtOnceThenTakeForFree) {
  int narrowed = 0;
  int taking = 0;
  Rng rng(5);
  for (int game = 0; game < 300; ++game) {
    const BreakthroughRules rules{.size = game % 2 == 0 ? 5 : 6};
    for (Breakthrough position(rules); !position.is_over();) {
      ActionList legal;
      position.legal_actions(legal);
      ActionList wanted = tactical_moves(position);
      ASSERT_TRUE(std::ranges::equal(
          as_actions(position, breakthrough_tactical_targets(position, {.lines = true, .takes = 1})), wanted))
          << position.to_text();
      narrowed += wanted.size() < legal.size() ? 1 : 0;
      ActionList free;
      for (const Action action : wanted)
        if (position.action_text(action).back() == '*' && !can_be_taken_back(position, action)) free.push_back(action);
      const bool wins = wins_at_once(position, wanted[0]);
      taking += !wins && !free.empty() ? 1 : 0;
      ASSERT_TRUE(std::ranges::equal(as_actions(position, breakthrough_tactical_targets(position, {})),
                                     wins || free.empty() ? wanted : free))
          << position.to_text();
      position.play(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
  EXPECT_GT(narrowed, 500);
  EXPECT_GT(taking, 500);
}

TEST(BreakthroughTactics, TakingForFreeMayBeLikelierAlone) {
  // b5 may take a4, which is defended by nobody, or c4, which d3 defends; a win or a loss is far away.
  const BreakthroughRules rules{.size = 6};
  const Breakthrough position = Breakthrough::from_text(rules, "....../.x..../o.o.../...o../....../...... x");
  const auto counts = [&](std::uint32_t takes) {
    ActionList actions;
    position.tactical_actions({.lines = false, .takes = takes}, actions);
    std::map<std::string, int> found;
    for (const Action action : actions) ++found[position.action_text(action)];
    return found;
  };
  using Counts = std::map<std::string, int>;
  EXPECT_EQ(counts(4), (Counts{{"b5a4*", 4}, {"b5b4", 1}, {"b5c4*", 1}}));
  EXPECT_EQ(counts(1), (Counts{{"b5a4*", 1}, {"b5b4", 1}, {"b5c4*", 1}}));
  EXPECT_EQ(counts(Tactics::kAlwaysTakes), (Counts{{"b5a4*", 1}}));
}

TEST(BreakthroughTactics, TheLastPawnIsNotGivenAway) {
  const BreakthroughRules five{.size = 5};
  const Breakthrough alone = Breakthrough::from_text(five, "...../..x../...../o..o./..... x");
  std::vector<std::string> safe;
  for (const Action action : as_actions(alone, breakthrough_tactical_targets(alone, {})))
    safe.push_back(alone.action_text(action));
  EXPECT_THAT(safe, ElementsAre("c4d3")) << "b3 and c3 can be taken";
}

TEST(Breakthrough, ItCannotEndBeforeItMay) {
  int excluded = 0;
  Rng rng(9);
  for (int game = 0; game < 200; ++game) {
    const BreakthroughRules rules{.size = 4 + game % 3};
    for (Breakthrough position(rules); !position.is_over();) {
      ActionList actions;
      position.legal_actions(actions);
      for (const int plies : {1, 2, 3}) {
        if (position.may_end_within(plies)) continue;
        ++excluded;
        Breakthrough ahead = position;
        Rng any(rng.next());
        for (int ply = 0; ply < plies; ++ply) {
          ActionList replies;
          ahead.legal_actions(replies);
          ahead.play(replies[any.below(static_cast<std::uint32_t>(replies.size()))]);
          ASSERT_FALSE(ahead.is_over()) << position.to_text() << " " << plies;
        }
      }
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
  EXPECT_GT(excluded, 1000);
}

TEST(Breakthrough, RefusesTextsOfNoPosition) {
  const BreakthroughRules rules{.size = 4};
  for (const char* text :
       {"", "xxxx/xxxx/oooo/oooo", "xxxx/xxxx/oooo/oooo y", "xxx/xxxx/oooo/oooo x", "xxxx/xxxx/oooo x",
        "xxxx/xxxx/x.../oooo x", "x..o/..../..../x... o", ".x../..../..../x..o x", "..../..../..../.... x",
        ".x../..../..../.... x", "#.../.x../..o./.... x", "x.../..../..../xx.o o"})
    EXPECT_THROW((void)Breakthrough::from_text(rules, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
