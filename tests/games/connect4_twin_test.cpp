// Connect Four against its slow twin: random games on boards of every size, with and without a blocked cell.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "games/connect4.h"
#include "tests/games/slow_line_game.h"

namespace rootward::testing {
namespace {

SlowLineGame twin_of(const Connect4Rules& rules) {
  SlowLineGame twin(rules.width, rules.height, rules.connect, true);
  if (rules.has_blocked()) twin.block(rules.blocked_column - 1, rules.blocked_row - 1);
  return twin;
}

Connect4Rules random_rules(Rng& rng, int largest) {
  const auto sides = static_cast<std::uint32_t>(largest - 3);
  Connect4Rules rules{.width = 4 + static_cast<int>(rng.below(sides)),
                      .height = 4 + static_cast<int>(rng.below(sides)),
                      .connect = 3 + static_cast<int>(rng.below(4)),
                      .blocked_column = 0,
                      .blocked_row = 0};
  if (rng.below(2) == 0) {
    rules.blocked_column = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(rules.width)));
    rules.blocked_row = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(rules.height)));
  }
  return rules;
}

template <class Game>
void expect_equal(const Game& game, const SlowLineGame& twin, const Connect4Rules& rules) {
  ASSERT_EQ(game.to_text(), twin.text());
  ASSERT_EQ(game.is_over(), twin.is_over());
  if (game.is_over()) {
    ASSERT_EQ(game.result(), twin.result());
  }
  ActionList listed;
  game.legal_actions(listed);
  const std::vector<int> expected = twin.legal_actions();
  ASSERT_TRUE(std::equal(listed.begin(), listed.end(), expected.begin(), expected.end()));
  ASSERT_EQ(Game::from_text(rules, twin.text()).hash(), game.hash());
  const std::string mirrored = twin.mirrored().text();
  if (rules.is_symmetric()) {
    const Game reflection = Game::from_text(rules, mirrored);
    ASSERT_EQ(reflection.canonical_hash(), game.canonical_hash());
    ASSERT_EQ(reflection.hash() == game.hash(), mirrored == twin.text());
  } else {
    ASSERT_EQ(game.canonical_hash(), game.hash());
  }
}

void play_one_game(const Connect4Rules& rules, Rng& rng) {
  SlowLineGame twin = twin_of(rules);
  Connect4Large large(rules);
  std::optional<Connect4Small> small;
  if (fits_small(rules)) small.emplace(rules);
  while (true) {
    expect_equal(large, twin, rules);
    if (small) expect_equal(*small, twin, rules);
    if (::testing::Test::HasFatalFailure() || twin.is_over()) return;
    const std::vector<int> actions = twin.legal_actions();
    const int action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    twin.play(action);
    large.play(static_cast<Action>(action));
    if (small) small->play(static_cast<Action>(action));
  }
}

TEST(Connect4Twin, RandomGamesOnSmallBoards) {
  Rng rng(derive_seed(1, "small boards"));
  for (int game = 0; game < 300 && !HasFatalFailure(); ++game) {
    const Connect4Rules rules = random_rules(rng, 9);
    SCOPED_TRACE(twin_of(rules).text());
    play_one_game(rules, rng);
  }
}

TEST(Connect4Twin, RandomGamesOnTheStandardBoard) {
  Rng rng(derive_seed(1, "standard board"));
  for (int game = 0; game < 200 && !HasFatalFailure(); ++game) play_one_game(Connect4Rules{}, rng);
}

TEST(Connect4Twin, RandomGamesOnLargeBoards) {
  Rng rng(derive_seed(1, "large boards"));
  for (int game = 0; game < 12 && !HasFatalFailure(); ++game) {
    Connect4Rules rules = random_rules(rng, 32);
    if (game == 0) rules = {.width = 32, .height = 32, .connect = 6, .blocked_column = 32, .blocked_row = 32};
    SCOPED_TRACE(twin_of(rules).text());
    play_one_game(rules, rng);
  }
}

TEST(Connect4Twin, BothBoardsPlayTheSamePlayouts) {
  Rng rng(derive_seed(1, "same playouts"));
  for (int board = 0; board < 200; ++board) {
    const Connect4Rules rules = random_rules(rng, 7);
    Rng for_small(rng.next());
    Rng for_large = for_small;
    const PlayoutResult small = Connect4Small(rules).random_playout(for_small);
    const PlayoutResult large = Connect4Large(rules).random_playout(for_large);
    ASSERT_EQ(small.value, large.value) << twin_of(rules).text();
    ASSERT_EQ(small.plies, large.plies) << twin_of(rules).text();
    ASSERT_EQ(for_small.next(), for_large.next());
  }
}

}  // namespace
}  // namespace rootward::testing
