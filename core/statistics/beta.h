// The beta distribution, behind the exact likelihood of superiority and the exact sign test; Student's t by way of it.
#pragma once

namespace rootward {

/// Natural logarithm of the gamma function, x > 0; error under 1e-14 times max(1, |result|).
double log_gamma(double x);
/// P(X <= x) for X ~ Beta(a, b), a, b > 0, 0 <= x <= 1 (the regularised incomplete beta function).
double beta_cdf(double x, double a, double b);
/// The x with P(X <= x) = p for X ~ Beta(a, b), 0 <= p <= 1.
double beta_quantile(double p, double a, double b);

/// Student's t: P(|T| > |t|) with `degrees` > 0 degrees of freedom.
double student_two_sided_p(double t, double degrees);
/// The t > 0 with P(|T| > t) = tail, 0 < tail < 1.
double student_two_sided_quantile(double tail, double degrees);

}  // namespace rootward
