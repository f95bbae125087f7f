// Expected improvement in closed form, at its limits, and averaged.
#include "optimizer/acquisition.h"

#include <gtest/gtest.h>

#include <vector>

namespace rootward::optimizer {
namespace {

TEST(ExpectedImprovement, HasTheDocumentedValue) {
  EXPECT_NEAR(expected_improvement(0.45, 0.1, 0.5), 0.01977965574013061, 1e-15);
}

TEST(ExpectedImprovement, IsTheGainWithoutDoubt) {
  EXPECT_DOUBLE_EQ(expected_improvement(0.6, 0, 0.5), 0.1);
  EXPECT_EQ(expected_improvement(0.4, 0, 0.5), 0);
}

TEST(ExpectedImprovement, IsNeverNegative) {
  for (double gap = 0; gap < 5; gap += 0.01) EXPECT_GE(expected_improvement(0.5 - gap, 0.01, 0.5), 0);
}

TEST(ExpectedImprovement, GrowsWithDoubt) {
  EXPECT_GT(expected_improvement(0.45, 0.11, 0.5), expected_improvement(0.45, 0.1, 0.5));
}

Surrogate two_priors() {
  const std::vector<Hyperparameters> sets{{.mean = 0.4, .amplitude = 0.1, .lengths = Eigen::VectorXd::Ones(1)},
                                          {.mean = 0.6, .amplitude = 0.2, .lengths = Eigen::VectorXd::Ones(1)}};
  return {sets, {.points = Eigen::MatrixXd(1, 0), .values = {}, .noise = {}}};
}

TEST(AcquisitionValues, AverageTheProcesses) {
  const std::vector<double> incumbents{0.5, 0.55};
  const Eigen::VectorXd values = acquisition_values(Acquisition::expected_improvement, two_priors(), incumbents,
                                                    Eigen::MatrixXd::Constant(1, 1, 0.5));
  EXPECT_NEAR(values[0], (expected_improvement(0.4, 0.1, 0.5) + expected_improvement(0.6, 0.2, 0.55)) / 2, 1e-15);
}

TEST(AcquisitionValues, BoundTheMixtureFromAbove) {
  const Eigen::VectorXd values = acquisition_values(Acquisition::upper_confidence_bound, two_priors(),
                                                    std::vector<double>{0.5, 0.5}, Eigen::MatrixXd::Constant(1, 1, 0));
  // Variance of the mixture: (.01 + .04) / 2 + .1^2 = .035.
  EXPECT_NEAR(values[0], 0.5 + 2 * std::sqrt(0.035), 1e-15);
}

}  // namespace
}  // namespace rootward::optimizer
