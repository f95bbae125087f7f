// Elementary functions whose bits do not depend on the machine: glibc's exp and log differ with and without FMA, these
// use IEEE additions, multiplications and divisions only (std::sqrt is correctly rounded everywhere and may be used).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rootward {

/// e^x; relative error under 1e-15. 0 below -745, +inf above 709.78.
double exp_exact(double x);
/// Each number x becomes e^x, bit for bit as above; two at a time.
void exp_exact(std::span<double> numbers);
/// e^x - 1 without cancellation near 0; relative error under 1e-15.
double expm1_exact(double x);
/// Natural logarithm of x > 0 (normal numbers); relative error under 1e-15. log_exact(0) = -inf.
double log_exact(double x);
/// x^y = e^(y ln x) for x >= 0; x^0 = 1, 0^y = 0 for y > 0. Relative error about 1e-16 (1 + |y ln x|).
double power(double x, double y);
/// P(X <= z) for a standard normal X; relative error under 1e-13 in the lower tail too.
double norm_cdf(double z);
/// P(T <= z) for Student's t with three degrees of freedom; error under 4e-16. t3_cdf(1) = 0.80449889052211457.
double t3_cdf(double z);

/// Sum with one fixed order on every path: eight running sums, joined pairwise.
double sum_fixed(std::span<const double> values);

}  // namespace rootward
