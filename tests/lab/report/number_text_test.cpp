// How numbers are rounded for readers.
#include "lab/report/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace rootward {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(NumberText, ScoresAreCutToPercent) {
  EXPECT_EQ(percent_text(0.5675), "56.8");
  EXPECT_EQ(percent_text(Interval{-0.02, 1.03}), "[0.0, 100.0]");
}

TEST(NumberText, EloKeepsSignAndInfinity) {
  EXPECT_EQ(elo_text(52.51), "+53");
  EXPECT_EQ(elo_text(-8.64), "-9");
  EXPECT_EQ(elo_text(-0.3), "0");
  EXPECT_EQ(elo_text(Interval{-kInfinity, kInfinity}), "[-inf, +inf]");
}

TEST(NumberText, ProbabilitiesAreNeverCertain) {
  EXPECT_EQ(p_text(0.04550026), "0.0455");
  EXPECT_EQ(p_text(1e-9), "<0.0001");
  EXPECT_EQ(probability_text(0.0000001), "<0.001");
  EXPECT_EQ(probability_text(0.9999999), ">0.999");
  EXPECT_EQ(probability_text(0.5), "0.500");
}

TEST(NumberText, Counts) {
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(counts_text(GameCounts{136, 111, 96}), "136-111-96");
  EXPECT_EQ(counts_text(PairCounts{1, 2, 3, 4, 5}), "1-2-3-4-5");
  EXPECT_EQ(score_text(GameCounts{}), "-");
  EXPECT_EQ(score_text(GameCounts{1, 0, 1}), "50.0");
}

}  // namespace
}  // namespace rootward
