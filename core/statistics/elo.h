// The logistic Elo scale: 400 points are a tenfold odds of winning.
#pragma once

#include "core/statistics/binomial.h"

namespace rootward {

/// 400 / ln 10: Elo of one unit of log odds.
inline constexpr double kEloPerLogit = 173.71779276130073;

/// Expected score in [0, 1] of a player `elo` points stronger: 1 / (1 + 10^(-elo / 400)).
double score_of_elo(double elo);
/// The difference that explains a score: 400 log10(s / (1 - s)); -inf for s <= 0, +inf for s >= 1.
double elo_of_score(double score);
/// Both ends of a score interval in Elo.
Interval elo_interval(const Interval& score);

}  // namespace rootward
