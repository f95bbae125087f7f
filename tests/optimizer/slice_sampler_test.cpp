// The sampler draws from the density that it is given.
#include "optimizer/slice_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rootward::optimizer {
namespace {

TEST(SliceSampler, HasTheMomentsOfACorrelatedNormal) {
  const double correlation = 0.6;
  const LogDensity log_density = [&](const Eigen::VectorXd& place) {
    const double x = place[0] - 1;
    const double y = (place[1] + 2) / 3;
    return -0.5 * (x * x - 2 * correlation * x * y + y * y) / (1 - correlation * correlation);
  };
  Rng rng(1);
  Eigen::VectorXd place = Eigen::Vector2d(1, -2);
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  Eigen::Matrix2d squares = Eigen::Matrix2d::Zero();
  const int draws = 40'000;
  for (int i = 0; i < draws; ++i) {
    slice_sweep(log_density, Eigen::Vector2d(1, 1), place, rng);
    sum += place;
    squares += place * place.transpose();
  }
  const Eigen::Vector2d mean = sum / draws;
  const Eigen::Matrix2d covariance = squares / draws - mean * mean.transpose();
  EXPECT_NEAR(mean[0], 1, 0.05);
  EXPECT_NEAR(mean[1], -2, 0.15);
  EXPECT_NEAR(covariance(0, 0), 1, 0.06);
  EXPECT_NEAR(covariance(1, 1), 9, 0.5);
  EXPECT_NEAR(covariance(0, 1), 1.8, 0.15);
}

TEST(SliceSampler, StaysWhereTheDensityIsPositive) {
  const LogDensity unit_interval = [](const Eigen::VectorXd& place) {
    return place[0] > 0 && place[0] < 1 ? 0 : -std::numeric_limits<double>::infinity();
  };
  Rng rng(2);
  Eigen::VectorXd place = Eigen::VectorXd::Constant(1, 0.5);
  double sum = 0;
  const int draws = 10'000;
  for (int i = 0; i < draws; ++i) {
    slice_sweep(unit_interval, Eigen::VectorXd::Constant(1, 0.3), place, rng);
    ASSERT_GT(place[0], 0);
    ASSERT_LT(place[0], 1);
    sum += place[0];
  }
  EXPECT_NEAR(sum / draws, 0.5, 0.02);
}

}  // namespace
}  // namespace rootward::optimizer
