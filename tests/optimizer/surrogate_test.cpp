// Mixtures of processes, and fantasies for pending points.
#include "optimizer/surrogate.h"

#include <gtest/gtest.h>

#include <vector>

namespace rootward::optimizer {
namespace {

Observations two_results() {
  return {.points = (Eigen::MatrixXd(1, 2) << 0.2, 0.9).finished(),
          .values = Eigen::Vector2d(0.4, 0.6),
          .noise = Eigen::Vector2d(0.0006, 0.0006)};
}

std::vector<Hyperparameters> equal_sets(std::size_t count) {
  return std::vector<Hyperparameters>(count,
                                      {.mean = 0.5, .amplitude = 0.1, .lengths = Eigen::VectorXd::Constant(1, 0.2)});
}

TEST(Mixture, HasTheMomentsOfItsParts) {
  const std::vector<Prediction> parts{
      {.mean = Eigen::VectorXd::Constant(1, 0.4), .deviation = Eigen::VectorXd::Constant(1, 0.1)},
      {.mean = Eigen::VectorXd::Constant(1, 0.6), .deviation = Eigen::VectorXd::Constant(1, 0.2)}};
  const Prediction mixture = mixture_of(parts);
  EXPECT_DOUBLE_EQ(mixture.mean[0], 0.5);
  EXPECT_DOUBLE_EQ(mixture.deviation[0], std::sqrt((0.01 + 0.04) / 2 + 0.01));
}

TEST(Surrogate, IsSurerWherePointsArePending) {
  const Eigen::MatrixXd pending = Eigen::MatrixXd::Constant(1, 1, 0.5);
  Rng rng(1);
  const Surrogate with(equal_sets(4), two_results(), pending, 0.0006, rng);
  const Surrogate without(equal_sets(4), two_results());
  EXPECT_LT(with.predict_each(pending)[0].deviation[0], 0.5 * without.predict_each(pending)[0].deviation[0]);
}

TEST(Surrogate, DrawsFantasiesFromThePosterior) {
  const Eigen::MatrixXd pending = (Eigen::MatrixXd(1, 2) << 0.5, 0.52).finished();
  const std::size_t draws = 4000;
  Rng rng(2);
  const Surrogate fantasies(equal_sets(draws), two_results(), pending, 0.0006, rng);
  const Prediction posterior = Surrogate(equal_sets(1), two_results()).predict(pending);
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  Eigen::Matrix2d squares = Eigen::Matrix2d::Zero();
  for (const GaussianProcess& process : fantasies.processes()) {
    const Eigen::Vector2d drawn = process.observations().values.tail(2);
    sum += drawn;
    squares += drawn * drawn.transpose();
  }
  const Eigen::Vector2d mean = sum / draws;
  const Eigen::Matrix2d covariance = squares / draws - mean * mean.transpose();
  EXPECT_NEAR(mean[0], posterior.mean[0], 0.006);
  EXPECT_NEAR(covariance(0, 0), posterior.deviation[0] * posterior.deviation[0] + 0.0006, 0.0008);
  // Two places close together are drawn together, not one by one.
  EXPECT_GT(covariance(0, 1), 0.8 * covariance(0, 0));
}

TEST(Surrogate, HasAnIncumbentOfEachProcess) {
  const Surrogate surrogate(equal_sets(2), two_results());
  EXPECT_EQ(surrogate.incumbents().size(), 2U);
  EXPECT_DOUBLE_EQ(surrogate.incumbents()[0], surrogate.processes()[0].means_at_observations().maxCoeff());
}

}  // namespace
}  // namespace rootward::optimizer
