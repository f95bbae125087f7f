// Random playouts: the rule of the draw, exact distributions by recursion, published figures.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/rng.h"
#include "games/connect4.h"
#include "games/tictactoe.h"
#include "tests/games/exact_value.h"
#include "tests/games/game_properties.h"

namespace rootward::testing {
namespace {

struct Sample {
  double games = 0;
  double first_wins = 0, draws = 0, second_wins = 0;
  double plies = 0;
};

template <class Game>
Sample sample_playouts(const Game& start, std::uint64_t seed, int games) {
  Rng rng(seed);
  Sample sample;
  for (int i = 0; i < games; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    sample.games += 1;
    sample.first_wins += playout.value > 0 ? 1 : 0;
    sample.draws += playout.value == 0 ? 1 : 0;
    sample.second_wins += playout.value < 0 ? 1 : 0;
    sample.plies += playout.plies;
  }
  return sample;
}

/// `count` of `games` against a share known to `rounding`, within five standard errors.
void expect_share(double count, double games, double share, double rounding) {
  EXPECT_NEAR(count / games, share, rounding + 5 * std::sqrt(share * (1 - share) / games));
}

/// Pearson's statistic is below the point that a right sampler passes once in 100,000 runs (Wilson and Hilferty's
/// approximation).
template <class Game>
void expect_distribution(const Game& start, std::uint64_t seed, int games) {
  PlayoutDistribution counts;
  Rng rng(seed);
  for (int i = 0; i < games; ++i) {
    const PlayoutResult playout = start.random_playout(rng);
    counts[{playout.value, playout.plies}] += 1;
  }
  double statistic = 0;
  double freedom = -1;
  for (const auto& [kind, probability] : exact_playouts(start)) {
    const double expected = probability * games;
    ASSERT_GT(expected, 5) << "too few playouts for the test";
    statistic += (counts[kind] - expected) * (counts[kind] - expected) / expected;
    freedom += 1;
    counts.erase(kind);
  }
  EXPECT_TRUE(counts.empty()) << "a playout ended as no game can";
  const double spread = 2 / (9 * freedom);
  EXPECT_LT(statistic, freedom * std::pow(1 - spread + 4.265 * std::sqrt(spread), 3));
}

TEST(Playouts, TicTacToesExactShares) {
  double first = 0, draw = 0, second = 0;
  for (const auto& [kind, probability] : exact_playouts(TicTacToe(TicTacToe::Rules{})))
    (kind.first > 0 ? first : kind.first < 0 ? second : draw) += probability;
  EXPECT_NEAR(first, 737.0 / 1260, 1e-12);
  EXPECT_NEAR(second, 121.0 / 420, 1e-12);
  EXPECT_NEAR(draw, 8.0 / 63, 1e-12);
}

TEST(Playouts, TicTacToeIsSampledFromTheExactDistribution) {
  expect_distribution(TicTacToe(TicTacToe::Rules{}), 3, 100'000);
}

TEST(Playouts, Connect4IsSampledFromTheExactDistribution) {
  const Connect4Rules rules;
  const std::string text = "......./oox.x.o/xoxoxox/oxooxoo/oxxxoxo/xxxoxox o";
  expect_distribution(Connect4Small::from_text(rules, text), 4, 200'000);
  expect_distribution(Connect4Large::from_text(rules, text), 5, 200'000);
}

TEST(Playouts, OneDrawAMoveOverTheLegalActions) {
  Rng seeds(6);
  const Connect4Rules standard;
  const Connect4Rules blocked{.width = 8, .height = 7, .connect = 5, .blocked_column = 2, .blocked_row = 7};
  const Connect4Rules large{.width = 20, .height = 17, .connect = 6, .blocked_column = 11, .blocked_row = 1};
  for (int i = 0; i < 200; ++i) {
    check_playout_draws(TicTacToe(TicTacToe::Rules{}), seeds.next());
    check_playout_draws(Connect4Small(standard), seeds.next());
    check_playout_draws(Connect4Small(blocked), seeds.next());
    check_playout_draws(Connect4Large(standard), seeds.next());
    check_playout_draws(Connect4Large(large), seeds.next());
  }
}

/// Three independent programs agree on these: 0.556 / 0.0026 / 0.442 over 21.3 plies.
TEST(Playouts, Connect4PublishedFigures) {
  const Sample sample = sample_playouts(Connect4Small(Connect4Rules{}), 7, 1'000'000);
  expect_share(sample.first_wins, sample.games, 0.556, 0.0005);
  expect_share(sample.draws, sample.games, 0.0026, 0.00005);
  expect_share(sample.second_wins, sample.games, 0.442, 0.0005);
  EXPECT_NEAR(sample.plies / sample.games, 21.3, 0.05 + 0.04);
}

}  // namespace
}  // namespace rootward::testing
