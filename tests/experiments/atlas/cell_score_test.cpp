// A cell's p and interval, where openings repeat and where they do not.
#include "experiments/atlas/cell_score.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/statistics/beta.h"
#include "core/statistics/normal.h"

namespace rootward::atlas {
namespace {

bool holds_half(const CellScore& score) {
  const Interval interval = score_interval(score.estimate);
  return interval.low <= 0.5 && interval.high >= 0.5;
}

/// 100 pairs: 0.58 +- 0.0272, so z = 2.94. By seven openings of scores .52 to .64 t is larger than z, but of six
/// degrees.
TEST(CellScore, FewOpeningsHaveWideTails) {
  const PairCounts pairs = {5, 15, 40, 23, 17};
  const GameCounts games{.wins = 116, .draws = 0, .losses = 84};
  const CellScore alone = score_of_cell(pairs, games, {});
  EXPECT_NEAR(alone.p, two_sided_p(0.08 / alone.estimate.standard_error), 1e-12);
  std::vector<OpeningGroup> openings;
  for (const double points : {520, 540, 560, 580, 600, 620, 640}) openings.push_back({points / 35, 200 / 7});
  const double error = grouped_error(openings).value();
  const CellScore grouped = score_of_cell(pairs, games, openings);
  const double t = (alone.estimate.score - 0.5) / error;
  EXPECT_GT(t, 0.08 / alone.estimate.standard_error);
  EXPECT_DOUBLE_EQ(grouped.p, student_two_sided_p(t, 6));
  EXPECT_GT(grouped.p, alone.p);
  EXPECT_FALSE(holds_half(grouped));
}

/// Of seven openings t is 2.447 at 5 %. However far they lie apart, the interval holds 1/2 exactly where p is above.
TEST(CellScore, IntervalAndPAgreeAtFivePercent) {
  const PairCounts many = {1000, 0, 0, 0, 1400};
  const GameCounts games{.wins = 2800, .draws = 0, .losses = 2000};
  EXPECT_LT(score_of_cell(many, games, {}).p, 1e-15);
  for (const double spread : {60.0, 80.0, 88.0, 90.0, 92.0, 100.0, 120.0, 200.0}) {
    std::vector<OpeningGroup> openings;
    for (const double place : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}) openings.push_back({400 + spread * place, 686});
    const CellScore score = score_of_cell(many, games, openings);
    EXPECT_EQ(holds_half(score), score.p > 0.05) << spread << ", p " << score.p;
    EXPECT_GT(score.p, 1e-4) << spread;
  }
}

/// Openings that all ended alike show no spread: the pairs' is what there is. One opening shows none at all.
TEST(CellScore, OpeningsWithoutSpread) {
  const PairCounts pairs = {30, 0, 0, 0, 90};
  const GameCounts games{.wins = 180, .draws = 0, .losses = 60};
  const std::vector<OpeningGroup> alike(10, OpeningGroup{18, 24});
  EXPECT_EQ(score_of_cell(pairs, games, alike).p, score_of_cell(pairs, games, {}).p);
  const std::vector<OpeningGroup> one = {{180, 240}};
  const PairCounts few = {5, 0, 0, 0, 7};
  EXPECT_EQ(score_of_cell(few, {.wins = 14, .draws = 0, .losses = 10}, {}).estimate.formula, IntervalFormula::exact);
  EXPECT_EQ(score_of_cell(pairs, games, one).estimate.formula, IntervalFormula::wilson);
}

}  // namespace
}  // namespace rootward::atlas
