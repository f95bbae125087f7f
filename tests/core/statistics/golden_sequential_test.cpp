// Golden numbers of sequential tests: log-likelihood ratios, bounds and expected lengths.
#include <gtest/gtest.h>

#include "core/statistics/sprt.h"
#include "tests/core/statistics/golden.h"

namespace rootward {
namespace {

void check_ratio(const nlohmann::json& item) {
  const EloHypotheses hypotheses{item.at("elo0").get<double>(), item.at("elo1").get<double>()};
  const double ratio = log_likelihood_ratio(item.at("counts").get<PairCounts>(), hypotheses);
  expect_golden(ratio, item.at("llr"), "llr");
  if (!item.at("external_expected").is_null())
    expect_golden(ratio, item.at("external_expected"), "external_expected", 0.01);
}

TEST(GoldenSequential, LogLikelihoodRatios) {
  const nlohmann::json cases = golden("sprt_llr");
  ASSERT_EQ(cases.size(), 3U);
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

TEST(GoldenSequential, ExpectedLength) {
  const nlohmann::json cases = golden("sprt_wald_length");
  ASSERT_EQ(cases.size(), 6U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const EloHypotheses hypotheses{item.at("elo0").get<double>(), item.at("elo1").get<double>()};
    const SprtLength length = sprt_length(item.at("elo").get<double>(), hypotheses, 0.05, 0.05);
    expect_golden(length.accept_h1, item.at("pass_H1"), "pass_H1");
    expect_golden(length.expected_games, item.at("expected_games"), "expected_games");
  }
}

}  // namespace
}  // namespace rootward
