// Othello against a slow twin that walks along every line; counts, values, playouts, tactics, texts.
#include "games/othello.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/othello_tactics.h"
#include "games/perft.h"
#include "tests/games/game_properties.h"
#include "tests/games/othello_solver.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// An array of characters; a move is tried along each of the eight directions.
class SlowOthello {
 public:
  explicit SlowOthello(int size) : size_(size), cells_(static_cast<std::size_t>(size * size), '.') {
    const int middle = size / 2;
    at(middle - 1, middle - 1) = at(middle, middle) = 'o';
    at(middle - 1, middle) = at(middle, middle - 1) = 'x';
  }

  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> moves = placements(mover_);
    if (moves.empty() && !placements(enemy()).empty()) moves.emplace_back("pass");
    return moves;
  }
  void play(const std::string& move) {
    if (move != "pass") {
      const int column = move[0] - 'a', row = move[1] - '1';
      for (const auto& [x, y] : turned(column, row, mover_)) at(x, y) = mover_;
      at(column, row) = mover_;
    }
    mover_ = enemy();
  }
  [[nodiscard]] int margin() const {
    return static_cast<int>(std::ranges::count(cells_, 'x') - std::ranges::count(cells_, 'o'));
  }
  /// x's lead in the end when both play for discs.
  [[nodiscard]] int best_margin(std::map<std::string, int>& known) const {
    const auto found = known.find(text());
    if (found != known.end()) return found->second;
    const std::vector<std::string> all = moves();
    if (all.empty()) return margin();
    int best = mover_ == 'x' ? -100 : 100;
    for (const std::string& move : all) {
      SlowOthello next = *this;
      next.play(move);
      const int value = next.best_margin(known);
      best = mover_ == 'x' ? std::max(best, value) : std::min(best, value);
    }
    return known[text()] = best;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = size_ - 1; row >= 0; --row)
      text +=
          cells_.substr(static_cast<std::size_t>(row * size_), static_cast<std::size_t>(size_)) + (row > 0 ? "/" : " ");
    return text + mover_;
  }

 private:
  [[nodiscard]] char enemy() const { return mover_ == 'x' ? 'o' : 'x'; }
  [[nodiscard]] char& at(int column, int row) { return cells_[static_cast<std::size_t>(row * size_ + column)]; }
  [[nodiscard]] char at(int column, int row) const {
    if (column < 0 || column >= size_ || row < 0 || row >= size_) return ' ';
    return cells_[static_cast<std::size_t>(row * size_ + column)];
  }
  [[nodiscard]] std::vector<std::pair<int, int>> turned(int column, int row, char own) const {
    std::vector<std::pair<int, int>> all;
    const char theirs = own == 'x' ? 'o' : 'x';
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy) {
        if (dx == 0 && dy == 0) continue;
        std::vector<std::pair<int, int>> run;
        int x = column + dx, y = row + dy;
        for (; at(x, y) == theirs; x += dx, y += dy) run.emplace_back(x, y);
        if (at(x, y) == own) all.insert(all.end(), run.begin(), run.end());
      }
    return all;
  }
  [[nodiscard]] std::vector<std::string> placements(char own) const {
    std::vector<std::string> moves;
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column)
        if (at(column, row) == '.' && !turned(column, row, own).empty())
          moves.push_back({static_cast<char>('a' + column), static_cast<char>('1' + row)});
    return moves;
  }

  int size_;
  std::string cells_;
  char mover_ = 'x';
};

std::vector<std::string> move_texts(const Othello& position) {
  ActionList actions;
  position.legal_actions(actions);
  std::vector<std::string> texts;
  for (const Action action : actions) texts.push_back(position.action_text(action));
  return texts;
}

void play_all(Othello& position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    const std::optional<Action> action = position.parse_action(move);
    ASSERT_TRUE(action && position.is_legal(*action)) << move << " in " << position.to_text();
    position.play(*action);
  }
}

