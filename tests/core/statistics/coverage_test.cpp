// Coverage of the 95 % intervals by simulation: how often they hold the true score, with draws, pairs and few games.
#include <gtest/gtest.h>

#include <string>

#include "core/rng.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "core/statistics/sprt.h"

namespace rootward {
namespace {

constexpr int kMatches = 20000;
// Five binomial standard errors of a coverage of 95 % seen in 20 000 matches.
constexpr double kNoise = 5 * 0.00154;

struct Chances {
  double win = 0.5;
  double draw = 0;
  [[nodiscard]] double score() const { return win + 0.5 * draw; }
};

double coverage_of_wilson(const Chances& chances, int games, Rng& rng) {
  int covered = 0;
  for (int match = 0; match < kMatches; ++match) {
    GameCounts counts;
    for (int game = 0; game < games; ++game) {
      const double u = rng.uniform();
      ++(u < chances.win ? counts.wins : (u < chances.win + chances.draw ? counts.draws : counts.losses));
    }
    const Interval interval = wilson_of_games(counts);
    covered += interval.low <= chances.score() && chances.score() <= interval.high ? 1 : 0;
  }
  return static_cast<double>(covered) / kMatches;
}

TEST(Coverage, WilsonWithEffectiveGames) {
  Rng rng(11);
  for (const Chances& chances : {Chances{0.5, 0}, Chances{0.55, 0.1}, Chances{0.3, 0.5}, Chances{0.8, 0.05}}) {
    const double coverage = coverage_of_wilson(chances, 200, rng);
    EXPECT_GT(coverage, 0.935 - kNoise) << chances.win;
    EXPECT_LT(coverage, 0.965 + kNoise) << chances.win;
  }
}

TEST(Coverage, PentanomialOfUnequalOpenings) {
  // Each opening favours one side: the games of a pair are strongly dependent, which pairs account for.
  Rng rng(12);
  int covered = 0;
  for (int match = 0; match < kMatches; ++match) {
    PairCounts counts{};
    for (int pair = 0; pair < 200; ++pair) {
      const double tilt = rng.uniform() < 0.5 ? 0.35 : -0.35;
      const std::size_t first = rng.uniform() < 0.55 + tilt ? 2 : 0;
      const std::size_t second = rng.uniform() < 0.55 - tilt ? 2 : 0;
      ++counts[first + second];
    }
    const Interval interval = pair_statistics(counts).ci95;
    covered += interval.low <= 0.55 && 0.55 <= interval.high ? 1 : 0;
  }
  const double coverage = static_cast<double>(covered) / kMatches;
  EXPECT_NEAR(coverage, 0.95, 0.006 + kNoise);
}

/// Most pairs are even, as where both players mostly play alike: the spread of what was seen says too little.
TEST(Coverage, PairsOfWhichFewAreUneven) {
  Rng rng(14);
  for (const int pairs : {30, 150}) {
    for (const double uneven : {0.5, 2.0, 5.0, 8.0}) {
      for (const double won : {0.5, 0.7, 1.0}) {
        const double truth = 0.5 + uneven / pairs * (won - 0.5);
        int covered = 0;
        for (int match = 0; match < kMatches; ++match) {
          PairCounts counts{};
          for (int pair = 0; pair < pairs; ++pair) {
            const double u = rng.uniform() * pairs / uneven;
            ++counts[u < won ? 4 : u < 1 ? 0 : 2];
          }
          ASSERT_TRUE(tell_error(counts));
          const Interval interval = score_interval(pair_estimate(counts));
          covered += interval.low <= truth && truth <= interval.high ? 1 : 0;
        }
        EXPECT_GT(static_cast<double>(covered) / kMatches, 0.935 - kNoise)
            << uneven << " of " << pairs << " pairs uneven, " << won << " of them won";
      }
    }
  }
}

double accepted_h1(double win, int matches, Rng& rng) {
  int accepted = 0;
  for (int match = 0; match < matches; ++match) {
    PairCounts counts{};
    SprtState state;
    while (state.decision == SprtDecision::go_on) {
      const std::size_t first = rng.uniform() < win ? 2 : 0;
      const std::size_t second = rng.uniform() < win ? 2 : 0;
      ++counts[first + second];
      state = sprt_pentanomial(counts, 0, 50, 0.05, 0.05);
    }
    accepted += state.decision == SprtDecision::accept_h1 ? 1 : 0;
  }
  return static_cast<double>(accepted) / matches;
}

TEST(Coverage, StopRuleKeepsItsErrorRates) {
  Rng rng(13);
  EXPECT_LT(accepted_h1(0.5, 2000, rng), 0.05 + 0.02);
  EXPECT_GT(accepted_h1(0.5714631174083814, 2000, rng), 0.95 - 0.02);
}

}  // namespace
}  // namespace rootward
