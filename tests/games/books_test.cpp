// The shipped opening books: every move is legal, no class comes twice, and each book is what its head says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "games/connect4.h"
#include "games/go/go.h"

namespace rootward::testing {
namespace {

std::vector<std::vector<std::string>> read_book(const std::string& file) {
  std::ifstream in(std::string(ROOTWARD_SOURCE_DIR) + "/configs/books/" + file);
  EXPECT_TRUE(in.is_open()) << file;
  std::vector<std::vector<std::string>> openings;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::vector<std::string> moves;
    for (std::string word; words >> word;) moves.push_back(word);
    openings.push_back(moves);
  }
  return openings;
}

/// Plays an opening; fails the test where a move is wrong or the game ends.
template <GameState P>
P after(const typename P::Rules& rules, const std::vector<std::string>& moves) {
  P game(rules);
  for (const std::string& move : moves) {
    const auto action = game.parse_action(move);
    if (!action || !game.is_legal(*action)) {
      ADD_FAILURE() << move << " in\n" << game.drawing();
      return game;
    }
    game.play(*action);
  }
  EXPECT_FALSE(game.is_over());
  return game;
}

template <GameState P>
bool can_win_at_once(const P& position) {
  ActionList actions;
  position.legal_actions(actions);
  for (Action action : actions) {
    P next = position;
    next.play(action);
    if (next.is_over() && next.result() == sign_of(position.to_move())) return true;
  }
  return false;
}

void collect_classes(Connect4Small& game, int plies, std::set<std::uint64_t>& classes) {
  if (plies == 0) {
    if (!game.is_over() && !can_win_at_once(game)) classes.insert(game.canonical_hash());
    return;
  }
  ActionList actions;
  game.legal_actions(actions);
  for (Action action : actions) {
    const Connect4Small::Mark mark = game.mark();
    game.play(action);
    collect_classes(game, plies - 1, classes);
    game.rewind(mark);
  }
}

TEST(Books, Connect4HoldsEveryQuietClassOfFourPliesOnce) {
  const Connect4Rules rules;
  const auto book = read_book("connect4-7x6-4ply.txt");
  std::set<std::uint64_t> classes;
  for (const auto& moves : book) {
    EXPECT_EQ(moves.size(), 4U);
    classes.insert(after<Connect4Small>(rules, moves).canonical_hash());
  }
  EXPECT_EQ(classes.size(), book.size());
  std::set<std::uint64_t> expected;
  Connect4Small start(rules);
  collect_classes(start, 4, expected);
  EXPECT_EQ(classes, expected);
}

TEST(Books, GoOpeningsAreDistinctAndKeepTheirDistance) {
  const GoRules rules;
  const auto book = read_book("go9-4ply.txt");
  EXPECT_EQ(book.size(), 500U);
  std::set<std::uint64_t> classes;
  for (const auto& moves : book) {
    ASSERT_EQ(moves.size(), 4U);
    const Go<SmallBoard> game = after<Go<SmallBoard>>(rules, moves);
    classes.insert(game.canonical_hash());
    std::vector<int> points;
    for (const std::string& move : moves) points.push_back(game.parse_action(move).value_or(0));
    for (std::size_t i = 0; i < points.size(); ++i) {
      const int column = points[i] % 9, row = points[i] / 9;
      EXPECT_TRUE(column >= 2 && column <= 6 && row >= 2 && row <= 6) << moves[i];
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(std::abs(column - points[j] % 9) + std::abs(row - points[j] / 9), 1) << moves[i] << " " << moves[j];
    }
  }
  EXPECT_EQ(classes.size(), book.size());
}

}  // namespace
}  // namespace rootward::testing
