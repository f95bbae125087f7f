// How measurements become values with a variance.
#include "optimizer/trials.h"

#include <gtest/gtest.h>

namespace rootward::optimizer {
namespace {

TEST(NoisyValue, IsLaplacesWhereOnlyGamesAreKnown) {
  const NoisyValue seen = noisy_value({.mean = 180.0 / 400, .games = 400});
  EXPECT_NEAR(seen.value, 0.4502487562189055, 1e-15);
  EXPECT_NEAR(seen.variance, 0.0006188120343555853, 1e-15);
}

TEST(NoisyValue, TakesTheMeasuredVariance) {
  EXPECT_DOUBLE_EQ(noisy_value({.mean = 0.5, .deviation = 0.01, .games = 400}).variance, 0.0001);
  EXPECT_DOUBLE_EQ(noisy_value({.mean = 0.53, .deviation = 0.02}).value, 0.53);
}

TEST(NoisyValue, DoesNotBelieveInCertainty) {
  const NoisyValue all_won = noisy_value({.mean = 1, .games = 50});
  EXPECT_NEAR(all_won.value, 51.0 / 52, 1e-15);
  EXPECT_NEAR(all_won.variance, 51.0 / 52 / 52 / 50, 1e-15);
  EXPECT_GT(noisy_value({.mean = 0.5}).variance, 0);
}

TEST(Trials, CountAndFind) {
  Trials trials;
  trials.add({.id = "1", .unit = Eigen::Vector2d(0, 1)});
  trials.add({.id = "2", .unit = Eigen::Vector2d(0.5, 1), .status = TrialStatus::told});
  EXPECT_EQ(trials.count(TrialStatus::told), 1U);
  EXPECT_EQ(trials.with(TrialStatus::pending).front()->id, "1");
  EXPECT_EQ(trials.find("3"), nullptr);
  EXPECT_TRUE(trials.has_place(Eigen::Vector2d(0.5, 1)));
  EXPECT_FALSE(trials.has_place(Eigen::Vector2d(0.5, 0.9)));
}

}  // namespace
}  // namespace rootward::optimizer
