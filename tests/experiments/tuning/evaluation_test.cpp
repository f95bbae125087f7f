// Games to results: pairs, shares, errors, and the line that is printed.
#include "experiments/tuning/evaluation.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/statistics/score_estimate.h"
#include "tests/experiments/tuning/tuning_texts.h"

namespace rootward::tuning {
namespace {

using ::testing::ElementsAre;

/// Scores of both games, pair by pair.
EvaluationGames games_of(const std::vector<std::array<double, 2>>& pairs) {
  EvaluationGames games;
  for (std::uint32_t pair = 0; pair < pairs.size(); ++pair)
    for (const int game : {1, 0})
      games.add({.pair = pair,
                 .game_of_pair = game,
                 .score = pairs[pair][static_cast<std::size_t>(game)],
                 .ended = game == 1 && pair == 0 ? "forfeit:illegal" : "rules",
                 .cpu_seconds = 0.5});
  return games;
}

TuningConfig pool_tuning() {
  return parse_tuning(R"(name: pool
seed: 1
game: tictactoe
candidate: {backup: average}
opponents: {dice: {player: random, weight: 3}, greedy: {backup: max}}
parameters: {search.selection.c: {}}
)",
                      "pool.yaml");
}

TEST(Evaluation, ThePentanomialErrorCountsWhatPairsShare) {
  // Pairs worth 2, 1, 1, 0 points: mean 1/2, variance of a pair's mean score 1/8, standard error sqrt(1/8 / 4).
  const EvaluationResult result =
      evaluate_games(testing::small_tuning(), games_of({{1, 1}, {1, 0}, {0.5, 0.5}, {0, 0}}), 4);
  EXPECT_EQ(result.mean, 0.5);
  EXPECT_NEAR(result.standard_error, 0.17677669529663687, 1e-15);
  EXPECT_THAT(result.pentanomial, ElementsAre(1, 0, 2, 0, 1));
  EXPECT_EQ(result.counts, (GameCounts{3, 2, 3}));
  EXPECT_EQ(result.seconds, 4);
  EXPECT_EQ(result.errors.at("forfeit:illegal"), 1U);
  EXPECT_EQ(result.ci95(), score_interval(pair_estimate({1, 0, 2, 0, 1}))) << "four pairs are few";
}

TEST(Evaluation, WithoutSpreadLaplaceSaysHowSureItIs) {
  const EvaluationResult result = evaluate_games(testing::small_tuning(), games_of({{1, 1}, {1, 1}}), 2);
  EXPECT_EQ(result.mean, 1);
  EXPECT_NEAR(result.standard_error, std::sqrt(5.0 / 6 * (1.0 / 6) / 4), 1e-15);
  EXPECT_NEAR(result.ci95().low, std::sqrt(0.025), 1e-12) << "both pairs won";
  EXPECT_EQ(result.ci95().high, 1);
}

TEST(Evaluation, ManyEvenPairsAreSureOfTheirScore) {
  const std::vector<std::array<double, 2>> even(40, {1.0, 0.0});
  const EvaluationResult result = evaluate_games(testing::small_tuning(), games_of(even), 40);
  EXPECT_EQ(result.mean, 0.5);
  EXPECT_NEAR(result.standard_error, std::sqrt(0.5) / 42, 1e-15);
  EXPECT_NEAR(result.ci95().high, 0.5 + 1.959963984540054 * std::sqrt(0.5) / 42, 1e-12);
}

TEST(Evaluation, OnlyTheFirstPairsCount) {
  const EvaluationGames games = games_of({{1, 1}, {0, 0}, {0, 0}});
  EXPECT_EQ(evaluate_games(testing::small_tuning(), games, 1).mean, 1);
  const EvaluationResult none = evaluate_games(testing::small_tuning(), games, 0);
  EXPECT_EQ(none.counts.games(), 0U);
  EXPECT_EQ(none.ci95().low, 0);
  EXPECT_EQ(none.ci95().high, 1) << "nothing is known, and not a number of no game";
}

TEST(Evaluation, OpponentsTakeTurnsByTheirShares) {
  EXPECT_THAT(opponents_of_pairs(pool_tuning(), 8), ElementsAre(0, 0, 1, 0, 0, 0, 1, 0));
}

TEST(Evaluation, APoolsMeanIsWeightedByTheShares) {
  // dice: pairs 0, 1, 3 with scores 1, 1, 1/2; greedy: pair 2 with 0.
  const EvaluationResult result = evaluate_games(pool_tuning(), games_of({{1, 1}, {1, 1}, {0, 0}, {1, 0}}), 4);
  EXPECT_NEAR(result.mean, 0.75 * (2.5 / 3), 1e-15);
  EXPECT_EQ(result.by_opponent[0].games(), 6U);
  EXPECT_EQ(result.by_opponent[1].losses, 2U);
  // After pairs 0 and 1 only dice was met: the mean is that against dice.
  EXPECT_EQ(evaluate_games(pool_tuning(), games_of({{1, 1}, {1, 1}}), 2).mean, 1);
}

TEST(Evaluation, TheLineHasEveryField) {
  const TuningConfig tuning = testing::small_tuning();
  const EvaluationRequest request{.id = "x", .point = testing::small_point(-7, 1), .seed = 3, .games = 4};
  const EvaluationResult result = evaluate_games(tuning, games_of({{1, 1}, {1, 0}}), 2);
  const Json line = result_json(tuning, request, result);
  for (const char* key : {"schema",   "id",       "params",  "status", "mean",        "stderr",      "ci95",
                          "games",    "wins",     "draws",   "losses", "pairs",       "pentanomial", "elo",
                          "elo_ci95", "minimize", "seconds", "seed",   "config_hash", "errors"})
    EXPECT_TRUE(line.contains(key)) << key;
  EXPECT_EQ(line["minimize"], 0.25);
  EXPECT_EQ(line["pairs"], 2);
  EXPECT_EQ(line["status"], "ok");
  EXPECT_TRUE(result_json(tuning, request, evaluate_games(tuning, {}, 0))["mean"].is_null());
}

TEST(Evaluation, KeysFollowPointSeedAndConfiguration) {
  const TuningConfig tuning = testing::small_tuning();
  const std::string key = evaluation_key(tuning, testing::small_point(-7, 1), 3);
  EXPECT_EQ(key, evaluation_key(tuning, testing::small_point(-7, 1), 3));
  EXPECT_NE(key, evaluation_key(tuning, testing::small_point(-7, 1), 4));
  EXPECT_NE(key, evaluation_key(tuning, testing::small_point(-7, 1.1), 3));
  EXPECT_NE(key, evaluation_key(parse_tuning(testing::small_tuning_text(), "s.yaml", {{.path = "seed", .value = "6"}}),
                                testing::small_point(-7, 1), 3));
}

/// Forty pairs of the same openings: the differences tell, not the scores.
TEST(Evaluation, GainIsOfTheSamePairs) {
  EvaluationGames ours, theirs;
  for (std::uint32_t pair = 0; pair < 40; ++pair) {
    const double easy = pair % 2 == 0 ? 1 : 0;  // openings that decide the games of both
    for (const int game : {0, 1}) {
      ours.add({.pair = pair, .game_of_pair = game, .score = game == 0 ? 0.5 : easy});
      theirs.add({.pair = pair, .game_of_pair = game, .score = game == 0 ? 0.0 : easy});
    }
  }
  const Gain gain = gain_over(ours, theirs, 40);
  EXPECT_NEAR(gain.mean, 0.25, 1e-12);
  EXPECT_GT(gain.ci95.low, 0) << "half a point more in every pair";
  const Gain turned = gain_over(theirs, ours, 40);
  EXPECT_NEAR(turned.ci95.high, -gain.ci95.low, 1e-9);
  const Gain none = gain_over(ours, ours, 40);
  EXPECT_EQ(none.mean, 0);
  EXPECT_LT(none.ci95.low, 0);
}

}  // namespace
}  // namespace rootward::tuning
