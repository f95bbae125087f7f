// How many games a question needs, and what a number of games can answer.
#pragma once

#include <cstdint>
#include <optional>

#include "core/statistics/match_score.h"

namespace rootward {

/// Standard deviation of a pair's mean score where pairing gains nothing: two independent win-or-loss games between
/// equals, sqrt(1/4 / 2).
inline constexpr double kUnpairedDeviation = 0.35355339059327379;
/// Fewer pairs than these do not tell how much pairs deviate.
inline constexpr std::uint64_t kFewPairs = 30;

/// Half-width in Elo of the band within which players count as equivalent, and the level of all tests.
inline constexpr double kEquivalenceElo = 10;
inline constexpr double kSignificance = 0.05;

/// What a comparison is planned for. Several comparisons that Holm corrects together are planned at the first step of
/// the correction, alpha / comparisons: enough whatever the other rows show.
struct PowerDemand {
  double power = 0.8;                          ///< chance of finding what is there, in (0, 1)
  double alpha = kSignificance;                ///< of the two-sided test, in (0, 1)
  std::uint64_t comparisons = 1;               ///< tested together, >= 1
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

/// A score with the error that its interval comes from.
struct ScoreEstimate {
  double score = 0.5;
  bool is_wilson = true;      ///< else the interval is score +- z standard errors
  double effective_n = 0;     ///< > 0 where is_wilson
  double standard_error = 0;  ///< > 0 where not
};

/// Of at least one game, with the effective number of games.
ScoreEstimate wilson_estimate(const GameCounts& counts);
/// Whether pairs tell how sure their score is: more than one outcome occurs, or of 30 and more all are even. Else their
/// spread is 0, which is no certainty.
bool tell_error(const PairCounts& pairs);
/// Of pairs that tell it: pentanomial. Where of 30 and more pairs fewer than 10 are uneven, the error is that of one
/// pair more won and one more lost (Bonett & Price 2012, J. Educ. Behav. Stat. 37, 479-488: the adjusted Wald interval
/// of paired proportions). 149 even and one won: 0.5033, standard error 0.0057.
ScoreEstimate pair_estimate(const PairCounts& pairs);
/// Of the score; a Wilson interval's is its half-width in standard errors, which is above 0 for scores of 0 and 1 too.
double standard_error_of(const ScoreEstimate& estimate);

/// (score - tested) in standard errors, by the same formula that the interval inverts: tested lies outside the 95 %
/// interval exactly when |z| > 1.96. `tested` in (0, 1).
double z_against(const ScoreEstimate& estimate, double tested);
/// The interval at z standard errors.
Interval score_interval(const ScoreEstimate& estimate, double z = kZ95);
/// Two one-sided tests: the larger p of "at most -margin" and "at least +margin" Elo. Below 0.05 = equivalent.
double equivalence_p(const ScoreEstimate& estimate, double margin_elo);
/// How many times the games of the estimate find a true difference as large as the one it shows; +inf where it shows
/// none. The spread is the estimate's own, `demand.pair_deviation` does not count.
double games_ratio_to_show(const ScoreEstimate& estimate, const PowerDemand& demand);

}  // namespace rootward
