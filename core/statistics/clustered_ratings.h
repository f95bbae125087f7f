// Errors of ratings whose scores come from units that several scores may share, such as pairs of games from one
// opening.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/bradley_terry.h"

namespace rootward {

/// What one unit adds to a score.
struct UnitMean {
  std::size_t unit = 0;  ///< the same number in two scores: the same unit; numbers have few gaps
  double mean = 0.5;     ///< of its games, in the score's view
};

/// A score of `first` against `second`: the mean over its units, or, without units, evidence of its own.
struct ClusteredScore {
  std::size_t first = 0;  ///< index of the player
  std::size_t second = 0;
  double games = 0;             ///< that the score counts for in the ratings
  double score = 0.5;           ///< of `first`
  double standard_error = 0.1;  ///< of `score`, > 0
  std::vector<UnitMean> units{};
};

/// Gives the ratings errors that know what scores share: the covariance becomes C B C, C that of independent games, B
/// the sum over units of u u', u = sum over scores of k n (m - s) / N g: m the unit's mean, s the score, N its units, n
/// its games, g = +1 for the first player and -1 for the second, k = ln 10 / 400 (the sandwich of Liang & Zeger 1986,
/// Biometrika 73). What a score's error says beyond its units stays its own. The error of moving first does not change:
/// units in which both players move first as often tell nothing of it. `ratings` are converged.
void count_units(std::span<const ClusteredScore> scores, Ratings& ratings);

}  // namespace rootward
