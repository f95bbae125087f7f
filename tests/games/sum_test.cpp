// Sum: values by trying everything, texts, and every step of the rules.
#include "games/sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/errors.h"
#include "games/perft.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

/// The best return from here by trying everything.
int best_return(int total, int rounds_left) {
  if (rounds_left == 0) return -std::abs(1 - total);
  int best = -1000;
  for (const int step : {1, -1, 2, -2}) best = std::max(best, best_return(total + step, rounds_left - 1));
  return best;
}

double own_units(const Sum::Rules& rules, Value value) { return (1 - value) * 0.5 * rules.lowest_return(); }

TEST(Sum, ExactValuesAreThoseOfTryingEverything) {
  for (const int rounds : {1, 2, 3, 7}) {
    const Sum::Rules rules{.rounds = rounds};
    for (int round = 0; round <= std::min(rounds, 6); ++round) {
      for (int total = -2 * round; total <= 2 * round; ++total) {
        if (round == 1 && total == 0) continue;
        if (rounds - round > 5) continue;
        const Sum position =
            Sum::from_text(rules, std::to_string(round) + "/" + std::to_string(rounds) + " " + std::to_string(total));
        EXPECT_NEAR(own_units(rules, *position.exact_value()), best_return(total, rounds - round), 1e-12)
            << position.to_text();
      }
    }
  }
  EXPECT_EQ(*Sum(Sum::Rules{}).exact_value(), 1.0) << "the best return is 0, the top of the range";
}

TEST(Sum, ReturnsTheDistanceToOne) {
  const Sum::Rules rules{.rounds = 3};
  Sum position(rules);
  for (const char* move : {"+2", "-1", "2"}) position.play(*position.parse_action(move));
  EXPECT_TRUE(position.is_over());
  EXPECT_EQ(position.to_text(), "3/3 3");
  EXPECT_NEAR(own_units(rules, position.result()), -2, 1e-12);
  const Sum worst = Sum::from_text(rules, "3/3 -6");
  EXPECT_THROW((void)Sum::from_text(rules, "3/3 -2147483648"), UsageError);
  EXPECT_EQ(worst.result(), -1.0);
  EXPECT_EQ(Sum::from_text(rules, "3/3 1").result(), 1.0);
}

TEST(Sum, HasFourMovesARound) {
  const Sum::Rules rules{.rounds = 4};
  Sum position(rules);
  EXPECT_EQ(perft(position, 3), 64U);
  EXPECT_EQ(perft(position, 4), 256U);
  EXPECT_EQ(perft(position, 5), 0U);
}

TEST(Sum, KeepsTheProperties) {
  testing::check_game_properties<Sum>({.rounds = 10}, 5, 40);
  testing::check_game_properties<Sum>({.rounds = 1}, 6, 4);
  testing::check_playout_draws(Sum(Sum::Rules{}), 9);
}

TEST(Sum, RefusesTextsOfNoPosition) {
  const Sum::Rules rules{.rounds = 10};
  for (const char* text : {"", "3", "3/9 0", "11/10 0", "-1/10 0", "1/10 0", "2/10 5", "2/10 0 ", "2/10  0", "a/10 0"})
    EXPECT_THROW((void)Sum::from_text(rules, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
