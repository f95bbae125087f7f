// Rows of pairings: pairs counted, the interval chosen by what the games allow.
#include "experiments/tournament/table/pairing_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/errors.h"
#include "tests/core/statistics/wilson.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

constexpr PairCounts kGolden = {12, 20, 100, 38, 30};

StoredResults golden_results() {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 200);
  add_pairs(results, "softmax", "average", kGolden);
  return results;
}

std::vector<PairingRow> rows_of(const StoredResults& results) {
  TableGames games;
  for (const GameRecord& game : results.games) games.add(game, text_openings().opening_key(game));
  return make_pairing_rows(games, results.config, results.folder);
}

PairingRow only_row(const StoredResults& results) {
  const std::vector<PairingRow> rows = rows_of(results);
  EXPECT_EQ(rows.size(), 1U);
  return rows.front();
}

TEST(PairingRows, PentanomialWherePairsAllowIt) {
  const PairingRow row = only_row(golden_results());
  EXPECT_EQ(row.pentanomial, kGolden);
  EXPECT_EQ(row.pairs(), 200U);
  EXPECT_EQ(row.counts.games(), 400U);
  EXPECT_EQ(row.estimate.formula, IntervalFormula::pentanomial);
  // The golden numbers of these counts.
  EXPECT_NEAR(row.range.score, 0.5675, 1e-12);
  EXPECT_NEAR(row.range.ci95.low, 0.5318769468981297, 1e-12);
  EXPECT_NEAR(row.range.ci95.high, 0.6031230531018703, 1e-12);
  EXPECT_NEAR(row.range.elo_ci95.high, 72.70002227300687, 1e-9);
  EXPECT_FALSE(row.bootstrap_ci95.has_value());
}

TEST(PairingRows, WilsonWhereAPairIsIncomplete) {
  StoredResults results = golden_results();
  results.games.pop_back();
  const PairingRow row = only_row(results);
  EXPECT_EQ(row.estimate.formula, IntervalFormula::wilson);
  EXPECT_EQ(row.incomplete_pairs, 1U);
  EXPECT_EQ(row.pairs(), 199U);
  ASSERT_EQ(row.half_points_by_pair.size(), 200U);
  EXPECT_EQ(row.half_points_by_pair[199], -1) << "the incomplete one";
  for (std::size_t points = 0; points < row.pentanomial.size(); ++points)
    EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(row.half_points_by_pair, static_cast<std::int8_t>(points))),
              row.pentanomial[points]);
  EXPECT_EQ(row.range.ci95, wilson_of(row.counts));
}

TEST(PairingRows, ExactWherePairsAreFew) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 5);
  add_pairs(results, "softmax", "average", {0, 0, 5, 0, 0});
  const PairingRow row = only_row(results);
  EXPECT_EQ(row.estimate.formula, IntervalFormula::exact);
  EXPECT_LT(row.range.ci95.low, 0.5);
}

/// Three pairs and a game that has no second: four scores, of which two were won.
TEST(PairingRows, ExactWhereFewGamesAreNoPairs) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 5);
  add_pairs(results, "softmax", "average", {0, 0, 2, 0, 1});
  add_pair(results, {"softmax", "average", 3, 1.0, 1.0});
  results.games.pop_back();
  const PairingRow row = only_row(results);
  EXPECT_EQ(row.units, (PairCounts{0, 0, 2, 0, 2}));
  EXPECT_NEAR(row.range.score, 5.0 / 7, 1e-12);
  EXPECT_EQ(row.range.ci95, score_interval(pair_estimate({0, 0, 2, 0, 2})));
}

TEST(PairingRows, WilsonAndBootstrapWhereOpeningsRepeat) {
  StoredResults results = golden_results();
  for (GameRecord& game : results.games) game.opening = {std::string(1, static_cast<char>('a' + game.pair % 7))};
  const PairingRow row = only_row(results);
  EXPECT_EQ(row.estimate.formula, IntervalFormula::wilson);
  EXPECT_EQ(row.openings_distinct, 7U);
  ASSERT_TRUE(row.bootstrap_ci95.has_value());
  EXPECT_LT(row.bootstrap_ci95->low, row.range.score);
  EXPECT_GT(row.bootstrap_ci95->high, row.range.score);
}

TEST(PairingRows, SeatsAreSwappedBack) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 2);
  add_pair(results, {"softmax", "average", 0, 1.0, 0.0});  // the first seat wins both games
  add_pair(results, {"softmax", "average", 1, 1.0, 1.0});  // softmax wins both games
  const PairingRow row = only_row(results);
  EXPECT_EQ(row.pentanomial, (PairCounts{0, 0, 1, 0, 1}));
  EXPECT_EQ(row.counts, (GameCounts{3, 0, 1}));
}

TEST(PairingRows, DuplicateGamesAreCounted) {
  StoredResults results = golden_results();
  results.games[4].moves = results.games[0].moves;
  results.games[4].opening = results.games[0].opening;
  results.games[8].moves = results.games[0].moves;
  results.games[8].opening = results.games[0].opening;
  EXPECT_EQ(only_row(results).duplicate_games, 2U);
}

TEST(PairingRows, SequentialTestMarksWhatItStopped) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 500);
  results.config.sprt = SprtSettings{0, 50, 0.05, 0.05};
  add_pairs(results, "softmax", "average", {30, 0, 110, 0, 60});
  const PairingRow stopped = only_row(results);
  ASSERT_TRUE(stopped.sprt.has_value());
  EXPECT_NEAR(stopped.sprt->llr, 5.0852568815795385, 1e-9);
  EXPECT_TRUE(stopped.is_stopped_early);
  results.config.schedule.pairs = 200;
  EXPECT_FALSE(only_row(results).is_stopped_early);
}

TEST(PairingRows, StrayPairingsAreRefused) {
  StoredResults results = golden_results();
  add_pair(results, {"softmax", "stranger", 0, 1.0, 0.0});
  EXPECT_THROW(rows_of(results), RunError);
}

}  // namespace
}  // namespace rootward::tournament
