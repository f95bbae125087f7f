// Published cells about runs by their names: scores, Elo, signs, pairs that were not split, measured values,
// thresholds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/comparison/measured.h"
#include "experiments/comparison/names.h"
#include "experiments/comparison/pages.h"
#include "tests/experiments/comparison/made_runs.h"

namespace rootward::testing {
namespace {

using comparison::CellRow;
using comparison::Comparison;
using comparison::MeasuredAt;
using comparison::PlayedRun;
using comparison::Published;
using comparison::PublishedCell;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A file of one table with these cells, in YAML.
Published cells_of_runs(const std::string& cells) {
  return comparison::parse_published(
      "schema: rootward.published/2\nsource: They\ntables:\n  - title: Theirs\n    cells:\n" + cells, "p.yaml");
}

std::string problems_of(const std::string& cells) {
  try {
    cells_of_runs(cells);
  } catch (const UsageError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem_text(problem) + "\n";
    return all;
  }
  return "accepted";
}

/// A tournament of `new` against `old` in results/study/NAME.
PlayedRun match(const std::string& name, double score, std::uint64_t games) {
  PlayedRun run = empty_run(9);
  run.folder = "results/study/" + name;
  run.players.resize(2);
  run.players[0].name = "new";
  run.players[1].name = "old";
  add_score(run, "new", "old", score, games, kDeviation);
  return run;
}

PlayedRun measured(const std::string& name, const std::vector<comparison::MeasuredValue>& values) {
  PlayedRun run;
  run.folder = "results/study/" + name;
  run.measured = comparison::MeasuredRun{
      .games = {"chain"}, .players = {}, .measures = {"failure", "regret"}, .shares = {"failure"}, .values = values};
  for (const comparison::MeasuredValue& value : values) run.measured->players.push_back(value.player);
  return run;
}

comparison::MeasuredValue value_of(const std::string& player, const std::string& measure, double mean, double half) {
  return {.game = "chain",
          .player = player,
          .measure = measure,
          .simulations = 100,
          .mean = mean,
          .ci95 = {mean - half, mean + half},
          .searches = 50};
}

const CellRow& only_row(const Comparison& result, const std::string& label = "") {
  for (const CellRow& row : result.rows)
    if (row.label == label) return row;
  throw std::runtime_error("no row " + label);
}

// 20 Elo: s = 1 / (1 + 10^-.05) = .528751, 21 Elo of it .528751 * .471249 / 173.7178 * 21 = .030121; by 223 games 60.5
// % has sqrt(.605 * .395 / 223) = .032736. At 0 and 1 Wilson's of 50: [.92865, 1], so .07135 / 3.91993 = .018202.
TEST(CellsOfRuns, NumbersHaveTheErrorsThatTheySayAndThatTheirGamesGive) {
  const Published published = cells_of_runs(
      "      - {run: a, method: new, opponent: old, elo: 20, error: 21, sure: read}\n"
      "      - {run: b, method: new, opponent: old, score: 60.5, games: 223, sure: secondary, source: elsewhere}\n"
      "      - {run: c, method: new, opponent: old, score: 100, games: 50, sure: read}\n"
      "      - {run: d, method: new, opponent: old, sign: \"+\", sure: memory}\n");
  const std::vector<PublishedCell>& cells = published.cells;
  EXPECT_NEAR(cells[0].value, 0.528751, 1e-6);
  EXPECT_NEAR(cells[0].standard_error(), 0.030121 / 1.959964, 1e-6);
  EXPECT_NEAR(cells[1].standard_error(), 0.032736, 1e-6);
  EXPECT_NEAR(cells[2].standard_error(), 0.018202, 1e-5);
  EXPECT_EQ(comparison::published_text(cells[0]), "+20 ± 21 Elo");
  EXPECT_EQ(comparison::published_text(cells[1]), "60.5 ± 6.4 %");
  EXPECT_EQ(comparison::published_text(cells[2]), "100.0 [92.9, 100.0] %");
  EXPECT_EQ(comparison::published_text(cells[3]), "+");
  EXPECT_EQ(cells[0].source, "They");
  EXPECT_EQ(cells[1].source, "elsewhere");
  EXPECT_EQ(cells[1].sure, comparison::Sure::secondary);
}

TEST(CellsOfRuns, WhatACellMayNotSayIsRefusedInItsLine) {
  const std::string who = "      - {run: a, method: new, opponent: old, ";
  EXPECT_THAT(problems_of(who + "score: 60, games: 9}\n"), HasSubstr("p.yaml:6:"));
  EXPECT_THAT(problems_of(who + "score: 60, games: 9}\n"), HasSubstr("sure: is required"));
  EXPECT_THAT(problems_of(who + "value: 60, games: 9, sure: read}\n"), HasSubstr("its `measure` is missing"));
  EXPECT_THAT(problems_of(who + "score: 60, games: 9, measure: failure, sure: read}\n"),
              HasSubstr("is a number of games, which have no `measure`"));
  EXPECT_THAT(problems_of(who + "score: 60, games: 9, margin: 2, sure: read}\n"),
              HasSubstr("`margin` is of measured values"));
  EXPECT_THAT(problems_of(who + "sign: \"+\", games: 9, sure: read}\n"), HasSubstr("a sign and a threshold have none"));
  EXPECT_THAT(problems_of(who + "elo: 5, games: 9, pairs: unsplit, sure: read}\n"), HasSubstr("is of a `score`"));
  EXPECT_THAT(problems_of("      - {run: a, method: new, measure: failure, value: 3, error: 1, sure: read}\n"),
              HasSubstr("`margin` is missing"));
  EXPECT_THAT(problems_of("      - {run: a, method: new, measure: failure, sign: \"+\", sure: read}\n"),
              HasSubstr("`opponent` is missing"));
  EXPECT_THAT(
      problems_of("      - {run: a, method: new, measure: failure, threshold: 3, passes: 50, margin: 1, sure: read}\n"),
      HasSubstr("allowed: `method: NAME-*`"));
  EXPECT_THAT(problems_of(who + "score: 60, games: 9, sure: read, also: {own: {method: new}}}\n"),
              HasSubstr("is the cell itself"));
  EXPECT_THAT(problems_of("      - {board: 9, method: new, opponent: old, score: 60, games: 9, sure: read}\n"),
              AllOf(HasSubstr("unknown key"), HasSubstr("run: is required")));
}

// 1,000 games in pairs that deviate by .25: .25 / sqrt(500) = .01118. 56 % is z = 5.4 from even: better.
TEST(CellsOfRuns, ASignHoldsWhereOursIsOnItsSideAndIsUndecidedWhereItIsOpen) {
  const Published plus = cells_of_runs("      - {run: a, method: new, opponent: old, sign: \"+\", sure: memory}\n");
  const auto word = [&](double score, std::uint64_t games) {
    const Comparison result = comparison::compare(plus, {match("a", score, games)});
    return verdict_word(result, only_row(result));
  };
  EXPECT_EQ(word(0.56, 1000), "sign holds");
  EXPECT_EQ(word(0.44, 1000), "disagree");
  EXPECT_EQ(word(0.5, 20000), "disagree") << "equal within 10 Elo is no gain";
  EXPECT_EQ(word(0.51, 1000), "undecided");
  const Comparison open = comparison::compare(plus, {match("a", 0.52, 1000)});
  // Shown with 80 %: (z = 1.96 + .84 = 2.80) .25 / .02 = 35.0 squared is 1,226 pairs.
  EXPECT_NEAR(comparison::games_needed(only_row(open)).value() + 1000, 2 * 1226, 0.06 * 2 * 1226);
  EXPECT_THAT(comparison_markdown(open), AllOf(HasSubstr("| + | better | 52.0 |"), HasSubstr("sign holds: ours is")));
  EXPECT_THAT(comparison_json(open), AllOf(HasSubstr("\"run\": \"a\""), HasSubstr("\"difference\": null"),
                                           HasSubstr("\"sure\": \"memory\""), Not(HasSubstr("\"board\""))));
}

// 43 +- 11 Elo is .561541 +- .015585, so an error of .007952; ours .5 +- .01118: z = -.061541 / .013720 = -4.4856.
TEST(CellsOfRuns, AnEloIsComparedAsTheScoreThatItIs) {
  const Published published =
      cells_of_runs("      - {run: a, method: new, opponent: old, elo: 43, error: 11, sure: read}\n");
  const Comparison result = comparison::compare(published, {match("a", 0.5, 1000)});
  EXPECT_NEAR(only_row(result).played->z, -4.4856, 2e-3);
  EXPECT_EQ(only_row(result).published_class, ResultClass::better);
  EXPECT_EQ(verdict_word(result, only_row(result)), "disagree");
}

TEST(CellsOfRuns, AReadingInAnotherRunIsARowBesideTheSameNumber) {
  const Published published = cells_of_runs(
      "      - {run: a, method: new, opponent: old, score: 60, games: 400, sure: read, also: {own: {run: other/a}}}\n");
  const Comparison paper = comparison::compare(published, {match("a", 0.6, 1000)});
  EXPECT_EQ(paper.rows.size(), 1U);
  const Comparison both = comparison::compare(published, {match("a", 0.6, 1000), match("other/a", 0.5, 1000)});
  ASSERT_EQ(both.rows.size(), 2U);
  EXPECT_EQ(only_row(both).played->agreement, Agreement::agree);
  EXPECT_DOUBLE_EQ(only_row(both, "own").published.value, 0.6);
  EXPECT_EQ(only_row(both, "own").played->agreement, Agreement::disagree);
  EXPECT_EQ(only_row(both).played->holm_p, only_row(paper).played->holm_p) << "the reading changes no verdict on it";
}

TEST(CellsOfRuns, RunsThatNoCellIsAboutAndNamesThatARunHasNotAreRefused) {
  const auto refusal = [](const std::string& cell, std::vector<PlayedRun> runs) {
    try {
      comparison::compare(cells_of_runs(cell), std::move(runs));
    } catch (const UsageError& error) {
      return problem_text(error.problems().front());
    }
    return std::string("accepted");
  };
  const std::string cell = "      - {run: a, method: new, opponent: old, score: 60, games: 400, sure: read}\n";
  EXPECT_THAT(refusal(cell, {match("b", 0.5, 10)}),
              HasSubstr("results/study/b: no cell of p.yaml is about this run; such are: a"));
  EXPECT_THAT(refusal("      - {run: a, method: new, opponent: olde, score: 60, games: 400, sure: read}\n",
                      {match("a", 0.5, 10)}),
              AllOf(HasSubstr("p.yaml:6"), HasSubstr("tables[0].cells[0]: olde is no player of results/study/a"),
                    HasSubstr("did you mean old?")));
  EXPECT_THAT(refusal(cell, {match("a", 0.5, 10), match("more/a", 0.5, 10)}), HasSubstr("is the run a too"));
  EXPECT_THAT(refusal(cell, {measured("a", {value_of("new", "failure", 1, 1)})}),
              HasSubstr("results/study/a is an estimates study"));
  const std::string regret =
      "      - {run: a, method: new, measure: regret, value: 3, games: 50, margin: 1, sure: read}\n";
  EXPECT_THAT(refusal(regret, {measured("a", {value_of("new", "regret", 1, 1)})}), HasSubstr("regret is no share"));
  EXPECT_THAT(refusal("      - {run: a, method: new, measure: failures, value: 3, error: 1, margin: 1, sure: read}\n",
                      {measured("a", {value_of("new", "failure", 1, 1)})}),
              HasSubstr("has no measure failures; it has failure, regret"));
}

// Pairs of 0, 1/2, 1, 3/2 and 2 points: 20, 0, 140, 0, 40. Of the 60 that one side won 40: 66.7 % with the deviation
// .47140 of a pair, .060859 by 60. Of all 200: 55.0 %.
TEST(CellsOfRuns, OfPairsThatWereNotSplitOursAreTakenAlike) {
  const auto row_with = [](const std::string& pairs) {
    PlayedRun run = match("a", 0.5, 2);
    run.pairings.clear();
    const PairCounts counts = {20, 0, 140, 0, 40};
    run.pairings.push_back({.a = "new",
                            .b = "old",
                            .counts = {.wins = 220, .draws = 0, .losses = 180},
                            .pairs = counts,
                            .units = counts,
                            .estimate = pair_estimate(counts)});
    return only_row(comparison::compare(
        cells_of_runs("      - {run: a, method: new, opponent: old, score: 70.2, games: 1578, sure: read, pairs: " +
                      pairs + "}\n"),
        {run}));
  };
  const CellRow all = row_with("all");
  EXPECT_DOUBLE_EQ(all.played->ours.estimate.score, 0.55);
  EXPECT_EQ(all.played->agreement, Agreement::disagree);
  const CellRow unsplit = row_with("unsplit");
  EXPECT_DOUBLE_EQ(unsplit.played->ours.estimate.score, 40.0 / 60);
  EXPECT_NEAR(unsplit.played->ours.standard_error, 0.060859, 6e-4);
  EXPECT_EQ(unsplit.played->ours.counts, (GameCounts{.wins = 80, .draws = 0, .losses = 40}));
  EXPECT_EQ(unsplit.played->agreement, Agreement::agree);
}

// A share of 100 % of 25 has Wilson's [86.7, 100]: an error of 13.32 / 3.92 = 3.397; ours 100 +- 2: 1.0204. Together
// 3.547: within 10 of the other by z = 2.82, p = .0024; within 5 by 1.41, p = .079.
TEST(CellsOfRuns, AMeasuredValueAgreesWithinItsMargin) {
  const auto word = [](const std::string& margin, double mean) {
    const Published published = cells_of_runs(
        "      - {run: a, method: new, measure: failure, value: 100, games: 25, sure: read, margin: " + margin + "}\n");
    const Comparison result = comparison::compare(published, {measured("a", {value_of("new", "failure", mean, 2)})});
    return verdict_word(result, only_row(result));
  };
  EXPECT_EQ(word("10", 100), "agree");
  EXPECT_EQ(word("5", 100), "undecided");
  EXPECT_EQ(word("10", 85), "disagree");
  EXPECT_NEAR(comparison::within_margin_p(0, 3.547, 10), 0.0024, 1e-4);
  EXPECT_EQ(comparison::within_margin_p(2, 0, 3), comparison::within_margin_p(-2, 0, 3));
  EXPECT_LT(comparison::within_margin_p(2, 0, 3), 0.05);
  EXPECT_EQ(comparison::within_margin_p(0, 1, 0), 1);
}

// 12 +- 3 less 20 +- 4 is -8 +- 5.
TEST(CellsOfRuns, OfTwoPlayersTheDifferenceIsMeasured) {
  const Published published = cells_of_runs(
      "      - {run: a, method: new, opponent: old, measure: regret, sign: \"-\", sure: read, words: less}\n");
  const Comparison result = comparison::compare(
      published, {measured("a", {value_of("new", "regret", 12, 3), value_of("old", "regret", 20, 4)})});
  const CellRow& row = only_row(result);
  EXPECT_DOUBLE_EQ(row.played->ours.estimate.score, -8);
  EXPECT_NEAR(row.played->ours.ci95.low, -13, 1e-9);
  EXPECT_EQ(verdict_word(result, row), "sign holds");
  EXPECT_THAT(comparison_text(result), AllOf(HasSubstr("less"), HasSubstr("[-13, -3]")));
  EXPECT_THAT(comparison_csv(result), HasSubstr("run,method,opponent"));
}

TEST(CellsOfRuns, ADifferenceOnTheSameInstancesIsTakenFromEitherSide) {
  const auto difference = [](const std::string& first, const std::string& second) {
    const Published published = cells_of_runs("      - {run: a, method: " + first + ", opponent: " + second +
                                              ", measure: regret, sign: \"-\", sure: read}\n");
    comparison::MeasuredValue both = value_of("new", "regret", -8, 1);
    both.opponent = "old";
    return only_row(comparison::compare(published, {measured("a", {value_of("new", "regret", 12, 3),
                                                                   value_of("old", "regret", 20, 4), both})}))
        .played->ours.ci95;
  };
  EXPECT_EQ(difference("new", "old"), (Interval{-9, -7}));
  EXPECT_EQ(difference("old", "new"), (Interval{7, 9}));
}

TEST(Thresholds, LieBetweenTheLastSureValueOnOneSideAndTheFirstOnTheOther) {
  const auto at = [](double number, double mean) { return MeasuredAt{number, mean, {mean - 10, mean + 10}}; };
  const auto between = [](const std::vector<MeasuredAt>& points) {
    return comparison::passing_between(points, 50).value_or(Interval{-1, -1});
  };
  EXPECT_EQ(between({at(1, 0), at(2, 20), at(3, 80), at(4, 100)}), (Interval{2, 3}));
  EXPECT_EQ(between({at(1, 0), at(2, 45), at(3, 55), at(4, 100)}), (Interval{1, 4})) << "2 and 3 are not sure";
  EXPECT_EQ(between({at(1, 100), at(2, 0)}), (Interval{1, 2})) << "downwards too";
  EXPECT_EQ(between({at(1, 0), at(2, 20)}), (Interval{2, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(between({at(1, 45), at(2, 100)}), (Interval{-1, -1}));
}

TEST(Thresholds, AgreeWithinTheirMargin) {
  PublishedCell cell;
  cell.margin = 0.02;
  const auto verdict = [&](double published, const Interval& ours) {
    cell.value = published;
    return comparison::threshold_agreement(cell, ours);
  };
  EXPECT_EQ(verdict(0.144, {0.16, 0.18}), Agreement::agree);
  EXPECT_EQ(verdict(0.17, {0.16, 0.18}), Agreement::agree);
  EXPECT_EQ(verdict(0.058, {0.16, 0.18}), Agreement::disagree);
  EXPECT_EQ(verdict(0.21, {0.16, 0.18}), Agreement::disagree);
  const double far = std::numeric_limits<double>::infinity();
  EXPECT_EQ(verdict(0.5, {0.4, far}), Agreement::undecided) << "beyond what was tried";
  EXPECT_EQ(verdict(0.2, {0.4, far}), Agreement::disagree);
  EXPECT_EQ(comparison::threshold_agreement(cell, std::nullopt), Agreement::undecided);
}

TEST(Thresholds, LieAlongThePlayersWhoseNamesEndInNumbers) {
  const Published published = cells_of_runs(
      "      - {run: a, method: t-*, measure: failure, threshold: 0.2, passes: 50, margin: 0.05, sure: read}\n");
  const Comparison result = comparison::compare(
      published, {measured("a", {value_of("t-0.3", "failure", 90, 5), value_of("t-0.1", "failure", 3, 5),
                                 value_of("other", "failure", 50, 5), value_of("t-0.15", "failure", 10, 5)})});
  EXPECT_EQ(comparison::our_text(only_row(result)), "0.15 to 0.3");
  EXPECT_EQ(verdict_word(result, only_row(result)), "agree");
  EXPECT_THAT(comparison_json(result), AllOf(HasSubstr("\"low\": 0.15"), HasSubstr("\"value\": null")));
}

}  // namespace
}  // namespace rootward::testing
