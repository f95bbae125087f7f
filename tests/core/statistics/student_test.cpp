// Student's t against published quantiles (Abramowitz & Stegun, table 26.10).
#include "core/statistics/beta.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(Student, TailsAreThePublishedOnes) {
  EXPECT_NEAR(student_two_sided_p(2.7764451, 4), 0.05, 1e-8);
  EXPECT_NEAR(student_two_sided_p(-1.9989715, 62), 0.05, 1e-7);
  EXPECT_NEAR(student_two_sided_p(63.656741, 1), 0.01, 1e-9);
  EXPECT_EQ(student_two_sided_p(0, 7), 1);
}

TEST(Student, QuantilesUndoTails) {
  EXPECT_NEAR(student_two_sided_quantile(0.05, 8), 2.306004, 1e-6);
  for (const double tail : {0.9, 0.1, 0.05, 1e-4})
    for (const double degrees : {1.0, 4.0, 60.0})
      EXPECT_NEAR(student_two_sided_p(student_two_sided_quantile(tail, degrees), degrees), tail, 1e-9 * tail);
}

}  // namespace
}  // namespace rootward
