// Errors of ratings whose scores share units.
#include "core/statistics/clustered_ratings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr std::size_t kUnits = 400;

/// 400 units of 2 games, means 0, 1/2, 1/2 and 1 in turn, by numbers from `first` on.
ClusteredScore score_of(std::size_t player, std::size_t first) {
  ClusteredScore score{
      .first = player, .second = 0, .games = 2.0 * kUnits, .standard_error = std::sqrt(1.0 / 8 / kUnits)};
  for (std::size_t i = 0; i < kUnits; ++i)
    score.units.push_back({.unit = first + i, .mean = static_cast<double>(i % 4 / 2 + i % 2) / 2});
  return score;
}

Ratings even_ratings() {
  return bradley_terry(3, std::vector<RatedGames>{{1, 0, kUnits, 2.0 * kUnits}, {2, 0, kUnits, 2.0 * kUnits}});
}

double mean_error(const Ratings& ratings) {
  const auto against_0 = [&](std::size_t i, std::size_t j) {
    return ratings.covariance[i * 3 + j] - ratings.covariance[i * 3] - ratings.covariance[j] + ratings.covariance[0];
  };
  return std::sqrt(against_0(1, 1) + against_0(2, 2) + 2 * against_0(1, 2)) / 2;
}

// The error sqrt(1/8 / 400) = .01768 of a score of 1/2 is 12.284 Elo; the mean of two that are correlated by r has
// 12.284 sqrt((1 + r) / 2). Shifted by one unit, 99 of 400 products are -1/4 where variances are 1/8: r = -.495.
TEST(ClusteredRatings, WhatScoresShareCountsOnce) {
  for (const auto& [first, expected] : {std::pair{std::size_t{0}, 12.284}, {kUnits, 8.686}, {std::size_t{1}, 6.172}}) {
    Ratings ratings = even_ratings();
    count_units(std::vector{score_of(1, 0), score_of(2, first)}, ratings);
    EXPECT_NEAR(ratings.difference_error(1, 0), 12.284, 0.001);
    EXPECT_NEAR(ratings.difference_error(2, 0), 12.284, 0.001);
    EXPECT_NEAR(mean_error(ratings), expected, 0.002) << first;
    EXPECT_NEAR(ratings.standard_error[1] * ratings.standard_error[1], ratings.covariance[4], 1e-9);
  }
}

TEST(ClusteredRatings, WhatAnErrorSaysBeyondTheUnitsStaysTheScoresOwn) {
  Ratings ratings = even_ratings();
  ClusteredScore wide = score_of(1, 0);
  wide.standard_error *= 2;
  count_units(std::vector{wide, score_of(2, 0)}, ratings);
  EXPECT_NEAR(ratings.difference_error(1, 0), 24.57, 0.01);
  // What both share is the smaller error; the rest, sqrt(3) of it, is 1's alone.
  EXPECT_NEAR(mean_error(ratings), 12.284 * std::sqrt(1 + 3.0 / 4), 0.01);
}

TEST(ClusteredRatings, IndependentGamesKeepTheErrorsOfTheLikelihood) {
  const Ratings before = bradley_terry(3, std::vector<RatedGames>{{1, 0, 60, 100}, {2, 0, 30, 80}});
  Ratings after = before;
  const auto alone = [](std::size_t player, double points, double games) {
    const double score = points / games;
    return ClusteredScore{.first = player,
                          .second = 0,
                          .games = games,
                          .score = score,
                          .standard_error = std::sqrt(score * (1 - score) / games)};
  };
  count_units(std::vector{alone(1, 60, 100), alone(2, 30, 80)}, after);
  for (std::size_t i = 0; i < before.covariance.size(); ++i)
    EXPECT_NEAR(after.covariance[i], before.covariance[i], 1e-6);
}

}  // namespace
}  // namespace rootward
