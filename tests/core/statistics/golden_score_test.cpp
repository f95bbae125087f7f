// Golden numbers of scores: binomial intervals, trinomial and pentanomial statistics.
#include <gtest/gtest.h>

#include "core/statistics/binomial.h"
#include "core/statistics/elo.h"
#include "core/statistics/match_score.h"
#include "tests/core/statistics/golden.h"
#include "tests/core/statistics/wilson.h"

namespace rootward {
namespace {

TEST(GoldenScore, BinomialIntervals) {
  const nlohmann::json cases = golden("binomial_intervals");
  ASSERT_EQ(cases.size(), 13U);
  for (const nlohmann::json& item : cases) {
    const double wins = item.at("wins").get<double>();
    const double n = item.at("n").get<double>();
    const double share = wins / n;
    SCOPED_TRACE(item.dump());
    expect_golden(share, item.at("p"), "p");
    expect_golden(wilson_interval(share, n), item.at("wilson"), "wilson");
    expect_golden(elo_of_score(share), item.at("elo"), "elo");
    expect_golden(elo_interval(wilson_interval(share, n)), item.at("elo_wilson"), "elo_wilson");
    const ShareEstimate laplace = laplace_estimate(wins, n);
    expect_golden(laplace.mean, item.at("laplace_mean"), "laplace_mean");
    expect_golden(laplace.standard_error, item.at("laplace_se"), "laplace_se");
  }
}

void check_trinomial(const nlohmann::json& item) {
  const GameCounts counts{item.at("W").get<std::uint64_t>(), item.at("D").get<std::uint64_t>(),
                          item.at("L").get<std::uint64_t>()};
  const ScoreStatistics statistics = game_statistics(counts);
  expect_golden(statistics.score, item.at("score"), "score");
  expect_golden(statistics.variance, item.at("var_per_game"), "var_per_game");
  expect_golden(statistics.standard_error, item.at("se"), "se");
  expect_golden(statistics.ci95, item.at("ci"), "ci");
  expect_golden(statistics.elo, item.at("elo"), "elo");
  expect_golden(statistics.elo_ci95, item.at("elo_ci"), "elo_ci");
  expect_golden(likelihood_of_superiority(counts), item.at("los_beta"), "los_beta");
  if (item.contains("n_eff")) {
    expect_golden(effective_games(counts), item.at("n_eff"), "n_eff");
    expect_golden(wilson_of(counts), item.at("score_wilson_neff"), "score_wilson_neff");
    expect_golden(elo_interval(wilson_of(counts)), item.at("elo_wilson_neff"), "elo_wilson_neff");
  }
}

TEST(GoldenScore, Trinomial) {
  const nlohmann::json cases = golden("trinomial");
  ASSERT_EQ(cases.size(), 8U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    check_trinomial(item);
  }
}

TEST(GoldenScore, SmallTailsKeepTheirDigits) {
  EXPECT_NEAR(likelihood_of_superiority({34, 0, 356}) / 2.3045430139286444e-69, 1.0, 1e-9);
}

TEST(GoldenScore, Pentanomial) {
  const nlohmann::json cases = golden("pentanomial");
  ASSERT_EQ(cases.size(), 6U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const auto counts = item.at("counts").get<PairCounts>();
    const ScoreStatistics statistics = pair_statistics(counts);
    expect_golden(statistics.score, item.at("score"), "score");
    expect_golden(statistics.variance, item.at("var_per_pair"), "var_per_pair");
    expect_golden(statistics.standard_error, item.at("se"), "se");
    expect_golden(statistics.ci95, item.at("ci"), "ci");
    expect_golden(statistics.elo, item.at("elo"), "elo");
    expect_golden(statistics.elo_ci95, item.at("elo_ci"), "elo_ci");
  }
}

}  // namespace
}  // namespace rootward
