// What a tuning leaves for people, from a made-up one.
#include "experiments/tuning/tune_report.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "backup/weight_function.h"
#include "tests/experiments/tuning/tuning_texts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::tuning {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

EvaluationResult result_of(std::uint64_t wins, std::uint64_t losses) {
  EvaluationResult result;
  result.counts = {wins, 0, losses};
  result.mean = static_cast<double>(wins) / static_cast<double>(wins + losses);
  result.standard_error = 0.025;
  result.pentanomial = {losses / 4, 0, (wins + losses) / 4, 0, wins / 4};  // no few pairs: the interval is by the error
  return result;
}

TuneReport report_of(const TuningConfig& tuning) {
  TuneReport report;
  report.is_complete = true;
  for (std::uint64_t id = 1; id <= 10; ++id) {
    TunedEvaluation evaluation;
    evaluation.id = id;
    evaluation.point = testing::small_point(-9 + 0.5 * static_cast<double>(id), 1);
    evaluation.params = point_json(tuning, *evaluation.point);
    evaluation.result = result_of(200 + id, 200 - id);
    if (id == 3) {
      evaluation.result = {};
      evaluation.result.status = EvaluationStatus::failed;
      evaluation.result.failure = "no player";
    }
    if (id == 4) evaluation.result.status = EvaluationStatus::stopped_early;
    report.evaluations.push_back(evaluation);
    report.incumbents.push_back(Recommendation{point_json(tuning, *evaluation.point), 0.51, 0.01});
  }
  report.recommended = *report.evaluations[6].point;
  report.recommendation = Recommendation{point_json(tuning, report.recommended), 0.515, 0.012};
  report.at_evaluations = Predictions{std::vector<double>(10, 0.51), std::vector<double>(10, 0.01)};
  report.test = result_of(520, 480);
  report.test_seed = 77;
  return report;
}

TEST(TuneReport, TheSummaryShowsTheThreeNumbersAndTheWarning) {
  const TuningConfig tuning = testing::small_tuning();
  const std::string text = tune_summary(tuning, report_of(tuning));
  EXPECT_THAT(text, HasSubstr("10 evaluations of 16 games, 1 failed, 1 stopped early"));
  EXPECT_THAT(text, HasSubstr("recommended     {\"backup.g\":[-5.5,-4.5],\"search.selection.c\":1.0}"));
  EXPECT_THAT(text, HasSubstr("posterior mean  51.5 % +- 1.2 %"));
  EXPECT_THAT(text, HasSubstr("best observed   52.5 % [47.6, 57.4], evaluation 10"));
  EXPECT_THAT(text, HasSubstr("fresh test      52.0 % [47.1, 56.9], Elo +14"));
  EXPECT_THAT(text, HasSubstr("1000 games, seed 77"));
  // The expected maximum of 9 standard normals is 1.485: .5 + .025 * 1.485 = .537.
  EXPECT_THAT(text, AllOf(HasSubstr("the best would show about 53.7 %"), HasSubstr("The fresh test is the number")));
}

TEST(TuneReport, TheFreshTestSaysWhetherItIsBetterThanTheStart) {
  const TuningConfig tuning = testing::small_tuning();
  TuneReport report = report_of(tuning);
  EXPECT_THAT(tune_summary(tuning, report), ::testing::Not(HasSubstr("the start"))) << "nobody has played it";
  report.tests = {{.point = report.recommended, .seed = 77, .games = 1000, .result = report.test}};
  const auto said_of = [&](const Gain& gain) {
    report.tests[0].start = StartTest{.result = result_of(530, 470), .gain = gain};
    return tune_summary(tuning, report);
  };
  EXPECT_THAT(said_of({-0.01, {-0.03, 0.01}}),
              HasSubstr("\n                not better than the start: the starting values have 53.0 % [48.1, 57.9] of "
                        "the same games, -1.0 points [-3.0, +1.0]\n"));
  EXPECT_THAT(said_of({0.01, {-0.01, 0.03}}), HasSubstr(" not shown to be better than the start: "));
  EXPECT_THAT(said_of({0.04, {0.01, 0.07}}), HasSubstr("    better than the start: "));
  EXPECT_THAT(said_of({-0.04, {-0.07, -0.01}}), HasSubstr("    WORSE than the start: "));
}

TEST(TuneReport, TheSummaryStatesWeightsAndWhatDoesNotRepeat) {
  TuningConfig tuning = testing::small_tuning();
  EXPECT_THAT(tune_summary(tuning, report_of(tuning)),
              ::testing::Not(::testing::AnyOf(HasSubstr("opponents"), HasSubstr("reproducible"))));
  tuning.opponents[0].share = 0.25;
  tuning.opponents.push_back(tuning.opponents[0]);
  tuning.opponents[1].player.name = "other";
  tuning.opponents[1].share = 0.75;
  tuning.opponents[1].player.search.budget.kind = Budget::Kind::seconds;
  const std::string text = tune_summary(tuning, report_of(tuning));
  EXPECT_THAT(text, HasSubstr("opponents       opponent (weight 25.0 %), other (weight 75.0 %)\n"));
  EXPECT_THAT(text, HasSubstr("reproducible    no: wall-clock budgets or external engines (seed 5)\n"));
}

