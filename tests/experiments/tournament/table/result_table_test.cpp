// The whole table: comparisons with the reference, corrections, marks, honesty.
#include "experiments/tournament/table/result_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/errors.h"
#include "core/statistics/multiplicity.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tournament/table/summary.h"
#include "lab/store/manifest.h"
#include "tests/core/statistics/wilson.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

using ::testing::HasSubstr;

StoredResults gauntlet() {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax", "coulom", "lambda"}, 200);
  add_pairs(results, "softmax", "average", {12, 20, 100, 38, 30});
  add_pairs(results, "coulom", "average", {40, 40, 100, 10, 10});
  add_pairs(results, "lambda", "average", {20, 30, 99, 31, 20});
  return results;
}

TEST(ResultTable, ComparesEveryRowWithTheReference) {
  const ResultTable table = make_table(gauntlet(), text_openings());
  EXPECT_EQ(table.reference, "average");
  EXPECT_EQ(table.comparisons, 3U);
  EXPECT_TRUE(row_of(table, "average").is_reference);
  EXPECT_FALSE(row_of(table, "average").against_reference.has_value());
  const Comparison& better = *row_of(table, "softmax").against_reference;
  EXPECT_TRUE(better.is_better());
  // score 0.5675, standard error 0.01817536106931579
  EXPECT_NEAR(*better.p, two_sided_p((0.5675 - 0.5) / 0.01817536106931579), 1e-12);
  EXPECT_EQ(better.los, likelihood_of_superiority(better.counts));
  EXPECT_TRUE(row_of(table, "coulom").against_reference->is_worse());
  const Comparison& open = *row_of(table, "lambda").against_reference;
  EXPECT_FALSE(open.is_better() || open.is_worse() || open.is_equivalent());
}

TEST(ResultTable, HolmRunsOverAllRows) {
  const ResultTable table = make_table(gauntlet(), text_openings());
  std::vector<double> p;
  std::vector<double> corrected;
  for (const PlayerRow& player : table.players) {
    if (!player.against_reference) continue;
    p.push_back(*player.against_reference->p);
    corrected.push_back(*player.against_reference->holm_p);
  }
  EXPECT_EQ(corrected, holm(p));
  EXPECT_NE(corrected, p);
}

TEST(ResultTable, TheReferenceByAnotherNameIsNoComparison) {
  StoredResults results = gauntlet();
  const ResultTable without = make_table(results, text_openings());
  results.config.players.push_back(results.config.players.front());
  results.config.players.back().name = "again";
  add_pairs(results, "again", "average", {16, 30, 100, 30, 24});
  const ResultTable table = make_table(results, text_openings());
  EXPECT_EQ(table.comparisons, 3U);
  for (const char* name : {"softmax", "coulom", "lambda"}) {
    EXPECT_EQ(row_of(table, name).against_reference->holm_p, row_of(without, name).against_reference->holm_p) << name;
    EXPECT_FALSE(row_of(table, name).against_reference->is_a_a) << name;
  }
  const Comparison& again = *row_of(table, "again").against_reference;
  EXPECT_TRUE(again.is_a_a);
  EXPECT_LT(*again.p, 1);
  EXPECT_EQ(again.holm_p, again.p);
  EXPECT_THAT(render_table(table, TableFormat::md), HasSubstr("again is average by another name, and counts as none"));
  results.config.players.back().search.budget.simulations = 50;
  EXPECT_EQ(make_table(results, text_openings()).comparisons, 4U) << "another player is compared";
}

TEST(ResultTable, SoManyGamesShowTheObservedDifference) {
  const ResultTable table = make_table(gauntlet(), text_openings());
  // Score 0.5675 with standard error 0.018175 in 400 games, three comparisons: z = 2.39398 + 0.841621.
  const Comparison& softmax = *row_of(table, "softmax").against_reference;
  const double ratio = (2.3939797998185104 + 0.8416212335729143) * 0.01817536106931579 / 0.0675;
  EXPECT_EQ(softmax.needed_games, 2 * static_cast<std::uint64_t>(std::ceil(200 * ratio * ratio)));
  // The undecided row needs more games than it has; what is decided needs fewer.
  EXPECT_GT(*row_of(table, "lambda").against_reference->needed_games, 400U);
  EXPECT_LT(*row_of(table, "coulom").against_reference->needed_games, 400U);
}

TEST(ResultTable, NeverFewerGamesAreNeededThanTheExactTestNeeds) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 10);
  add_pairs(results, "softmax", "average", {2, 0, 0, 0, 0});
  // Six pairs lost of six: 2 (1/2)^6 = 0.031; five would be 0.0625. With one more of both won the error is
  // sqrt(3/16)/2.
  EXPECT_GE(*row_of(make_table(results, text_openings()), "softmax").against_reference->needed_games, 12U);
}

