// Intervals for a share: wins out of games, or a score with an effective number of games.
#pragma once

#include "core/statistics/normal.h"

namespace rootward {

/// Both ends of an interval, in the unit of what it is about.
struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Wilson's score interval (Wilson 1927): `share` in [0, 1], `n` > 0 trials, which may be an effective number. Within
/// [0, 1]; exactly 0 or 1 at the end where the share is.
Interval wilson_interval(double share, double n, double z = kZ95);

/// Mean and standard error of a share.
struct ShareEstimate {
  double mean = 0;
  double standard_error = 0;
};
/// Laplace's rule: mean (wins + 1) / (n + 2) and sqrt(mean (1 - mean) / n). n > 0.
ShareEstimate laplace_estimate(double wins, double n);

}  // namespace rootward
