// The stop rule on pairs: symmetry, growth, decisions and the empty match.
#include "core/statistics/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

TEST(Sprt, NothingPlayedDecidesNothing) {
  const SprtState state = sprt_pentanomial({0, 0, 0, 0, 0}, 0, 20, 0.05, 0.05);
  EXPECT_EQ(state.llr, 0.0);
  EXPECT_EQ(state.decision, SprtDecision::go_on);
  EXPECT_NEAR(state.lower, -std::log(19.0), 1e-14);
  EXPECT_NEAR(state.upper, std::log(19.0), 1e-14);
}

TEST(Sprt, SwappingPlayersMirrorsTheRatio) {
  const PairCounts counts = {12, 20, 100, 38, 30};
  const PairCounts swapped = {30, 38, 100, 20, 12};
  const double ours = log_likelihood_ratio(counts, {5, 45});
  const double theirs = log_likelihood_ratio(swapped, {-45, -5});
  EXPECT_NEAR(ours, -theirs, 1e-9);
}

TEST(Sprt, EachWonPairSpeaksForTheStronger) {
  double before = -1;
  for (std::uint64_t won = 0; won <= 60; won += 5) {
    const double ratio = sprt_pentanomial({5, 5, 20, 5, won}, 0, 20, 0.05, 0.05).llr;
    if (won > 0) {
      EXPECT_GT(ratio, before) << won;
    }
    before = ratio;
  }
}

TEST(Sprt, Decides) {
  EXPECT_EQ(sprt_pentanomial({30, 0, 110, 0, 60}, 0, 50, 0.05, 0.05).decision, SprtDecision::accept_h1);
  EXPECT_EQ(sprt_pentanomial({60, 0, 110, 0, 30}, 0, 50, 0.05, 0.05).decision, SprtDecision::accept_h0);
  EXPECT_EQ(sprt_pentanomial({3, 0, 11, 0, 6}, 0, 50, 0.05, 0.05).decision, SprtDecision::go_on);
}

TEST(Sprt, OnlyDrawnPairsSpeakForEquality) {
  const SprtState state = sprt_pentanomial({0, 0, 400, 0, 0}, 0, 20, 0.05, 0.05);
  EXPECT_TRUE(std::isfinite(state.llr));
  EXPECT_LT(state.llr, 0);
}

TEST(Sprt, ConstrainedDistributionsFulfilTheirHypothesis) {
  // A ratio of equal hypotheses would be 0; with the score right between them it is nearly 0.
  const PairCounts counts = {100, 0, 200, 0, 100};
  EXPECT_NEAR(log_likelihood_ratio(counts, {-30, 30}), 0.0, 1e-9);
}

TEST(Sprt, LengthNearTheTurningPointIsContinuous) {
  // Where the ratio does not drift the general formula has no value; the limit takes over without a jump.
  const EloHypotheses hypotheses{0, 50};
  double low = 0;
  double high = 50;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (sprt_length(middle, hypotheses, 0.05, 0.05).accept_h1 < 0.5 ? low : high) = middle;
  }
  const SprtLength turning = sprt_length(low, hypotheses, 0.05, 0.05);
  const SprtLength beside = sprt_length(low + 0.001, hypotheses, 0.05, 0.05);
  EXPECT_NEAR(turning.expected_games, beside.expected_games, 0.1);
  EXPECT_NEAR(low, 25.0, 0.2);
}

/// Hypotheses close together, and a truth far from both: the powers in Wald's formula overflow.
TEST(SprtLength, IsANumberHoweverFarTheTruthLies) {
  for (const double gap : {0.01, 0.1, 1.0, 1000.0})
    for (const double elo : {-2000.0, -10.0, 0.0, 10.0, 2000.0})
      for (const double rate : {1e-300, 0.05, 0.4999}) {
        const SprtLength length = sprt_length(elo, {0, gap}, rate, 0.05);
        EXPECT_TRUE(std::isfinite(length.expected_games)) << gap << " " << elo << " " << rate;
        EXPECT_GE(length.expected_games, 0);
        EXPECT_GE(length.accept_h1, 0);
        EXPECT_LE(length.accept_h1, 1);
      }
  EXPECT_NEAR(sprt_length(2000, {0, 0.01}, 0.05, 0.05).accept_h1, 1, 1e-12);
  EXPECT_NEAR(sprt_length(-2000, {0, 0.01}, 0.05, 0.05).accept_h1, 0, 1e-12);
}

}  // namespace
}  // namespace rootward