TEST(ResultTable, AnEqualScoreNamesNoNumberOfGames) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 10);
  add_pairs(results, "softmax", "average", {1, 0, 2, 0, 1});
  EXPECT_FALSE(row_of(make_table(results, text_openings()), "softmax").against_reference->needed_games);
}

TEST(ResultTable, FewGamesAreJudgedExactly) {
  // Both pairs lost: 2 (1/2)^2, though the normal approximation of four games says 0.0455.
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax", "coulom"}, 10);
  add_pairs(results, "softmax", "average", {2, 0, 0, 0, 0});
  // Three pairs won, one of them by a point and a half: 2/6, though the pentanomial standard error is tiny.
  add_pairs(results, "coulom", "average", {0, 0, 0, 1, 2});
  const ResultTable table = make_table(results, text_openings());
  EXPECT_NEAR(*row_of(table, "softmax").against_reference->p, 0.5, 1e-12);
  EXPECT_FALSE(row_of(table, "softmax").against_reference->is_worse());
  EXPECT_NEAR(*row_of(table, "coulom").against_reference->p, 1.0 / 3, 1e-12);
  EXPECT_FALSE(row_of(table, "coulom").against_reference->is_better());
}

/// Intervals and p are of one test: a row whose interval leaves out 50 % has p < 0.05, and no other has.
TEST(ResultTable, FewPairsHaveOneTestForBoth) {
  for (std::uint64_t won = 0; won <= 12; ++won)
    for (std::uint64_t lost = 0; lost <= 12; lost += 3) {
      StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 40);
      add_pairs(results, "softmax", "average", {lost, 0, 2, 1, won});
      const ResultTable table = make_table(results, text_openings());
      const Comparison& row = *row_of(table, "softmax").against_reference;
      EXPECT_EQ(*row.p<0.05, row.range.ci95.low> 0.5 || row.range.ci95.high < 0.5) << won << " " << lost;
      EXPECT_GE(row.range.ci95.low, 0);
      EXPECT_LE(row.range.ci95.high, 1);
      EXPECT_EQ(row_of(table, "average").range->ci95.high, 1 - row.range.ci95.low) << "a player's pairs";
    }
}

TEST(ResultTable, UnevenPairsHaveTheirExactTest) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax", "coulom"}, 200);
  add_pairs(results, "softmax", "average", {40, 0, 100, 0, 60});
  add_pairs(results, "coulom", "average", {40, 1, 100, 0, 59});
  const ResultTable table = make_table(results, text_openings());
  const std::optional<UnevenPairs>& uneven = row_of(table, "softmax").against_reference->uneven;
  ASSERT_TRUE(uneven);
  EXPECT_EQ(uneven->won, 60U);
  EXPECT_EQ(uneven->lost, 40U);
  EXPECT_NEAR(uneven->p, 0.0568879, 1e-6);
  EXPECT_FALSE(row_of(table, "coulom").against_reference->uneven) << "half a point is no lost pair";
  EXPECT_THAT(render_table(table, TableFormat::md), HasSubstr("0.0569"));
  EXPECT_THAT(render_table(table, TableFormat::json), HasSubstr("\"lost\": 40"));
}

/// Softmax and coulom play the same moves in all pairs but a few.
TEST(ResultTable, RowsWithTheSameGamesAreOneCell) {
  const auto table_of = [](std::size_t others) {
    StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax", "coulom", "lambda"}, 200);
    add_pairs(results, "softmax", "average", {12, 20, 100, 38, 30});
    add_pairs(results, "coulom", "average", {12, 20, 100, 38, 30});
    add_pairs(results, "lambda", "average", {20, 30, 99, 31, 20});
    for (std::size_t game = others; game < 400; ++game) results.games[400 + game].moves = results.games[game].moves;
    return make_table(results, text_openings());
  };
  const ResultTable same = table_of(39);
  EXPECT_EQ(same.different_games, 1200U - 361);
  EXPECT_EQ(same.comparisons, 2U);
  const Comparison& repeated = *row_of(same, "coulom").against_reference;
  EXPECT_EQ(repeated.repeats, "softmax v average");
  EXPECT_TRUE(repeated.p && !repeated.holm_p);
  EXPECT_FALSE(repeated.is_better());
  EXPECT_TRUE(row_of(same, "softmax").against_reference->repeats.empty()) << "the earlier one counts";
  EXPECT_NEAR(*row_of(same, "softmax").against_reference->holm_p, 2 * *row_of(same, "softmax").against_reference->p,
              1e-15);
  const std::string text = render_table(same, TableFormat::md);
  EXPECT_THAT(text, HasSubstr("repeats softmax v average"));
  EXPECT_THAT(text, HasSubstr("839 different ones over all pairings"));
  EXPECT_THAT(text, HasSubstr("coulom has more than 90 % of its games, move by move, with softmax v average"));
  EXPECT_EQ(table_of(40).comparisons, 3U) << "90 % are not more than 90 %";
  EXPECT_EQ(table_of(400).different_games, 1200U);
}

