// The bootstrap over openings: same seed same interval, and as wide as the groups are unlike.
#include "core/statistics/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/statistics/match_score.h"

namespace rootward {
namespace {

TEST(Bootstrap, NeedsTwoGroups) {
  EXPECT_FALSE(bootstrap_interval(std::vector<OpeningGroup>{}, 1).has_value());
  EXPECT_FALSE(bootstrap_interval(std::vector<OpeningGroup>{{30, 50}}, 1).has_value());
}

TEST(Bootstrap, AgreesWithTheStandardErrorOfManyGroups) {
  // 400 groups of one game, 240 won: standard error sqrt(0.24 / 400).
  std::vector<OpeningGroup> groups(400, OpeningGroup{0, 1});
  for (std::size_t i = 0; i < 240; ++i) groups[i].points = 1;
  const auto interval = bootstrap_interval(groups, 7, 20000);
  ASSERT_TRUE(interval.has_value());
  const double error = std::sqrt(0.24 / 400);
  EXPECT_NEAR(interval->low, 0.6 - 1.96 * error, 0.004);
  EXPECT_NEAR(interval->high, 0.6 + 1.96 * error, 0.004);
  EXPECT_EQ(bootstrap_interval(groups, 7, 20000), interval);
  EXPECT_NE(bootstrap_interval(groups, 8, 20000), interval);
}

TEST(Bootstrap, RepeatedOpeningsWidenTheInterval) {
  // Two openings, one always won and one always lost: many games, hardly any information.
  const auto interval = bootstrap_interval(std::vector<OpeningGroup>{{500, 500}, {0, 500}}, 3);
  ASSERT_TRUE(interval.has_value());
  EXPECT_EQ(interval->low, 0.0);
  EXPECT_EQ(interval->high, 1.0);
}

// Mean 0.5; deviations 1, -1, 1, -1 of four games each: sqrt(4 / 3 * 4) / 16.
TEST(GroupedError, IsThatOfSumsByGroup) {
  const std::vector<OpeningGroup> groups = {{3, 4}, {1, 4}, {3, 4}, {1, 4}};
  EXPECT_NEAR(grouped_error(groups).value(), std::sqrt(16.0 / 3) / 16, 1e-15);
  EXPECT_FALSE(grouped_error(std::vector<OpeningGroup>{{3, 4}}).has_value());
  EXPECT_FALSE(grouped_error(std::vector<OpeningGroup>{}).has_value());
}

// With a pair a group it is the pentanomial error but for the square root of n / (n - 1).
TEST(GroupedError, OfSinglePairsIsThePentanomialOne) {
  const PairCounts pairs = {3, 5, 10, 4, 8};
  std::vector<OpeningGroup> groups;
  for (std::size_t outcome = 0; outcome < pairs.size(); ++outcome)
    for (std::uint64_t i = 0; i < pairs[outcome]; ++i) groups.push_back({0.5 * static_cast<double>(outcome), 2});
  EXPECT_NEAR(grouped_error(groups).value(), pair_statistics(pairs).standard_error * std::sqrt(30.0 / 29), 1e-15);
}

}  // namespace
}  // namespace rootward
