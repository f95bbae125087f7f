// The beta distribution, behind the exact likelihood of superiority, the exact sign test and Student's t.
#pragma once

namespace rootward {

/// Natural logarithm of the gamma function, x > 0; error under 1e-14 times max(1, |result|).
double log_gamma(double x);
/// P(X <= x) for X ~ Beta(a, b), a, b > 0, 0 <= x <= 1 (the regularised incomplete beta function).
double beta_cdf(double x, double a, double b);
/// The x with P(X <= x) = p for X ~ Beta(a, b), 0 <= p <= 1.
double beta_quantile(double p, double a, double b);

}  // namespace rootward
