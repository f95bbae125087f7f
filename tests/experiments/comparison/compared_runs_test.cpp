// Which runs may be compared, which are refused and with what words, and how the games of several add up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lab/config/parts.h"
#include "tests/experiments/comparison/made_runs.h"

namespace rootward::testing {
namespace {

using comparison::Comparison;
using comparison::PlayedRun;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Compared, GamesOfTwoRunsAddUp) {
  PlayedRun more = empty_run(9);
  more.folder = "more";
  more.seed = 2;
  for (PlayedRun* run : {&more}) {
    run->pairings.push_back({.a = "softmax-2",
                             .b = "average",
                             .counts = {.wins = 60, .draws = 0, .losses = 40},
                             .pairs = {10, 0, 20, 0, 20},
                             .units = {10, 0, 20, 0, 20},
                             .estimate = pair_estimate({10, 0, 20, 0, 20})});
  }
  PlayedRun first = more;
  first.folder = "first";
  first.seed = 1;
  const auto row = row_of(compared({first, more}), 9, "softmax-2", "average");
  EXPECT_EQ(row.played->ours.counts.games(), 200U);
  EXPECT_NEAR(row.played->ours.standard_error, pair_estimate({20, 0, 40, 0, 40}).standard_error, 1e-12);
  more.seed = first.seed;
  EXPECT_THAT(refusal_of({first, more}), AllOf(HasSubstr("more/manifest.json: seed: 1 is not allowed"),
                                               HasSubstr("another seed than that of first")));
}

TEST(Compared, ResultsOfAnotherBoardOrGameAreRefused) {
  EXPECT_THAT(refusal_of({empty_run(13)}),
              AllOf(HasSubstr("made/manifest.json: game: go"), HasSubstr("allowed: go of size 9 or 19")));
  PlayedRun run = empty_run(9);
  run.game = parse_game("connect4", {});
  EXPECT_THAT(refusal_of({run}), HasSubstr("connect4"));
}

TEST(Compared, APlayerThatIsNotWhatItsNameSaysIsRefused) {
  PlayedRun run = run_with(0.5);
  player(run, "coulom-2-16").search.backup = player(run, "coulom-4-32").search.backup;
  EXPECT_THAT(refusal_of({run}),
              AllOf(HasSubstr("players.coulom-2-16.backup.mean_weight: 4 is not allowed; allowed: 2"),
                    HasSubstr("threshold: 32 is not allowed; allowed: 16")));
  run = run_with(0.5);
  player(run, "softmax-2").search.backup = player(run, "average").search.backup;
  EXPECT_THAT(refusal_of({run}), HasSubstr("players.softmax-2.backup: average is not allowed; allowed: softmax"));
}

TEST(Compared, VectorsAreLeftOpen) {
  PlayedRun run = run_with(0.5);
  player(run, "softmax-2").search.backup = parse_backup("{name: softmax, g: [-3, -2, -1, 0]}");
  EXPECT_EQ(refusal_of({run}), "accepted");
}

TEST(Compared, SoftmaxBlendsTheOwnEvaluationInAsThePageSays) {
  PlayedRun run = run_with(0.5);
  player(run, "softmax-2").search.backup = parse_backup("{name: softmax, own: drop}");
  EXPECT_THAT(refusal_of({run}), HasSubstr("players.softmax-2.backup.own: drop is not allowed; allowed: blend"));
}

TEST(Compared, OnePlayerWithTwoVectorsDoesNotAddUp) {
  PlayedRun first = run_with(0.5);
  first.pairings[0].pairs = {100, 0, 300, 0, 100};
  PlayedRun other = first;
  other.folder = "other";
  other.seed = 2;
  player(other, "softmax-2").search.backup = parse_backup("{name: softmax, g: [-3, -2, -1, 0]}");
  EXPECT_THAT(refusal_of({first, other}),
              AllOf(HasSubstr("other/manifest.json: players.softmax-2.backup: softmax(clock=node, g=[-3, -2, -1, 0]"),
                    HasSubstr("as made has it")));
}

TEST(Compared, OtherOpeningsDoNotAddUpAndABookMayLieInSeveralPlaces) {
  PlayedRun first = run_with(0.5);
  first.manifest.resolved_config = "schedule: {opening: {book: here/book.txt, part: 2-6/6}}";
  first.manifest.inputs.book_hash = "aa";
  PlayedRun other = first;
  other.folder = "other";
  other.seed = 2;
  for (PlayedRun* run : {&first, &other}) run->pairings[0].pairs = {100, 0, 300, 0, 100};
  other.manifest.resolved_config = "schedule: {opening: {book: there/book.txt, part: 2-6/6}}";
  EXPECT_EQ(refusal_of({first, other}), "accepted");
  other.manifest.inputs.book_hash = "bb";
  EXPECT_THAT(refusal_of({first, other}), HasSubstr("schedule.opening.book: bb is not allowed; allowed: aa"));
  other = first;
  other.folder = "other";
  other.seed = 2;
  other.manifest.resolved_config = "schedule: {opening: {book: here/book.txt, part: 1/6}}";
  EXPECT_THAT(refusal_of({first, other}),
              HasSubstr("schedule.opening.part: \"1/6\" is not allowed; allowed: \"2-6/6\""));
}

TEST(Compared, MixedEvaluatorsAndNetworksAreRefusedByName) {
  PlayedRun other = empty_run(9);
  other.folder = "other";
  other.seed = 2;
  for (PlayerSpec& one : other.players) one.search.evaluator = parse_evaluator("{name: playouts, count: 2}");
  EXPECT_THAT(
      refusal_of({run_with(0.5), other}),
      AllOf(HasSubstr("other/manifest.json: players.average.search.evaluator.count: 2 is not allowed; allowed: 1"),
            HasSubstr("average of made")));
  PlayedRun first = run_with(0.5);
  other = empty_run(9);
  other.folder = "other";
  other.seed = 2;
  for (const PlayerSpec& one : other.players) {
    first.manifest.inputs.networks[one.name] = "aa f32";
    other.manifest.inputs.networks[one.name] = "bb f32";
  }
  EXPECT_THAT(refusal_of({first, other}), HasSubstr("players.average.network: bb f32 is not allowed; allowed: aa f32"));
}

TEST(Compared, OneRunMixedInItselfIsRefusedAndSoAreOtherSimulations) {
  PlayedRun run = run_with(0.5);
  player(run, "softmax-2").search.budget.simulations = 77;
  EXPECT_THAT(refusal_of({run}), HasSubstr("players.softmax-2.search.budget.simulations: 77 is not allowed"));
}

TEST(Compared, GamesEndedEarlyAreNotMixedWithGamesPlayedOut) {
  PlayedRun other = empty_run(9);
  other.folder = "other";
  other.seed = 2;
  other.manifest.resolved_config = "schedule: {adjudicate: {value: 0.95, plies: 6, reads: mean}}";
  EXPECT_THAT(refusal_of({run_with(0.5), other}), HasSubstr("other/manifest.json: schedule.adjudicate.value: 0.95"));
}

TEST(Compared, TwoTuningsOfOnePlayerDoNotAddUp) {
  PlayedRun first = run_with(0.5);
  first.tunings["softmax-2"] = {.mean = 0.56, .games = 400, .points = 60};
  PlayedRun other = run_with(0.5);
  other.folder = "other";
  other.seed = 2;
  for (PlayedRun* run : {&first, &other}) run->pairings[0].pairs = {100, 0, 300, 0, 100};
  const Comparison both = compared({first, other});
  ASSERT_EQ(both.tuned.size(), 1U) << "one of two tells it";
  EXPECT_DOUBLE_EQ(both.tuned[0].fresh.estimate.score, 0.5);
  other.tunings["softmax-2"] = {.mean = 0.55, .games = 400, .points = 60};
  EXPECT_THAT(refusal_of({first, other}),
              AllOf(HasSubstr("other/manifest.json: tunings.softmax-2: a mean of 0.55 is not allowed"),
                    HasSubstr("made/manifest.json says of it, a mean of 0.56")));
}

TEST(Compared, BoardsHaveConditionsOfTheirOwn) {
  PlayedRun other = empty_run(19);
  other.seed = 2;
  for (PlayerSpec& one : other.players) one.search.budget.simulations = 1600;
  add_score(other, "softmax-2", "average", 0.5, 1000, kDeviation);
  const Comparison result = compared({run_with(0.5), other});
  EXPECT_TRUE(row_of(result, 9, "softmax-2", "average").played);
  EXPECT_TRUE(row_of(result, 19, "softmax-2", "average").played);
}

TEST(Compared, AMatchThatASequentialTestStoppedIsRefused) {
  PlayedRun run = run_with(0.5);
  run.pairings[0].is_stopped_early = true;
  EXPECT_THAT(refusal_of({run}), HasSubstr("was stopped early"));
}

}  // namespace
}  // namespace rootward::testing