TEST(TuneReport, TheTableHasARowAnEvaluation) {
  const TuningConfig tuning = testing::small_tuning();
  const std::string markdown = tune_table_markdown(tuning, report_of(tuning));
  EXPECT_THAT(markdown, AllOf(HasSubstr("backup.g[1]"), HasSubstr("ok, recommended"), HasSubstr("stopped_early"),
                              HasSubstr("failed: no player")));
  const std::string csv = tune_table_csv(tuning, report_of(tuning));
  EXPECT_THAT(csv, HasSubstr("evaluation,backup.g[0],backup.g[1],search.selection.c,mean,stderr,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 11);
  EXPECT_THAT(csv, HasSubstr("\n3,-7.5,-6.5,1,,,,,0,0,0,0,failed\n")) << "no games, no score";
}

TEST(TuneReport, TheConvergenceFigureHasTheTestAndTheIncumbent) {
  const TuningConfig tuning = testing::small_tuning();
  const plot::Figure figure = convergence_figure(tuning, report_of(tuning));
  ASSERT_EQ(figure.panels.size(), 1U);
  const std::vector<plot::Series>& series = figure.panels[0].series;
  ASSERT_EQ(series.size(), 4U);
  EXPECT_EQ(series[0].points.size(), 9U) << "the failed one has no score";
  EXPECT_DOUBLE_EQ(series[1].points.back().y, 52.5);
  EXPECT_DOUBLE_EQ(series[2].points.back().y, 51);
  EXPECT_DOUBLE_EQ(series[3].points[0].x, 11);
}

TEST(TuneReport, SlicesShowTheBeliefWhereThereIsOne) {
  const TuningConfig tuning = testing::small_tuning();
  TuneReport report = report_of(tuning);
  EXPECT_EQ(slices_figure(tuning, report).panels.at(2).series.size(), 1U);
  report.at_slices = Predictions{std::vector<double>(3 * 41, 0.5), std::vector<double>(3 * 41, 0.02)};
  const plot::Panel panel = slices_figure(tuning, report).panels.at(2);
  ASSERT_EQ(panel.series.size(), 2U);
  EXPECT_EQ(panel.x.scale, plot::AxisScale::log);
  EXPECT_DOUBLE_EQ(panel.series[0].points[40].x, 3);
  EXPECT_DOUBLE_EQ(panel.series[0].points[0].interval->high, 52);
}

TEST(TuneReport, TheProfileIsTheRecommendedWeightFunctionWithItsSpread) {
  const TuningConfig tuning = testing::small_tuning();
  TuneReport stopped = report_of(tuning);
  stopped.recommended.clear();
  EXPECT_FALSE(profile_figure(tuning, stopped)) << "nothing is recommended before the end";
  const std::optional<plot::Figure> figure = profile_figure(tuning, report_of(tuning));
  ASSERT_TRUE(figure);
  const std::vector<plot::Point>& points = figure->panels[0].series[0].points;
  const WeightFunction f(std::vector<double>{-5.5, -4.5}, 20, Spacing::linear, 0);
  EXPECT_NEAR(points.back().x, 20, 1e-9);
  EXPECT_NEAR(points.back().y, f(points.back().x), 1e-12);
  EXPECT_LT(points.back().interval->low, points.back().y);
  EXPECT_GE(points.back().interval->high, points.back().y);
}

/// Evaluations 1 and 2 share the draws of who is best, three is sure to be but has failed, the others are never best.
TEST(TuneReport, TheProfilesSpreadIsOfEvaluationsThatHaveNotFailed) {
  const TuningConfig tuning = testing::small_tuning();
  TuneReport report = report_of(tuning);
  for (std::vector<double>* numbers : {&report.at_evaluations->means, &report.at_evaluations->standard_errors})
    std::ranges::fill(*numbers, 0.0);
  report.at_evaluations->means[2] = 0.9;
  for (const std::size_t i : {0U, 1U}) {
    report.at_evaluations->means[i] = 0.5;
    report.at_evaluations->standard_errors[i] = 0.01;
  }
  const std::vector<plot::Point> points = profile_figure(tuning, report)->panels[0].series[0].points;
  const auto f = [&](std::size_t i) {
    return WeightFunction((*report.evaluations[i].point)[0], 20, Spacing::linear, 0)(points.back().x);
  };
  EXPECT_NEAR(points.back().interval->low, f(0), 1e-12);
  EXPECT_NEAR(points.back().interval->high, points.back().y, 1e-12) << "widened to hold the recommended one";
  report.recommended = *report.evaluations[0].point;
  EXPECT_NEAR(profile_figure(tuning, report)->panels[0].series[0].points.back().interval->high, f(1), 1e-12);
}

TEST(TuneReport, OtherOperatorsHaveNoProfile) {
  const TuningConfig tuning = parse_tuning(R"(name: c
seed: 1
game: tictactoe
candidate: {backup: average}
opponent: {player: random}
parameters: {search.selection.c: {}}
)",
                                           "c.yaml");
  EXPECT_FALSE(profile_figure(tuning, {}));
}

TEST(TuneReport, EveryFileIsWritten) {
  const testing::ScratchFolder scratch;
  const TuningConfig tuning = testing::small_tuning();
  TuneReport report = report_of(tuning);
  report.folder = scratch.path();
  write_tune_report(tuning, report);
  for (const char* name : {"table.md", "table.csv", "convergence.svg", "convergence.csv", "slices.svg", "slices.csv",
                           "profile.svg", "profile.csv"})
    EXPECT_FALSE(testing::read_text(scratch.path(name)).empty()) << name;
}

}  // namespace
}  // namespace rootward::tuning
