// Elo from score and back.
#include "core/statistics/elo.h"

#include <limits>

#include "core/math.h"

namespace rootward {

double score_of_elo(double elo) { return 1.0 / (1.0 + exp_exact(-elo / kEloPerLogit)); }

double elo_of_score(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return kEloPerLogit * log_exact(score / (1.0 - score));
}

Interval elo_interval(const Interval& score) { return {elo_of_score(score.low), elo_of_score(score.high)}; }

}  // namespace rootward
