// With X = degrees / (degrees + T^2), X ~ Beta(degrees / 2, 1 / 2), and |T| > t where X < degrees / (degrees + t^2).
#include "core/statistics/student.h"

#include <cmath>

#include "core/statistics/beta.h"

namespace rootward {

double student_two_sided_p(double t, double degrees) { return beta_cdf(degrees / (degrees + t * t), degrees / 2, 0.5); }

double student_two_sided_quantile(double tail, double degrees) {
  const double x = beta_quantile(tail, degrees / 2, 0.5);
  return std::sqrt(degrees * (1 - x) / x);
}

}  // namespace rootward
