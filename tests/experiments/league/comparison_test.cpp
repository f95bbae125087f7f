// A league's statistics on numbers worked by hand.
#include "experiments/league/comparison.h"

#include <gtest/gtest.h>

namespace rootward::league {
namespace {

OperatorRow row_of(const char* name, std::vector<double> scores) {
  OperatorRow row{.name = name, .finals = {FinalScore{}}};
  row.finals[0].scores = std::move(scores);
  return row;
}

/// Pooled variance 0.0002, so the difference of two means of two has standard error sqrt(0.0002), and t = -0.1 /
/// 0.01414 = -7.07 on 2 degrees of freedom.
TEST(LeagueComparison, PoolsTheSpreadBetweenTunings) {
  std::vector<OperatorRow> rows = {row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39})};
  compare(rows, "average", {"a"});
  const FinalScore& score = rows[1].finals[0];
  EXPECT_NEAR(score.mean, 0.4, 1e-12);
  EXPECT_NEAR(score.gap, -0.1, 1e-12);
  EXPECT_NEAR(score.gap_half, 0.0608, 5e-5);
  EXPECT_NEAR(score.half, 0.0430, 5e-5);
  EXPECT_NEAR(score.p, 0.0194, 5e-5);
  EXPECT_EQ(rows[1].held, "worse at all");
  EXPECT_EQ(rows[0].held, "the control");
}

TEST(LeagueComparison, CorrectsOverAllComparisons) {
  std::vector<OperatorRow> rows = {row_of("average", {0.51, 0.49}), row_of("max", {0.41, 0.39}),
                                   row_of("erwa", {0.51, 0.49})};
  compare(rows, "average", {"a"});
  std::vector<OperatorRow> alone = {rows[0], rows[1], row_of("lambda", {0.51, 0.49})};
  EXPECT_EQ(rows[2].finals[0].p, 1);
  EXPECT_GT(rows[1].finals[0].p, 0);
  compare(alone, "average", {"a"});
  EXPECT_EQ(rows[1].finals[0].p, alone[1].finals[0].p);
}

TEST(LeagueComparison, SaysWhatHeldWhere) {
  OperatorRow row{.name = "erwa", .finals = {FinalScore{}, FinalScore{}, FinalScore{}}};
  row.finals[0].p = 0.01;
  row.finals[0].gap = 0.1;
  row.finals[1].p = 0.5;
  row.finals[1].is_equal = true;
  row.finals[2].p = 0.5;
  EXPECT_EQ(held_text(row, {"a", "b", "c"}), "better at a; the same at b");
  row.finals[0].p = 0.6;
  row.finals[1].is_equal = false;
  EXPECT_EQ(held_text(row, {"a", "b", "c"}), "undecided");
}

}  // namespace
}  // namespace rootward::league
