// Priors and likelihood of hyperparameters, and the chain that samples them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/rng.h"
#include "optimizer/hyperparameter_chain.h"
#include "optimizer/normal_draw.h"

namespace rootward::optimizer {
namespace {

/// A surface that depends on the first of two coordinates only.
Observations one_sided(Eigen::Index count, std::uint64_t seed) {
  Rng rng(seed);
  Observations observations{.points = Eigen::MatrixXd(2, count),
                            .values = Eigen::VectorXd(count),
                            .noise = Eigen::VectorXd::Constant(count, 0.0001)};
  for (Eigen::Index i = 0; i < count; ++i) {
    observations.points.col(i) << rng.uniform(), rng.uniform();
    observations.values[i] = 0.5 + 0.1 * std::sin(9 * observations.points(0, i)) + 0.01 * draw_normal(rng);
  }
  return observations;
}

TEST(HyperparameterPosterior, IsPriorTimesMarginalLikelihood) {
  const Observations observations = one_sided(12, 1);
  const HyperparameterPosterior posterior(observations);
  const Hyperparameters hyperparameters{.mean = 0.55, .amplitude = 0.2, .lengths = Eigen::Vector2d(0.4, 0.7)};
  const Eigen::VectorXd place = HyperparameterPosterior::pack(hyperparameters);
  EXPECT_NEAR(posterior(place) - posterior.log_prior(place),
              GaussianProcess(hyperparameters, observations).log_marginal_likelihood(), 1e-9);
}

TEST(HyperparameterPosterior, HasTheStatedPriors) {
  const HyperparameterPosterior posterior(one_sided(3, 1));
  const Eigen::VectorXd medians = posterior.prior_medians();
  EXPECT_DOUBLE_EQ(medians[0], 0.5);
  EXPECT_DOUBLE_EQ(medians[1], std::log(0.1));
  EXPECT_DOUBLE_EQ(medians[2], std::log(0.3));
  const auto drop = [&](Eigen::Index coordinate, double step) {
    Eigen::VectorXd place = medians;
    place[coordinate] += step;
    return posterior.log_prior(medians) - posterior.log_prior(place);
  };
  EXPECT_NEAR(drop(0, 0.25), 0.5, 1e-12);
  EXPECT_NEAR(drop(1, 0.7), 0.5, 1e-12);
  EXPECT_NEAR(drop(2, -0.7), 0.5, 1e-12);
}

TEST(HyperparameterPosterior, ExpectsLongerLengthsInMoreCoordinates) {
  const Observations in_eight{.points = Eigen::MatrixXd::Constant(8, 1, 0.5),
                              .values = Eigen::VectorXd::Constant(1, 0.5),
                              .noise = Eigen::VectorXd::Constant(1, 0.01)};
  EXPECT_NEAR(HyperparameterPosterior(in_eight).prior_medians()[9], std::log(0.6), 1e-12) << ".3 sqrt(8 / 2)";
}

TEST(HyperparameterPosterior, ExcludesTheAbsurd) {
  const HyperparameterPosterior posterior(one_sided(3, 1));
  Eigen::VectorXd place = posterior.prior_medians();
  place[2] = 10;
  EXPECT_EQ(posterior(place), -std::numeric_limits<double>::infinity());
  place[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(posterior(place), -std::numeric_limits<double>::infinity());
}

TEST(HyperparameterChain, FindsWhichCoordinateMatters) {
  HyperparameterChain chain(1);
  chain.update(one_sided(40, 3), 40);
  ASSERT_EQ(chain.sets().size(), HyperparameterChain::kSets);
  for (const Hyperparameters& set : chain.sets()) EXPECT_LT(set.lengths[0], set.lengths[1]);
}

TEST(HyperparameterChain, FollowsSeedAndVersion) {
  const Observations observations = one_sided(10, 3);
  HyperparameterChain a(1);
  HyperparameterChain b(1);
  HyperparameterChain c(2);
  for (HyperparameterChain* chain : {&a, &b, &c}) chain->update(observations, 10);
  EXPECT_EQ(a.state().sets, b.state().sets);
  EXPECT_NE(a.state().sets, c.state().sets);
  b.update(observations, 10);
  EXPECT_EQ(a.state().sets, b.state().sets) << "the same version changes nothing";
  b.update(observations, 11);
  EXPECT_NE(a.state().sets, b.state().sets);
}

TEST(HyperparameterChain, RenewsFewSetsWhenObservationsAreMany) {
  HyperparameterChain chain(1);
  chain.update(one_sided(200, 3), 200);
  const std::vector<Eigen::VectorXd> before = chain.state().sets;
  chain.update(one_sided(201, 3), 201);
  const std::vector<Eigen::VectorXd> after = chain.state().sets;
  EXPECT_TRUE(std::equal(before.begin() + 2, before.end(), after.begin())) << "the two oldest are gone";
  EXPECT_NE(after.back(), before.back());
}

}  // namespace
}  // namespace rootward::optimizer
