// The winner's curse of tuning, 500 times over 60 points that are all equal to the opponent: what the scores that chose
// a point say of it, and what fresh games say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/rng.h"
#include "core/statistics/planning.h"
#include "optimizer/optimizer.h"

namespace rootward::optimizer {
namespace {

constexpr int kTunings = 500;
constexpr int kEvaluations = 60;
constexpr int kGames = 400;
constexpr int kFreshGames = 1000;
constexpr int kKnots = 4;

/// The score of win-or-loss games between equals.
double even_score(Rng& rng, int games) {
  int wins = 0;
  for (int i = 0; i < games; ++i) wins += rng.uniform() < 0.5 ? 1 : 0;
  return static_cast<double>(wins) / games;
}

struct Tuned {
  double highest = 0;   ///< score that was observed
  double chosen = 0;    ///< score observed at the point that is recommended
  double believed = 0;  ///< posterior mean there
  double fresh = 0;     ///< score of the recommended point in games of its own
};

/// The points are spread evenly: where all are equal it does not matter who chose them.
Tuned tune_once(std::uint64_t seed) {
  Rng games(derive_seed(seed, "tuning"));
  Rng fresh(derive_seed(seed, "fresh"));
  Rng points(derive_seed(seed, "points"));
  Optimizer optimizer(Space({{.name = "g", .low = -11, .high = -3, .scale = Scale::linear, .count = kKnots}}),
                      {.seed = seed});
  Tuned tuned;
  for (int i = 0; i < kEvaluations; ++i) {
    Eigen::VectorXd values(kKnots);
    for (double& value : values) value = -11 + 8 * points.uniform();
    const double score = even_score(games, kGames);
    tuned.highest = std::max(tuned.highest, score);
    optimizer.tell(std::to_string(i), values,
                   {.mean = score, .deviation = std::sqrt(score * (1 - score) / kGames), .games = kGames});
  }
  const Recommendation best = optimizer.best();
  tuned.chosen = best.trial->measurement.mean;
  tuned.believed = best.mean;
  tuned.fresh = even_score(fresh, kFreshGames);
  return tuned;
}

TEST(WinnersCurse, FreshScoresAreUnbiasedAndTunedOnesAreNot) {
  Tuned mean;
  for (std::uint64_t seed = 1; seed <= kTunings; ++seed) {
    const Tuned tuned = tune_once(seed);
    mean.highest += tuned.highest / kTunings;
    mean.chosen += tuned.chosen / kTunings;
    mean.believed += tuned.believed / kTunings;
    mean.fresh += tuned.fresh / kTunings;
  }
  RecordProperty("highest", std::to_string(mean.highest));
  RecordProperty("chosen", std::to_string(mean.chosen));
  RecordProperty("believed", std::to_string(mean.believed));
  EXPECT_NEAR(mean.fresh, 0.5, 0.002);
  // What is shown beside it, 55.8 % of 400 games, is what the best of 60 equal points shows.
  EXPECT_NEAR(mean.highest, expected_best_score(kEvaluations, std::sqrt(0.25 / kGames)), 0.002);
  EXPECT_GT(mean.chosen, 0.51);
  // The posterior mean, which recommends, is far less taken in.
  EXPECT_LT(mean.believed - 0.5, 0.5 * (mean.highest - 0.5));
}

}  // namespace
}  // namespace rootward::optimizer
