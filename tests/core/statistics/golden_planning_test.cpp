// Golden numbers of planning, corrections for many comparisons, and ratings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/statistics/bradley_terry.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/planning.h"
#include "tests/core/statistics/golden.h"

namespace rootward {
namespace {

void expect_list(const std::vector<double>& actual, const nlohmann::json& expected, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (std::size_t i = 0; i < actual.size(); ++i) expect_golden(actual[i], expected.at(i), what);
}

TEST(GoldenPlanning, Multiplicity) {
  const nlohmann::json item = golden("multiplicity");
  const auto p = item.at("p").get<std::vector<double>>();
  expect_list(holm(p), item.at("holm"), "holm");
}

TEST(GoldenPlanning, GamesNeeded) {
  const nlohmann::json cases = golden("planning");
  ASSERT_EQ(cases.size(), 7U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const auto elo = item.at("elo").get<double>();
    expect_golden(score_of_elo(elo), item.at("score"), "score");
    if (elo == 0) continue;
    const auto games = item.at("games_power80_two_sided05").get<double>();
    EXPECT_LE(detectable_elo(games), elo);
    EXPECT_GT(detectable_elo(games - 1), elo);
  }
}

TEST(GoldenPlanning, WinnersCurse) {
  const nlohmann::json cases = golden("winners_curse");
  ASSERT_EQ(cases.size(), 10U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    const double error = 0.5 / std::sqrt(item.at("games").get<double>());
    expect_golden(expected_best_score(item.at("K").get<int>(), error), item.at("expected_max_observed"),
                  "expected_max_observed");
  }
}

TEST(GoldenPlanning, Meta) {
  const nlohmann::json item = golden("meta");
  expect_golden(kZ95, item.at("z95"), "z95", 1e-15);
  expect_golden(2 * kEloPerLogit, item.at("nelo_factor"), "nelo_factor", 1e-15);
}

void check_ratings(const nlohmann::json& item) {
  const auto names = item.at("names").get<std::vector<std::string>>();
  const auto index = [&names](const nlohmann::json& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name.get<std::string>()) - names.begin());
  };
  std::vector<RatedGames> results;
  for (const nlohmann::json& row : item.at("games")) {
    results.push_back({index(row.at(0)), index(row.at(1)), row.at(2).get<double>(), row.at(3).get<double>()});
  }
  const bool has_advantage = !item.at("first_player_adv").is_null();
  const Ratings ratings =
      bradley_terry(names.size(), results, {has_advantage, item.at("prior_draws_per_player").get<double>()});
  ASSERT_TRUE(ratings.is_converged);
  expect_list(ratings.elo, item.at("elo"), "elo");
  expect_list(ratings.standard_error, item.at("se"), "se");
  if (has_advantage) {
    expect_golden(ratings.first_player_advantage, item.at("first_player_adv"), "first_player_adv");
    expect_golden(ratings.first_player_advantage_error, item.at("first_player_adv_se"), "first_player_adv_se");
  }
  for (const auto& [pair, error] : item.at("diff_se").items()) {
    expect_golden(ratings.difference_error(index(pair.substr(0, 1)), index(pair.substr(2))), error, pair);
  }
}

TEST(GoldenPlanning, BradleyTerry) {
  const nlohmann::json cases = golden("bradley_terry");
  ASSERT_EQ(cases.size(), 4U);
  for (const nlohmann::json& item : cases) {
    SCOPED_TRACE(item.dump());
    check_ratings(item);
  }
}

}  // namespace
}  // namespace rootward
