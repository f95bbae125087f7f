// The normal distribution, without libm, so that tables have the same bytes on every machine.
#pragma once

namespace rootward {

/// The 0.975 quantile: half-width of a 95 % interval in standard errors.
inline constexpr double kZ95 = 1.959963984540054;

/// (2 pi)^(-1/2) exp(-x^2 / 2).
double normal_density(double x);
/// P(X <= x) for a standard normal X; relative error under 1e-12, in the lower tail too.
double normal_cdf(double x);
/// The x with P(X <= x) = p, for 0 < p < 1; -inf and +inf at the ends. Error under 1e-12.
double normal_quantile(double p);
/// Two-sided p value of a standard normal statistic: P(|X| >= |z|).
double two_sided_p(double z);
/// Expected largest of `count` >= 1 independent standard normals: how far the best of several equals looks ahead.
double expected_maximum_of_normals(int count);

}  // namespace rootward