TEST(ResultTable, PlayersOfManyPairsCarryWilson) {
  const ResultTable table = make_table(gauntlet(), text_openings());
  for (const PlayerRow& player : table.players) EXPECT_EQ(player.range->ci95, wilson_of(player.counts));
  EXPECT_EQ(row_of(table, "average").counts.games(), 1200U);
  EXPECT_EQ(table.players.front().name, "average");
  EXPECT_EQ(table.players.back().name, "coulom");
}

TEST(ResultTable, SeatsSpeedAndForfeits) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 2);
  add_pair(results, {"softmax", "average", 0, 1.0, 0.0});
  add_pair(results, {"softmax", "average", 1, 0.0, 0.5});
  results.games[2].ended = "forfeit:illegal";  // softmax, in the first seat, lost it
  const ResultTable table = make_table(results, text_openings());
  const PlayerRow& softmax = row_of(table, "softmax");
  EXPECT_EQ(softmax.by_seat[0], (GameCounts{1, 0, 1}));
  EXPECT_EQ(softmax.by_seat[1], (GameCounts{0, 1, 1}));
  EXPECT_EQ(softmax.simulations, 2U * 1000 + 2U * 2000);
  EXPECT_DOUBLE_EQ(softmax.cpu_seconds, 1.5);
  EXPECT_EQ(softmax.moves, 40U);
  EXPECT_EQ(softmax.forfeits, (std::map<std::string, std::uint64_t>{{"illegal", 1}}));
  EXPECT_TRUE(row_of(table, "average").forfeits.empty());
}

TEST(ResultTable, SpeedOfReferencesAndOfOthers) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 2);
  add_half_pair(results, {"softmax", "average"});  // 1000 simulations in 0.5 s against 2000 in 0.25 s
  const auto [reference, others] = references_and_others(make_table(results, text_openings()), {"average"});
  EXPECT_DOUBLE_EQ(*reference.simulations_a_second() / *others.simulations_a_second(), 4);
  const auto [both, none] = references_and_others(make_table(results, text_openings()), {"average", "softmax"});
  EXPECT_EQ(both.simulations, 3000U);
  EXPECT_EQ(none.moves, 0U);
  results.games[0].cpu_seconds = {0.5, 0};
  const auto unmeasured = references_and_others(make_table(results, text_openings()), {"average"});
  EXPECT_FALSE(unmeasured.first.simulations_a_second()) << "nobody measured the reference";
}

TEST(ResultTable, EqualTimeIsWhatIsNearest) {
  EXPECT_EQ(affordable_simulations(400, 3), 133U);
  EXPECT_EQ(affordable_simulations(400, 0.8), 500U);
  EXPECT_EQ(affordable_simulations(2, 9), 1U) << "one at least";
  EXPECT_FALSE(is_off_time(0.946));
  EXPECT_TRUE(is_off_time(0.944));
  EXPECT_TRUE(is_off_time(1.056));
}

TEST(ResultTable, WhoWinsEveryPairOfManyIsBetter) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 20);
  add_pairs(results, "softmax", "average", {0, 0, 0, 0, 20});
  EXPECT_LT(*row_of(make_table(results, text_openings()), "softmax").against_reference->p, 1e-5) << "2 / 2^20";
}

TEST(ResultTable, AnyOrderOfLinesGivesTheSameBytes) {
  StoredResults results = gauntlet();
  for (std::size_t i = 0; i < results.games.size(); ++i) {
    results.games[i].cpu_seconds = {0.1 + 1e-3 * static_cast<double>(i % 17), 1.0 / (1.0 + static_cast<double>(i))};
  }
  StoredResults shuffled = results;
  std::mt19937 generator(3);
  std::shuffle(shuffled.games.begin(), shuffled.games.end(), generator);
  ASSERT_NE(shuffled.games.front().id, results.games.front().id);
  const ResultTable table = make_table(results, text_openings());
  const ResultTable other = make_table(shuffled, text_openings());
  for (const TableFormat format :
       {TableFormat::text, TableFormat::md, TableFormat::csv, TableFormat::latex, TableFormat::json}) {
    EXPECT_EQ(render_table(table, format), render_table(other, format));
  }
}

