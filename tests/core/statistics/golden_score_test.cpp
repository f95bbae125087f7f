// Golden numbers of scores: binomial intervals, trinomial and pentanomial statistics, two shares.
#include <gtest/gtest.h>

#include <cmath>

#include "core/statistics/binomial.h"
#include "core/statistics/elo.h"
#include "core/statistics/match_score.h"
#include "core/statistics/two_proportions.h"
#include "tests/core/statistics/golden.h"

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
    expect_golden(std::sqrt(share * (1.0 - share) / n), item.at("wald_se"), "wald_se");
    expect_golden(wald_interval(share, n), item.at("wald"), "wald");
    expect_golden(wilson_interval(share, n), item.at("wilson"), "wilson");
    expect_golden(agresti_coull_interval(share, n), item.at("agresti_coull"), "agresti_coull");
    expect_golden(clopper_pearson_interval(wins, n), item.at("clopper_pearson"), "clopper_pearson");
    expect_golden(jeffreys_interval(wins, n), item.at("jeffreys"), "jeffreys");
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
  expect_golden(statistics.elo_error, item.at("elo_err"), "elo_err");
  expect_golden(statistics.elo_ci95, item.at("elo_ci"), "elo_ci");
  expect_golden(statistics.normalized_elo, item.at("nelo"), "nelo");
  expect_golden(statistics.normalized_elo_error, item.at("nelo_err"), "nelo_err");
  expect_golden(statistics.los_normal, item.at("los_normal"), "los_normal");
  expect_golden(likelihood_of_superiority_normal(counts), item.at("los_cutechess"), "los_cutechess");
  expect_golden(likelihood_of_superiority(counts), item.at("los_beta"), "los_beta");
  if (item.contains("n_eff")) {
    expect_golden(effective_games(counts), item.at("n_eff"), "n_eff");
    expect_golden(wilson_of_games(counts), item.at("score_wilson_neff"), "score_wilson_neff");
    expect_golden(elo_interval(wilson_of_games(counts)), item.at("elo_wilson_neff"), "elo_wilson_neff");
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
  EXPECT_NEAR(game_statistics({34, 0, 356}).los_normal / 6.017171873542827e-184, 1.0, 1e-9);
  EXPECT_NEAR(likelihood_of_superiority({34, 0, 356}) / 2.3045430139286444e-69, 1.0, 1e-9);
  EXPECT_NEAR(pair_statistics({7895, 8757, 5685, 568, 9999}).los_normal / 4.5487210491018604e-45, 1.0, 1e-9);
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
    expect_golden(statistics.elo_error, item.at("elo_err"), "elo_err");
    expect_golden(statistics.elo_ci95, item.at("elo_ci"), "elo_ci");
    expect_golden(statistics.normalized_elo, item.at("nelo"), "nelo");
    expect_golden(statistics.normalized_elo_error, item.at("nelo_err"), "nelo_err");
    expect_golden(statistics.los_normal, item.at("los"), "los");
    expect_golden(pairs_ratio(counts), item.at("pairs_ratio"), "pairs_ratio");
  }
}

TEST(GoldenScore, TwoProportions) {
  const nlohmann::json cases = golden("two_proportions");
  ASSERT_EQ(cases.size(), 4U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const Share first{item.at("k1").get<std::uint64_t>(), item.at("n1").get<std::uint64_t>()};
    const Share second{item.at("k2").get<std::uint64_t>(), item.at("n2").get<std::uint64_t>()};
    const ShareDifference result = compare_shares(first, second);
    expect_golden(result.difference, item.at("diff"), "diff");
    expect_golden(result.z, item.at("z_pooled"), "z_pooled");
    expect_golden(result.p, item.at("p_two_sided"), "p_two_sided");
    expect_golden(result.ci95, item.at("newcombe_ci"), "newcombe_ci");
    expect_golden(fisher_exact_p(first, second), item.at("fisher_p"), "fisher_p");
  }
}

}  // namespace
}  // namespace rootward
