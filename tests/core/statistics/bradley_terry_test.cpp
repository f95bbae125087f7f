// Ratings of several players: what the likelihood promises at its maximum, and matches that have none.
#include "core/statistics/bradley_terry.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

TEST(BradleyTerry, ExpectedPointsAreThePointsScored) {
  const std::vector<RatedGames> results = {
      {0, 1, 31.5, 50}, {1, 2, 20, 50}, {2, 3, 44, 60}, {3, 0, 7.5, 20}, {1, 3, 18, 25}};
  const Ratings ratings = bradley_terry(4, results, {true, 0});
  ASSERT_TRUE(ratings.is_converged);
  std::vector<double> surplus(4);
  double first_surplus = 0;
  for (const RatedGames& result : results) {
    const double expected = result.games * score_of_elo(ratings.elo[result.first] - ratings.elo[result.second] +
                                                        ratings.first_player_advantage);
    surplus[result.first] += result.points - expected;
    surplus[result.second] -= result.points - expected;
    first_surplus += result.points - expected;
  }
  for (double value : surplus) EXPECT_NEAR(value, 0.0, 1e-9);
  EXPECT_NEAR(first_surplus, 0.0, 1e-9);
  EXPECT_NEAR(std::accumulate(ratings.elo.begin(), ratings.elo.end(), 0.0), 0.0, 1e-9);
}

TEST(BradleyTerry, TwoPlayersAreTheirElo) {
  const Ratings ratings = bradley_terry(2, std::vector<RatedGames>{{0, 1, 60, 100}});
  ASSERT_TRUE(ratings.is_converged);
  EXPECT_NEAR(ratings.elo[0] - ratings.elo[1], elo_of_score(0.6), 1e-9);
}

TEST(BradleyTerry, NoMaximumIsToldNotInvented) {
  EXPECT_FALSE(bradley_terry(2, std::vector<RatedGames>{{0, 1, 10, 10}}).is_converged);
  const std::vector<RatedGames> apart = {{0, 1, 5, 10}, {2, 3, 5, 10}};
  EXPECT_FALSE(bradley_terry(4, apart).is_converged);
  const std::vector<RatedGames> unbeaten = {{0, 1, 10, 10}, {1, 2, 5, 10}, {2, 0, 0, 10}};
  EXPECT_FALSE(bradley_terry(3, unbeaten).is_converged);
  EXPECT_TRUE(bradley_terry(3, unbeaten, {false, 2}).is_converged);
}

}  // namespace
}  // namespace rootward
