// How many games a question needs, and what a number of games can answer.
#pragma once

#include <cstdint>

#include "core/statistics/match_score.h"

namespace rootward {

/// Standard error of the score of `games` win-or-loss games by a player who is `elo` stronger.
double score_error_at(double elo, double games);
/// Win-or-loss games until the 95 % interval is within +-`half_width` Elo of a true difference `elo`.
std::uint64_t games_for_half_width(double elo, double half_width);
/// Win-or-loss games that find a true difference `elo` != 0 with power 80 % (two-sided test at 5 %).
std::uint64_t games_for_power80(double elo);
/// The smallest difference in Elo > 0 that `games` > 0 win-or-loss games find with power 80 % (two-sided test at 5 %);
/// +inf where no difference is large enough.
double detectable_elo(double games);
/// Expected score of the best-looking of `candidates` equal players after `games` win-or-loss games each: the winner's
/// curse of tuning.
double expected_best_score(int candidates, double games);

/// A score with the error that its interval comes from.
struct ScoreEstimate {
  double score = 0.5;
  bool is_wilson = true;      ///< else the interval is score +- z standard errors
  double effective_n = 0;     ///< > 0 where is_wilson
  double standard_error = 0;  ///< > 0 where not
};

/// (score - tested) in standard errors, by the same formula that the interval inverts: tested lies outside the 95 %
/// interval exactly when |z| > 1.96. `tested` in (0, 1).
double z_against(const ScoreEstimate& estimate, double tested);
/// The interval at z standard errors.
Interval score_interval(const ScoreEstimate& estimate, double z = kZ95);
/// Two one-sided tests: the larger p of "at most -margin" and "at least +margin" Elo. Below 0.05 = equivalent.
double equivalence_p(const ScoreEstimate& estimate, double margin_elo);

}  // namespace rootward
