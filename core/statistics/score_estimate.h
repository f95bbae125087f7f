// A match's score with its 95 % interval and the tests that the interval inverts: the one place where it is decided
// which formula holds.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/statistics/binomial.h"
#include "core/statistics/match_score.h"

namespace rootward {

/// Fewer pairs than these do not tell how much pairs deviate.
inline constexpr std::uint64_t kFewPairs = kFewScores;

/// exact: exact_score.h, of pairs. pentanomial: score +- z standard errors, of pairs. wilson: of single games.
enum class IntervalFormula : std::uint8_t { pentanomial, wilson, exact };
[[nodiscard]] std::string_view formula_name(IntervalFormula formula);

/// A score with what its interval comes from.
struct ScoreEstimate {
  double score = 0.5;
  IntervalFormula formula = IntervalFormula::wilson;
  double effective_n = 0;     ///< > 0 where wilson
  double standard_error = 0;  ///< > 0 where pentanomial
  PairCounts pairs{};         ///< where exact
};

/// Of at least one game, with the effective number of games.
ScoreEstimate wilson_estimate(const GameCounts& counts);
/// Whether pairs tell by their spread how sure their score is: more than one outcome occurs, or of 30 and more all are
/// even. Else their spread is 0, which is no certainty.
bool tell_error(const PairCounts& pairs);
/// Standard error of the score of pairs that tell it, by their spread_statistics(). 149 even and one won: 0.0057.
double pair_error(const PairCounts& pairs);
/// Whether the points that either side won are fewer than those of 20 scores of 1: so few scores, or so lopsided ones,
/// are not normal.
bool are_few(std::span<const std::uint64_t> counts);
/// 95 % interval of the mean of scores of 0, 1 / k, .., 1, of which there is one: exact where they are few, else
/// normal.
Interval mean_interval(std::span<const std::uint64_t> counts);
/// Of pairs: exact where they are few, else pentanomial.
ScoreEstimate pair_estimate(const PairCounts& pairs);
/// Of `games`, whose complete pairs and games without a second are `pairs`: by pairs where these are few or
/// `are_independent`, else Wilson's.
ScoreEstimate score_estimate(const GameCounts& games, const PairCounts& pairs, bool are_independent);
/// From the other player's view.
ScoreEstimate reversed(ScoreEstimate estimate);

/// Half-width of the 95 % interval in standard errors; of a pentanomial one the standard error.
double standard_error_of(const ScoreEstimate& estimate);
/// The pentanomial estimate whose interval holds the given one's.
ScoreEstimate as_pentanomial(const ScoreEstimate& estimate);

/// (score - tested) in standard errors, by the same formula that the interval inverts: tested lies outside the 95 %
/// interval exactly when |z| > 1.96. `tested` in (0, 1).
double z_against(const ScoreEstimate& estimate, double tested);
/// Two-sided p: that of z_against().
double p_against(const ScoreEstimate& estimate, double tested);
/// The interval at z standard errors.
Interval score_interval(const ScoreEstimate& estimate, double z = kZ95);
/// Two one-sided tests: the larger p of "at most -margin" and "at least +margin" Elo. Below 0.05 = equivalent.
double equivalence_p(const ScoreEstimate& estimate, double margin_elo);

}  // namespace rootward
