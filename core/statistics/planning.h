// How many games a question needs, and what a number of games can answer.
#pragma once

#include <cstdint>
#include <optional>

#include "core/statistics/match_score.h"
#include "core/statistics/score_estimate.h"

namespace rootward {

/// Standard deviation of a pair's mean score where pairing gains nothing: two independent win-or-loss games between
/// equals, sqrt(1/4 / 2).
inline constexpr double kUnpairedDeviation = 0.35355339059327379;
/// Half-width in Elo of the band within which players count as equivalent, and the level of all tests.
inline constexpr double kEquivalenceElo = 10;
inline constexpr double kSignificance = 0.05;

/// What a comparison is planned for. Several comparisons that Holm corrects together are planned at the first step of
/// the correction, alpha / comparisons: enough whatever the other rows show.
struct PowerDemand {
  double power = 0.8;             ///< chance of finding what is there; below 1, and above that of finding what is not
  double alpha = kSignificance;   ///< of the two-sided test, in (0, 1)
  std::uint64_t comparisons = 1;  ///< tested together, >= 1
  double pair_deviation = kUnpairedDeviation;  ///< of a pair's mean score, > 0
};

/// Colour-swapped pairs that find a true difference `elo` != 0: (z sd / (s - 1/2))^2, rounded up, with z the sum of the
/// quantiles at 1 - alpha / (2 comparisons) and at `power`.
std::uint64_t pairs_for_difference(double elo, const PowerDemand& demand);
/// Pairs that show equal players to be within +-`margin_elo` > 0 by the two one-sided tests at alpha, which tables do
/// not correct: the same with the quantiles at 1 - alpha and at (1 + power) / 2.
std::uint64_t pairs_for_equivalence(double margin_elo, const PowerDemand& demand);
/// The smallest difference in Elo that `pairs` > 0 pairs find; +inf where no difference is large enough.
double smallest_difference(std::uint64_t pairs, const PowerDemand& demand);

/// The least number of results, at most `most`, after which the exact sign test finds with the demanded power what
/// `wins` against `losses` of `results` > 0 results show; nothing where that takes more.
std::optional<std::uint64_t> results_for_sign_test(std::uint64_t wins, std::uint64_t losses, std::uint64_t results,
                                                   std::uint64_t most, const PowerDemand& demand);

/// The smallest difference in Elo > 0 that `games` > 0 win-or-loss games find with power 80 % (two-sided test at 5 %,
/// one comparison); +inf where no difference is large enough.
double detectable_elo(double games);
/// Expected score of the best-looking of `candidates` equal players whose scores have this standard error: the winner's
/// curse of tuning.
double expected_best_score(int candidates, double standard_error);
/// The same after `games` win-or-loss games of each candidate against an equal: 1/2 + E sqrt(1/4 / games), where E is
/// the expected largest of K standard normals, the integral of x K phi(x) Phi(x)^(K - 1) dx. 60 candidates of 400
/// games: E = 2.3193, so 55.80 % on average. The median is 55.68 %: the largest's distribution Phi^K has a longer upper
/// end.
double best_of_equals(int candidates, std::uint64_t games);

/// How many times the games of the estimate find a true difference as large as the one it shows; +inf where it shows
/// none. The spread is the estimate's own, `demand.pair_deviation` does not count; where exact, that with one pair more
/// won and one more lost.
double games_ratio_to_show(const ScoreEstimate& estimate, const PowerDemand& demand);

}  // namespace rootward
