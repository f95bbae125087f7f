// The correction for many comparisons: order, ties, limits.
#include "core/statistics/multiplicity.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(Multiplicity, KeepsTheGivenOrder) {
  const std::vector<double> corrected = holm(std::vector<double>{0.04, 0.01, 0.03});
  EXPECT_DOUBLE_EQ(corrected[1], 0.03);
  EXPECT_DOUBLE_EQ(corrected[2], 0.06);
  EXPECT_DOUBLE_EQ(corrected[0], 0.06);
}

TEST(Multiplicity, OneComparisonStaysAsItIs) {
  EXPECT_EQ(holm(std::vector<double>{0.02}), std::vector<double>{0.02});
  EXPECT_TRUE(holm(std::vector<double>{}).empty());
}

TEST(Multiplicity, NeverAboveOneNorBelowTheRaw) {
  const std::vector<double> p = {0.9, 0.2, 0.2, 0.6, 0.0001};
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_GE(corrected[i], p[i]);
    EXPECT_LE(corrected[i], 1.0);
  }
}

}  // namespace
}  // namespace rootward
