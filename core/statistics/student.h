// Student's t distribution: tails and quantiles, by way of the beta distribution.
#pragma once

namespace rootward {

/// P(|T| > |t|) with `degrees` > 0 degrees of freedom.
double student_two_sided_p(double t, double degrees);
/// The t > 0 with P(|T| > t) = tail, 0 < tail < 1.
double student_two_sided_quantile(double tail, double degrees);

}  // namespace rootward