TEST(ResultTable, ReferenceSeenFromTheOtherSide) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 200);
  add_pairs(results, "a", "b", {12, 20, 100, 38, 30});
  add_pairs(results, "a", "c", {30, 38, 100, 20, 12});
  add_pairs(results, "b", "c", {20, 20, 100, 20, 40});
  const ResultTable table = make_table(results, text_openings("b"));
  EXPECT_EQ(table.reference, "b");
  EXPECT_NEAR(row_of(table, "a").against_reference->range.score, 0.5675, 1e-12);
  EXPECT_NEAR(row_of(table, "c").against_reference->range.score, 0.45, 1e-12);
  const PairingRow& pairing = table.pairings.back();
  EXPECT_NEAR(row_of(table, "c").against_reference->range.ci95.low, 1.0 - pairing.range.ci95.high, 1e-12);
  EXPECT_EQ(row_of(table, "c").against_reference->counts.wins, pairing.counts.losses);
}

TEST(ResultTable, FirstPlayerIsTheReferenceOfARoundRobin) {
  const StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 10);
  EXPECT_EQ(make_table(results, text_openings()).reference, "a");
}

TEST(ResultTable, UnknownReferenceNamesTheNearest) {
  try {
    make_table(gauntlet(), text_openings("averge"));
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean average?"));
  }
}

TEST(ResultTable, StoppedMatchesHaveNoP) {
  StoredResults results = gauntlet();
  results.config.schedule.pairs = 500;
  results.config.sprt = SprtSettings{0, 50, 0.05, 0.05};
  const ResultTable table = make_table(results, text_openings());
  const Comparison& stopped = *row_of(table, "coulom").against_reference;
  EXPECT_TRUE(stopped.is_stopped_early());
  EXPECT_FALSE(stopped.p || stopped.holm_p || stopped.equivalence_p);
  EXPECT_FALSE(stopped.needed_games);
  EXPECT_FALSE(stopped.is_worse());
  EXPECT_LT(table.comparisons, 3U);
  ASSERT_FALSE(stopped.is_a_a);
  std::ranges::find(results.config.players, "coulom", &PlayerSpec::name)->search = results.config.players[0].search;
  EXPECT_TRUE(row_of(make_table(results, text_openings()), "coulom").against_reference->is_a_a) << "stopped, too";
}

TEST(ResultTable, ConfirmatoryOnlyWithTheStoredQuestion) {
  StoredResults results = gauntlet();
  EXPECT_FALSE(make_table(results, text_openings()).is_confirmatory());
  results.config.question = "Which backup is best?";
  results.config.hypothesis = "softmax beats average";
  EXPECT_FALSE(make_table(results, text_openings()).is_fixed);
  results.manifest.question_hash = question_hash(results.config);
  const ResultTable in_words = make_table(results, text_openings());
  EXPECT_TRUE(in_words.is_fixed);
  EXPECT_FALSE(in_words.is_confirmatory()) << "words name no player";
  EXPECT_THAT(claim_text(in_words), HasSubstr("exploratory: question and hypothesis were fixed before game one, but"));

  const Expectation better{Expectation::Direction::better, "softmax", "average"};
  results.config.hypotheses = {better};
  EXPECT_FALSE(make_table(results, text_openings()).is_fixed) << "named afterwards";
  results.manifest.question_hash = question_hash(results.config);
  const ResultTable named = make_table(results, text_openings());
  EXPECT_TRUE(named.is_confirmatory());
  EXPECT_EQ(
      claim_text(named),
      "confirmatory of softmax better than average: fixed before game one; every other comparison is exploratory");
  EXPECT_EQ(expected_text(named, "softmax"), "better");
  EXPECT_EQ(expected_text(named, "coulom"), "");
  EXPECT_THAT(render_table(named, TableFormat::md), HasSubstr("| expected |"));
  results.config.hypotheses.push_back({Expectation::Direction::equal, "average", "lambda"});
  EXPECT_FALSE(make_table(results, text_openings()).is_confirmatory());
}

TEST(ResultTable, OpeningsUsedAndDistinct) {
  StoredResults results = gauntlet();
  for (GameRecord& game : results.games) game.opening = {game.pair < 150 ? game.opening.front() : "again"};
  const ResultTable table = make_table(results, text_openings());
  EXPECT_EQ(table.openings_used, 200U);
  EXPECT_EQ(table.openings_distinct, 151U);
}

TEST(ResultTable, NoGamesNoNumbers) {
  const StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 10);
  const ResultTable table = make_table(results, text_openings());
  EXPECT_EQ(table.games, 0U);
  EXPECT_EQ(table.games_scheduled, 60U);
  EXPECT_TRUE(table.pairings.empty());
  EXPECT_FALSE(table.rating_method.has_value());
  EXPECT_FALSE(row_of(table, "a").range.has_value());
  for (const TableFormat format :
       {TableFormat::text, TableFormat::md, TableFormat::csv, TableFormat::latex, TableFormat::json}) {
    EXPECT_FALSE(render_table(table, format).empty());
  }
}

}  // namespace
}  // namespace rootward::tournament
