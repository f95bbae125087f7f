// Elementary functions whose bits do not depend on the machine: glibc's exp and log differ with and without FMA, these
// use IEEE additions, multiplications and divisions only (std::sqrt is correctly rounded everywhere and may be used).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rootward {

/// e^x; relative error under 1e-15. 0 below -745, +inf above 709.78.
double exp_exact(double x);
/// e^x - 1 without cancellation near 0; relative error under 1e-15.
double expm1_exact(double x);
/// Natural logarithm of x > 0 (normal numbers); relative error under 1e-15. log_exact(0) = -inf.
double log_exact(double x);

/// Sum with one fixed order on every path: eight running sums, joined pairwise.
double sum_fixed(std::span<const double> values);

}  // namespace rootward
