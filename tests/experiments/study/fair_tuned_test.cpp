// The statistics of tuned operators on numbers worked by hand.
#include "experiments/study/fair_tuned.h"

#include <gmock/gmock.h>

namespace rootward::study {
namespace {

OperatorRow row_of(const char* name, std::vector<double> scores) {
  OperatorRow row{.name = name, .finals = {FinalScore{}}};
  row.finals[0].scores = std::move(scores);
  return row;
}

std::vector<OperatorRow> compared(std::vector<OperatorRow> rows) {
  FairTuned table{.name = "t", .control = "average", .sorted_by = "a"};
  table.finals = {{.name = "a", .simulations = 400}};
  table.rows = std::move(rows);
  compare(table);
  return table.rows;
}

/// Pooled variance 0.0002, so the difference of two means of two has standard error sqrt(0.0002), and t = -0.1 /
/// 0.01414 = -7.07 on 2 degrees of freedom.
TEST(FairTuned, PoolsTheSpreadBetweenTunings) {
  const std::vector<OperatorRow> rows = compared({row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39})});
  const FinalScore& score = rows[1].finals[0];
  EXPECT_NEAR(score.mean, 0.4, 1e-12);
  EXPECT_NEAR(score.gap, -0.1, 1e-12);
  EXPECT_NEAR(score.gap_half, 0.0608, 5e-5);
  EXPECT_NEAR(score.half, 0.0430, 5e-5);
  EXPECT_NEAR(score.p, 0.0194, 5e-5);
  EXPECT_EQ(rows[1].held, "worse at all");
  EXPECT_EQ(rows[0].held, "the control");
}

TEST(FairTuned, CorrectsOverAllComparisons) {
  const std::vector<OperatorRow> rows =
      compared({row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39}), row_of("erwa", {0.51, 0.49})});
  EXPECT_EQ(rows[1].name, "erwa") << "the best first, equals in the order given";
  EXPECT_EQ(rows[1].finals[0].p, 1);
  const std::vector<OperatorRow> renamed =
      compared({row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39}), row_of("lambda", {0.51, 0.49})});
  EXPECT_EQ(rows[2].finals[0].p, renamed[2].finals[0].p);
  const std::vector<OperatorRow> more = compared({row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39}),
                                                  row_of("erwa", {0.51, 0.49}), row_of("lambda", {0.51, 0.49})});
  EXPECT_NE(more[3].finals[0].p, rows[2].finals[0].p) << "three tests over more tunings in place of two";
  EXPECT_GT(rows[2].finals[0].p, 0);
}

TEST(FairTuned, SaysWhatHeldWhere) {
  OperatorRow row{.name = "erwa", .finals = {FinalScore{}, FinalScore{}, FinalScore{}}};
  row.finals[0].p = 0.01;
  row.finals[0].gap = 0.1;
  row.finals[1].p = 0.5;
  row.finals[1].is_equal = true;
  row.finals[2].p = 0.5;
  EXPECT_EQ(held_text(row, {{.name = "a"}, {.name = "b"}, {.name = "c"}}), "better at a; the same at b");
  row.finals[0].p = 0.6;
  row.finals[1].is_equal = false;
  EXPECT_EQ(held_text(row, {{.name = "a"}, {.name = "b"}, {.name = "c"}}), "undecided");
}

/// The same scores in two finals: two comparisons of p = 0.0194 each.
TEST(FairTuned, CorrectsOverAllFinals) {
  FairTuned table{.name = "t", .control = "average", .sorted_by = "a"};
  table.finals = {{.name = "a", .simulations = 400}, {.name = "b", .simulations = 800}};
  for (OperatorRow row : {row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39})}) {
    row.finals.push_back(row.finals.front());
    table.rows.push_back(std::move(row));
  }
  compare(table);
  for (const FinalScore& score : table.rows[1].finals) EXPECT_NEAR(score.p, 2 * 0.0194, 1e-4);
  EXPECT_EQ(table.rows[1].held, "worse at all");
}

TEST(FairTuned, SaysAtWhichBudgets) {
  FairTuned table{.name = "t", .seeds = 2, .evaluations = 60, .control = "average", .sorted_by = "equal"};
  table.finals = {{.name = "quarter", .simulations = 100},
                  {.name = "equal", .simulations = 400},
                  {.name = "fourfold", .simulations = 1600},
                  {.name = "equal-time", .simulations = 400, .is_equal_time = true}};
  for (const char* name : {"average", "max"}) {
    table.rows.push_back({.name = name, .finals = std::vector<FinalScore>(4)});
    for (FinalScore& score : table.rows.back().finals) score.scores = {0.51, 0.49};
  }
  compare(table);
  EXPECT_THAT(fair_tuned_markdown(table),
              ::testing::HasSubstr("Finals at 400 simulations a move (equal), a quarter and four times as many, and at "
                                   "equal CPU time.\n"));
}

}  // namespace
}  // namespace rootward::study
