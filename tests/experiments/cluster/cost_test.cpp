// What work costs, by hand.
#include "experiments/cluster/cost.h"

#include <gtest/gtest.h>

namespace rootward::cluster {
namespace {

TEST(Cost, IsTheMeanOfEachSortTimesItsUnits) {
  const Cost cost{.sorts = {{.units = 10, .seconds = {1, 3}}, {.units = 4, .seconds = {5}}}};
  EXPECT_DOUBLE_EQ(cost.seconds(), 10 * 2 + 4 * 5);
}

/// 10 units of variance 2 by two samples, and 4 units of which one was timed: variance (5 / 2)^2.
/// 1.96 sqrt(10^2 2 / 2 + 4^2 6.25 / 1) = 1.96 sqrt(200) = 27.7186.
TEST(Cost, TheMarginIsOfMeansThatFewSamplesGive) {
  const Cost cost{.sorts = {{.units = 10, .seconds = {1, 3}}, {.units = 4, .seconds = {5}}}};
  EXPECT_NEAR(cost.margin(), 27.7186, 1e-4);
  EXPECT_DOUBLE_EQ(Cost{}.margin(), 0);
}

}  // namespace
}  // namespace rootward::cluster
