// Scores of games and pairs: how the two agree, and the cases without variance.
#include "core/statistics/match_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/statistics/elo.h"
#include "tests/core/statistics/wilson.h"

namespace rootward {
namespace {

TEST(MatchScore, IndependentPairsGiveTheErrorOfGames) {
  // Pairs whose two games are independent with p = 1/2: (1, 0, 2, 0, 1) of 4; the same games one by one.
  const ScoreStatistics pairs = pair_statistics({100, 0, 200, 0, 100});
  const ScoreStatistics games = game_statistics({400, 0, 400});
  EXPECT_NEAR(pairs.standard_error, games.standard_error, 1e-15);
}

TEST(MatchScore, SwappedViewIsTheMirror) {
  const ScoreStatistics ours = game_statistics({31, 7, 18});
  const ScoreStatistics theirs = game_statistics({18, 7, 31});
  EXPECT_NEAR(ours.score + theirs.score, 1.0, 1e-15);
  EXPECT_NEAR(ours.elo, -theirs.elo, 1e-12);
  EXPECT_NEAR(ours.elo_ci95.low, -theirs.elo_ci95.high, 1e-9);
  EXPECT_NEAR(likelihood_of_superiority({31, 7, 18}) + likelihood_of_superiority({18, 7, 31}), 1.0, 1e-13);
}

TEST(MatchScore, DrawsTightenTheIntervalButNotTheLos) {
  const Interval without = wilson_of({30, 0, 20});
  const Interval with = wilson_of({30, 50, 20});
  EXPECT_LT(with.high - with.low, without.high - without.low);
  EXPECT_EQ(likelihood_of_superiority({30, 0, 20}), likelihood_of_superiority({30, 50, 20}));
}

TEST(MatchScore, TheOtherPlayersViewTurnsCountsRound) {
  EXPECT_EQ(reversed(GameCounts{31, 7, 18}), (GameCounts{18, 7, 31}));
  EXPECT_EQ(reversed(PairCounts{1, 2, 3, 4, 5}), (PairCounts{5, 4, 3, 2, 1}));
  const double turned = pair_statistics(reversed(PairCounts{1, 2, 3, 4, 5})).score;
  EXPECT_NEAR(turned, 1.0 - pair_statistics(PairCounts{1, 2, 3, 4, 5}).score, 1e-15);
}

TEST(MatchScore, NoVariance) {
  const ScoreStatistics won = game_statistics({5, 0, 0});
  EXPECT_EQ(won.elo, std::numeric_limits<double>::infinity());
  EXPECT_EQ(effective_games({5, 0, 0}), 5.0);
  EXPECT_EQ(wilson_of({5, 0, 0}).high, 1.0);
  EXPECT_NEAR(wilson_of({5, 0, 0}).low, 5.0 / (5.0 + kZ95 * kZ95), 1e-15);
  EXPECT_NEAR(likelihood_of_superiority({0, 10, 0}), 0.5, 1e-14);
}

TEST(MatchScore, FewGamesThatDifferFromTheRestSayLittleOfTheirSpread) {
  EXPECT_NEAR(effective_games({1, 299, 0}), 30233.04, 0.01);
  EXPECT_EQ(effective_games({0, 300, 0}), 300.0);
  EXPECT_NEAR(effective_games({3, 0, 97}), 100.0, 1e-9) << "without draws games are what they are";
  const ScoreStatistics own = game_statistics({2, 20, 7});
  EXPECT_NEAR(effective_games({2, 20, 7}), 29 * own.score * (1 - own.score) / own.variance, 1e-12) << "fewer than 30";
}

TEST(MatchScore, SignTest) {
  EXPECT_NEAR(sign_test_p(5, 0), 2.0 / 32, 1e-14);
  EXPECT_NEAR(sign_test_p(1, 9), 22.0 / 1024, 1e-14);
  EXPECT_EQ(sign_test_p(7, 7), 1.0);
  EXPECT_EQ(sign_test_p(0, 0), 1.0);
  EXPECT_NEAR(sign_test_p(4, 3), 1.0, 1e-14);
}

TEST(MatchScore, EloAndBack) {
  for (double elo = -900; elo <= 900; elo += 37.5) EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
  EXPECT_NEAR(score_of_elo(400), 10.0 / 11.0, 1e-15);
  EXPECT_EQ(elo_of_score(0.5), 0.0);
  EXPECT_EQ(elo_of_score(-0.2), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo_of_score(1.2), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace rootward
