// Golden numbers of sequential tests: log-likelihood ratios, bounds and expected lengths.
#include <gtest/gtest.h>

#include <cmath>

#include "core/statistics/sprt.h"
#include "tests/core/statistics/golden.h"

namespace rootward {
namespace {

EloModel model_named(const std::string& name) {
  if (name == "logistic") return EloModel::logistic;
  if (name == "normalized") return EloModel::normalized;
  EXPECT_EQ(name, "bayesian");
  return EloModel::bayesian;
}

void check_ratio(const nlohmann::json& item) {
  const EloHypotheses hypotheses{item.at("elo0").get<double>(), item.at("elo1").get<double>(),
                                 model_named(item.at("model").get<std::string>())};
  const nlohmann::json& counts = item.at("counts");
  const bool is_pairs = counts.size() == 5;
  double ratio = 0;
  ScoreStatistics statistics;
  if (is_pairs) {
    ratio = log_likelihood_ratio(counts.get<PairCounts>(), hypotheses);
    statistics = pair_statistics(counts.get<PairCounts>());
  } else {
    const GameCounts games{counts.at(2).get<std::uint64_t>(), counts.at(1).get<std::uint64_t>(),
                           counts.at(0).get<std::uint64_t>()};
    ratio = log_likelihood_ratio(games, hypotheses);
    statistics = game_statistics(games);
  }
  // The bayesian references agree with the closed form to six digits.
  expect_golden(ratio, item.at("llr"), "llr", hypotheses.model == EloModel::bayesian ? 2e-6 : 1e-9);
  if (!item.at("llr_normal_approx").is_null()) {
    expect_golden(log_likelihood_ratio_normal(statistics, hypotheses.elo0, hypotheses.elo1),
                  item.at("llr_normal_approx"), "llr_normal_approx");
  }
  if (!item.at("external_expected").is_null()) {
    expect_golden(ratio, item.at("external_expected"), "external_expected", 0.01);
  }
}

TEST(GoldenSequential, LogLikelihoodRatios) {
  const nlohmann::json cases = golden("sprt_llr");
  ASSERT_EQ(cases.size(), 16U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    check_ratio(item);
  }
}

TEST(GoldenSequential, Bounds) {
  const nlohmann::json cases = golden("sprt_bounds");
  ASSERT_EQ(cases.size(), 4U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const Interval bounds = sprt_bounds(item.at("alpha").get<double>(), item.at("beta").get<double>());
    expect_golden(bounds.low, item.at("lower"), "lower");
    expect_golden(bounds.high, item.at("upper"), "upper");
  }
}

TEST(GoldenSequential, BinomialRatios) {
  const nlohmann::json cases = golden("sprt_binomial");
  ASSERT_EQ(cases.size(), 5U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    expect_golden(
        log_likelihood_ratio_binomial(item.at("wins").get<std::uint64_t>(), item.at("losses").get<std::uint64_t>(),
                                      item.at("elo0").get<double>(), item.at("elo1").get<double>()),
        item.at("llr"), "llr");
  }
}

TEST(GoldenSequential, ExpectedLength) {
  const nlohmann::json cases = golden("sprt_wald_length");
  ASSERT_EQ(cases.size(), 6U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const SprtLength length =
        sprt_length(item.at("elo").get<double>(),
                    {item.at("elo0").get<double>(), item.at("elo1").get<double>(), EloModel::logistic}, 0.05, 0.05);
    expect_golden(length.accept_h1, item.at("pass_H1"), "pass_H1");
    expect_golden(length.expected_games, item.at("expected_games"), "expected_games");
  }
}

}  // namespace
}  // namespace rootward