TEST(Othello, RandomGamesAreTheTwins) {
  Rng rng(11);
  int passes = 0;
  int early_ends = 0;
  for (const int size : {4, 6, 8}) {
    const OthelloRules rules{.size = size};
    for (int game = 0; game < (size == 4 ? 200 : 60); ++game) {
      Othello position(rules);
      SlowOthello twin(size);
      while (true) {
        ASSERT_EQ(position.to_text(), twin.text());
        const std::vector<std::string> moves = twin.moves();
        ASSERT_EQ(move_texts(position), moves) << twin.text();
        ASSERT_EQ(position.is_over(), moves.empty());
        ASSERT_EQ(position.margin(), twin.margin());
        if (moves.empty()) break;
        const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        passes += move == "pass" ? 1 : 0;
        position.play(*position.parse_action(move));
        twin.play(move);
      }
      ASSERT_EQ(position.result(), twin.margin() > 0 ? 1.0 : twin.margin() < 0 ? -1.0 : 0.0);
      early_ends += twin.text().find('.') != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(passes, 50);
  EXPECT_GT(early_ends, 20);
}

TEST(Othello, CountsAreThePublishedOnes) {
  const OthelloRules rules;
  Othello position(rules);
  const std::vector<std::uint64_t> known = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
  for (std::size_t depth = 1; depth <= known.size(); ++depth)
    EXPECT_EQ(perft(position, static_cast<int>(depth)), known[depth - 1]) << depth;
}

TEST(Othello, TheFirstPlayerBeginsOnOneOfFourCellsThatAreOneClass) {
  const OthelloRules rules;
  const Othello start(rules);
  EXPECT_THAT(move_texts(start), UnorderedElementsAre("d3", "c4", "f5", "e6"));
  std::vector<std::uint64_t> classes;
  for (const char* move : {"d3", "c4", "f5", "e6"}) {
    Othello position = start;
    play_all(position, {move});
    classes.push_back(position.canonical_hash());
  }
  for (const std::uint64_t hash : classes) EXPECT_EQ(hash, classes[0]);
  Othello diagonal = start, parallel = start;
  play_all(diagonal, {"d3", "c3"});
  play_all(parallel, {"d3", "e3"});
  EXPECT_NE(diagonal.canonical_hash(), parallel.canonical_hash());
}

TEST(Othello, WhoCannotMoveMustPass) {
  const OthelloRules rules{.size = 4};
  const Othello stuck = Othello::from_text(rules, "..../.xx./.xxo/.... o");
  EXPECT_FALSE(stuck.is_legal(kOthelloPass)) << "o can move";
  const Othello passes = Othello::from_text(rules, "..../.oo./xxxo/.... o");
  EXPECT_EQ(passes.is_legal(kOthelloPass), move_texts(passes) == std::vector<std::string>{"pass"});
  int forced = 0;
  Rng rng(3);
  for (int game = 0; game < 100; ++game)
    for (Othello position(rules); !position.is_over();) {
      const std::vector<std::string> moves = move_texts(position);
      if (moves[0] == "pass") {
        ++forced;
        EXPECT_EQ(moves.size(), 1U);
        Othello after = position;
        after.play(kOthelloPass);
        EXPECT_NE(move_texts(after)[0], "pass") << "two passes in a row are the end, which comes before them";
        EXPECT_EQ(after.margin(), position.margin());
        EXPECT_NE(after.hash(), position.hash());
      }
      position.play(*position.parse_action(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]));
    }
  EXPECT_GT(forced, 20);
}

TEST(Othello, AGameMayEndWithEmptyCells) {
  // Nine moves after which every disc is x's.
  const OthelloRules rules;
  Othello position(rules);
  play_all(position, {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"});
  EXPECT_FALSE(position.is_over());
  play_all(position, {"c5"});
  EXPECT_TRUE(position.is_over());
  EXPECT_EQ(position.result(), 1);
  EXPECT_EQ(position.margin(), 13);
}

/// In discs, x's view, over all moves.
int best_margin(Othello& position) {
  if (position.is_over()) return static_cast<int>(position.margin());
  const bool maximises = position.to_move() == Seat::first;
  int best = maximises ? -100 : 100;
  ActionList actions;
  position.legal_actions(actions);
  for (const Action action : actions) {
    const Othello::Mark mark = position.mark();
    position.play(action);
    const int value = best_margin(position);
    position.rewind(mark);
    best = maximises ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

TEST(Othello, TheSmallestBoardIsSolved) {
  const OthelloRules rules{.size = 4};
  Othello position(rules);
  std::map<std::string, int> known;
  EXPECT_EQ(best_margin(position), SlowOthello(4).best_margin(known));
  EXPECT_EQ(best_margin(position), -8) << "the second player wins by 8";
}

/// What othello_slow_test.cpp solves the larger board with.
void expect_solved(testing::OthelloSolver& solver, const Othello& position, int first_margin) {
  const Seat mover = position.to_move();
  const Seat other = mover == Seat::first ? Seat::second : Seat::first;
  const int margin = mover == Seat::first ? first_margin : -first_margin;
  EXPECT_TRUE(solver.exceeds(position.discs(mover), position.discs(other), margin - 1)) << position.to_text();
  EXPECT_FALSE(solver.exceeds(position.discs(mover), position.discs(other), margin)) << position.to_text();
}

TEST(Othello, TheSolverFindsWhatEveryGameWouldEndIn) {
  constexpr int kTableBits = 16;
  testing::OthelloSolver small(4, kTableBits);
  const OthelloRules small_rules{.size = 4};
  expect_solved(small, Othello(small_rules), -8);
  testing::OthelloSolver solver(6, kTableBits);
  const OthelloRules rules{.size = 6};
  Rng rng(8);
  for (int game = 0; game < 40; ++game) {
    Othello position(rules);
    ActionList actions;
    while (!position.is_over() && std::popcount(position.discs(Seat::first) | position.discs(Seat::second)) < 36 - 8) {
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    if (!position.is_over()) expect_solved(solver, position, best_margin(position));
  }
}

TEST(Othello, KeepsTheProperties) {
  testing::check_game_properties<Othello>({.size = 4}, 3, 40);
  testing::check_game_properties<Othello>({.size = 6}, 4, 4);
  testing::check_game_properties<Othello>({.size = 8}, 5, 2);
}

TEST(Othello, PlayoutsDrawOnceAMoveOverTheLegalActions) {
  for (const int size : {4, 6, 8}) {
    const OthelloRules rules{.size = size};
    Othello position(rules);
    for (std::uint64_t seed = 1; seed < 100; ++seed) testing::check_playout_draws(position, seed);
    ActionList actions;
    position.legal_actions(actions);
    position.play(actions[1]);
    for (std::uint64_t seed = 1; seed < 100; ++seed) testing::check_playout_draws(position, seed);
  }
}

/// What playouts from the start give: the generator's state and sums, the same on every machine.
TEST(Othello, PlayoutsArePinned) {
  const OthelloRules rules;
  const Othello start(rules);
  Rng rng(21);
  std::uint64_t plies = 0;
  double wins = 0, draws = 0;
  for (int i = 0; i < 20'000; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    plies += playout.plies;
    wins += playout.value > 0 ? 1 : 0;
    draws += playout.value == 0 ? 1 : 0;
  }
  EXPECT_EQ(plies, 1'208'380U);
  EXPECT_EQ(wins, 9'131);
  EXPECT_EQ(draws, 836);
  EXPECT_EQ(rng.below(1U << 31U), 362'350'098U);
}

/// Rows and columns of a text swapped.
std::string transposed_text(const std::string& text, int size) {
  std::string swapped = text;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      swapped[static_cast<std::size_t>(column * (size + 1) + row)] =
          text[static_cast<std::size_t>(row * (size + 1) + column)];
  return swapped;
}
/// Top and bottom swapped.
std::string upturned_text(const std::string& text, int size) {
  std::string turned;
  for (int row = size - 1; row >= 0; --row)
    turned += text.substr(static_cast<std::size_t>(row * (size + 1)), static_cast<std::size_t>(size)) +
              (row > 0 ? "/" : text.substr(text.size() - 2));
  return turned;
}

TEST(Othello, SymmetricPositionsHaveOneCanonicalHash) {
  Rng rng(13);
  for (const int size : {4, 6, 8}) {
    const OthelloRules rules{.size = size};
    std::map<std::uint64_t, std::uint64_t> by_hash;
    for (Othello position(rules); !position.is_over();) {
      std::string image = position.to_text();
      for (int turn = 0; turn < 4; ++turn) {
        image = transposed_text(image, size);
        EXPECT_EQ(Othello::from_text(rules, image).canonical_hash(), position.canonical_hash()) << image;
        image = upturned_text(image, size);
        EXPECT_EQ(Othello::from_text(rules, image).canonical_hash(), position.canonical_hash()) << image;
      }
      EXPECT_EQ(image, position.to_text());
      EXPECT_TRUE(by_hash.emplace(position.canonical_hash(), position.hash()).second) << "two classes, one hash";
      ActionList actions;
      position.legal_actions(actions);
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
  }
}

std::vector<std::string> tactical_texts(const Othello& position) {
  std::vector<std::string> texts;
  const std::uint64_t cells = othello_tactical_cells(position);
  for (int bit = 0; bit < 64; ++bit)
    if (((cells >> bit) & 1) != 0) texts.push_back(position.action_text(static_cast<Action>(bit)));
  return texts;
}

TEST(OthelloTactics, CornersFirstAndNothingDiagonallyBesideAnEmptyOne) {
  int corners = 0;
  int avoided = 0;
  Rng rng(5);
  for (const int size : {4, 6, 8}) {
    const OthelloRules rules{.size = size};
    const std::string last(1, static_cast<char>('a' + size - 1)), top = std::to_string(size);
    const std::string beside(1, static_cast<char>('a' + size - 2)), below = std::to_string(size - 1);
    const std::vector<std::pair<std::string, std::string>> corner_and_opening = {
        {"a1", "b2"}, {last + "1", beside + "2"}, {"a" + top, "b" + below}, {last + top, beside + below}};
    for (int game = 0; game < 60; ++game)
      for (Othello position(rules); !position.is_over();) {
        const std::vector<std::string> moves = move_texts(position);
        std::vector<std::string> taking, safe;
        for (const std::string& move : moves) {
          bool is_corner = false, is_opening = false;
          for (const auto& [corner, opening] : corner_and_opening) {
            const Action cell = *position.parse_action(corner);
            const bool is_empty = ((position.discs(Seat::first) | position.discs(Seat::second)) >> cell & 1) == 0;
            is_corner = is_corner || move == corner;
            is_opening = is_opening || (move == opening && is_empty);
          }
          if (is_corner) taking.push_back(move);
          if (!is_opening) safe.push_back(move);
        }
        if (moves[0] == "pass") {
          ASSERT_TRUE(tactical_texts(position).empty());
        } else {
          ASSERT_EQ(tactical_texts(position), !taking.empty() ? taking
                                              : safe.empty()  ? moves
                                                              : safe)
              << position.to_text();
        }
        corners += taking.empty() ? 0 : 1;
        avoided += safe.size() < moves.size() && !safe.empty() ? 1 : 0;
        position.play(*position.parse_action(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]));
      }
  }
  EXPECT_GT(corners, 200);
  EXPECT_GT(avoided, 200);
}

TEST(OthelloTactics, TheyPlayBetter) {
  // One side tactical, the other random, both as x and as o.
  const OthelloRules rules;
  Rng rng(7);
  double score = 0;
  constexpr int kGames = 400;
  for (int game = 0; game < kGames; ++game) {
    const Seat tactical = game % 2 == 0 ? Seat::first : Seat::second;
    Othello position(rules);
    while (!position.is_over()) {
      ActionList actions;
      position.legal_actions(actions);
      if (position.to_move() == tactical && position.moves() != 0) {
        actions.clear();
        for (const std::string& text : tactical_texts(position)) actions.push_back(*position.parse_action(text));
      }
      position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    score += (1 + sign_of(tactical) * position.result()) / 2;
  }
  EXPECT_GT(score / kGames, 0.6);
}

TEST(Othello, RefusesTextsOfNoPosition) {
  const OthelloRules rules{.size = 4};
  for (const char* text : {"", "..../.xo./.ox./....", "..../.xo./.ox./.... y", "..../.xo./.ox. x",
                           "..../.x../.ox./.... x", "..../.xo./#ox./.... x", "...../.xo../.ox../..... x"})
    EXPECT_THROW((void)Othello::from_text(rules, text), UsageError) << text;
  const Params odd = resolve_params(othello_description().parameters, {{"size", std::int64_t{5}}});
  EXPECT_THROW((void)make_othello_rules(odd), ParamError);
}

}  // namespace
}  // namespace rootward
