// Candidates lie in the space, and polishing climbs.
#include "optimizer/candidates.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rootward::optimizer {
namespace {

Space mixed_space() {
  return Space({{.name = "x", .low = 0, .high = 1}, {.name = "n", .low = 0, .high = 2, .scale = Scale::integer}});
}

TEST(Candidates, LieOnTheSpacesPlaces) {
  Rng rng(1);
  const Space space = mixed_space();
  const Eigen::MatrixXd around = candidates_around(space, Eigen::Vector2d(0.99, 0.5), 200, rng);
  const Eigen::MatrixXd uniform = uniform_candidates(space, 200, rng);
  for (const Eigen::MatrixXd& points : {around, uniform}) {
    for (Eigen::Index i = 0; i < points.cols(); ++i) EXPECT_EQ(points.col(i), space.snap(points.col(i)));
  }
  EXPECT_NEAR(uniform.row(0).mean(), 0.5, 0.1);
}

TEST(Maximize, FindsThePeakOfASmoothFunction) {
  const Eigen::Index dimensions = 6;
  std::vector<Parameter> parameters;
  for (int i = 0; i < dimensions; ++i) parameters.push_back({.name = std::to_string(i)});
  const Space space(parameters);
  const Eigen::VectorXd peak = Eigen::VectorXd::LinSpaced(dimensions, 0.1, 1.0);
  const Objective objective = [&](const Eigen::MatrixXd& points) -> Eigen::VectorXd {
    return -(points.colwise() - peak).colwise().squaredNorm().transpose();
  };
  Rng rng(1);
  const Eigen::VectorXd found = maximize(objective, space, uniform_candidates(space, 500, rng), rng);
  EXPECT_LT((found - peak).norm(), 0.05);
}

TEST(Maximize, TakesTheBestPlaceOfASmallSpace) {
  const Space space({{.name = "n", .low = 0, .high = 9, .scale = Scale::integer}});
  const Objective objective = [](const Eigen::MatrixXd& points) -> Eigen::VectorXd {
    return -(points.row(0).array() - 0.69).square().transpose();
  };
  Rng rng(3);
  EXPECT_EQ(space.to_value(0, maximize(objective, space, uniform_candidates(space, 5, rng), rng)[0]), 6);
}

}  // namespace
}  // namespace rootward::optimizer
