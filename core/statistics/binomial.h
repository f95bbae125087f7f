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
/// share +- z sqrt(share (1 - share) / n); may leave [0, 1].
Interval wald_interval(double share, double n, double z = kZ95);
/// Agresti & Coull 1998: Wald's around the share with z^2 / 2 wins and losses added, cut to [0, 1].
Interval agresti_coull_interval(double share, double n, double z = kZ95);
/// Clopper & Pearson 1934, "exact": never covers less than `level`.
Interval clopper_pearson_interval(double wins, double n, double level = 0.95);
/// Equal-tailed interval of the Beta(wins + 1/2, losses + 1/2) posterior; 0 without wins, 1 without losses.
Interval jeffreys_interval(double wins, double n, double level = 0.95);

/// Mean and standard error of a share.
struct ShareEstimate {
  double mean = 0;
  double standard_error = 0;
};
/// Laplace's rule: mean (wins + 1) / (n + 2) and sqrt(mean (1 - mean) / n). n > 0.
ShareEstimate laplace_estimate(double wins, double n);

}  // namespace rootward
