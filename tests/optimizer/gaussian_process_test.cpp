// Gaussian-process regression against reference values (tests/data/golden_gp.json).
#include "optimizer/gaussian_process.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "optimizer/acquisition.h"

namespace rootward::optimizer {
namespace {

using nlohmann::json;

const json& golden() {
  static const json data = json::parse(std::ifstream(ROOTWARD_SOURCE_DIR "/tests/data/golden_gp.json"));
  return data;
}

Eigen::VectorXd vector_of(const json& numbers) {
  const auto values = numbers.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

/// A list of points, one a column.
Eigen::MatrixXd points_of(const json& rows) {
  Eigen::MatrixXd points(std::ssize(rows[0]), std::ssize(rows));
  for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = vector_of(rows[static_cast<std::size_t>(i)]);
  return points;
}

GaussianProcess process_of(const json& test_case) {
  return {{.mean = golden()["prior_mean"].get<double>(),
           .amplitude = std::sqrt(test_case["amp2"].get<double>()),
           .lengths = vector_of(test_case["lengthscales"])},
          {.points = points_of(golden()["X"]),
           .values = vector_of(golden()["y"]),
           .noise = vector_of(golden()["noise_var"])}};
}

constexpr double kClose = 1e-12;

double matern52_at(double r) { return matern52(Eigen::ArrayXd::Constant(1, r * r))[0]; }

TEST(Kernel, IsMatern52) {
  for (const json& pair : golden()["matern52_r"])
    EXPECT_NEAR(matern52_at(pair["r"].get<double>()), pair["k"].get<double>(), kClose);
}

TEST(Kernel, MatricesHoldTheSameValues) {
  const Hyperparameters prior{.mean = 0.5, .amplitude = 0.2, .lengths = Eigen::Vector2d(0.3, 0.8)};
  const Eigen::MatrixXd a = Eigen::MatrixXd::Identity(2, 2);
  const Eigen::MatrixXd b = (Eigen::MatrixXd(2, 3) << 0.1, 1, 0.5, 0.2, 0, 0.7).finished();
  const Eigen::MatrixXd covariances = covariance(prior, a, b);
  ASSERT_EQ(covariances.rows(), 2);
  ASSERT_EQ(covariances.cols(), 3);
  for (Eigen::Index i = 0; i < 2; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      const double r = ((a.col(i) - b.col(j)).array() / prior.lengths.array()).matrix().norm();
      EXPECT_NEAR(covariances(i, j), 0.04 * matern52_at(r), 1e-9);
    }
  }
}

TEST(GaussianProcess, PredictsTheReferenceValues) {
  for (const json& test_case : golden()["cases"]) {
    const GaussianProcess process = process_of(test_case);
    const Prediction prediction = process.predict(points_of(test_case["query"]));
    for (std::size_t i = 0; i < test_case["query"].size(); ++i) {
      const auto query = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(prediction.mean[query], test_case["mean"][i].get<double>(), kClose);
      EXPECT_NEAR(prediction.deviation[query], test_case["sd"][i].get<double>(), 1e-10);
      EXPECT_NEAR(expected_improvement(prediction.mean[query], prediction.deviation[query],
                                       test_case["incumbent"].get<double>()),
                  test_case["ei"][i].get<double>(), 1e-10);
    }
  }
}

TEST(GaussianProcess, KnowsItsMeansAtTheObservations) {
  for (const json& test_case : golden()["cases"]) {
    const Eigen::VectorXd means = process_of(test_case).means_at_observations();
    EXPECT_LT((means - vector_of(test_case["mean_at_X"])).cwiseAbs().maxCoeff(), kClose);
    EXPECT_NEAR(means.maxCoeff(), test_case["incumbent"].get<double>(), kClose);
  }
}

TEST(GaussianProcess, HasTheReferenceLikelihood) {
  for (const json& test_case : golden()["cases"])
    EXPECT_NEAR(process_of(test_case).log_marginal_likelihood(), test_case["log_marginal_likelihood"].get<double>(),
                1e-10);
}

TEST(GaussianProcess, IsItsPriorWithoutObservations) {
  const GaussianProcess process({.mean = 0.4, .amplitude = 0.2, .lengths = Eigen::VectorXd::Ones(3)},
                                {.points = Eigen::MatrixXd(3, 0), .values = {}, .noise = {}});
  const Prediction prediction = process.predict(Eigen::MatrixXd::Random(3, 5));
  EXPECT_EQ(prediction.mean, Eigen::VectorXd::Constant(5, 0.4));
  EXPECT_EQ(prediction.deviation, Eigen::VectorXd::Constant(5, 0.2));
  EXPECT_EQ(process.log_marginal_likelihood(), 0);
}

TEST(GaussianProcess, TakesOnePlaceManyTimes) {
  const Eigen::Index count = 30;
  const GaussianProcess process({.mean = 0.5, .amplitude = 0.1, .lengths = Eigen::VectorXd::Ones(2)},
                                {.points = Eigen::MatrixXd::Constant(2, count, 0.5),
                                 .values = Eigen::VectorXd::Constant(count, 0.6),
                                 .noise = Eigen::VectorXd::Constant(count, 0.03)});
  // n results of variance v are one of variance v / n: .5 + .1 * .01 / (.01 + .001).
  EXPECT_NEAR(process.predict(Eigen::Vector2d(0.5, 0.5)).mean[0], 0.5 + 0.1 * 0.01 / 0.011, kClose);
}

}  // namespace
}  // namespace rootward::optimizer
