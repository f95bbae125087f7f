// Transforms between parameters and the unit cube, and spaces that are refused.
#include "optimizer/space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/errors.h"

namespace rootward::optimizer {
namespace {

TEST(Space, WalksLinearLogAndIntegerScales) {
  const Space space({{.name = "a", .low = -9, .high = 0},
                     {.name = "b", .low = 0.1, .high = 10, .scale = Scale::log},
                     {.name = "c", .low = 1, .high = 4, .scale = Scale::integer}});
  EXPECT_DOUBLE_EQ(space.to_unit(0, -6.75), 0.25);
  EXPECT_DOUBLE_EQ(space.to_value(0, 0.25), -6.75);
  EXPECT_DOUBLE_EQ(space.to_unit(1, 1), 0.5);
  EXPECT_DOUBLE_EQ(space.to_value(1, 0.75), std::pow(10, 0.5));
  EXPECT_DOUBLE_EQ(space.to_unit(2, 2), 1.0 / 3);
  EXPECT_EQ(space.to_value(2, 1.0 / 3), 2);
}

TEST(Space, GivesEachIntegerAnEqualShare) {
  const Space space({{.name = "n", .low = 1, .high = 4, .scale = Scale::integer}});
  std::map<double, int> shares;
  for (int i = 0; i < 4000; ++i) ++shares[space.to_value(0, (i + 0.5) / 4000)];
  EXPECT_EQ(shares, (std::map<double, int>{{1, 1000}, {2, 1000}, {3, 1000}, {4, 1000}}));
  EXPECT_EQ(space.to_value(0, 1), 4);
}

TEST(Space, SnapsIntegersToTheirPlacesAndCutsToTheCube) {
  const Space space({{.name = "n", .low = 0, .high = 4, .scale = Scale::integer}, {.name = "x", .low = 0, .high = 1}});
  EXPECT_EQ(space.snap(Eigen::Vector2d(0.3, 0.3)), Eigen::Vector2d(0.25, 0.3));
  EXPECT_EQ(space.snap(Eigen::Vector2d(1.7, -0.2)), Eigen::Vector2d(1, 0));
}

TEST(Space, LaysListsElementByElement) {
  const Space space({{.name = "g", .low = 0, .high = 2, .count = 3}, {.name = "c", .low = 0, .high = 1}});
  EXPECT_EQ(space.dimensions(), 4);
  EXPECT_EQ(space.owner(2).name, "g");
  EXPECT_EQ(space.owner(3).name, "c");
}

TEST(Space, ReachesItsLimitsExactly) {
  const Space space({{.name = "b", .low = 0.1, .high = 3.3, .scale = Scale::log}});
  EXPECT_EQ(space.to_value(0, 1), 3.3);
  EXPECT_EQ(space.to_value(0, 0), 0.1);
}

TEST(Space, RefusesWhatIsNoBox) {
  EXPECT_THROW(Space({}), UsageError);
  EXPECT_THROW(Space({{.name = "a"}, {.name = "a"}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .low = 1, .high = 1}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .low = 0, .high = 1, .scale = Scale::log}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .low = 0.5, .high = 2, .scale = Scale::integer}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .count = 0}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .count = 257}}), UsageError);
  EXPECT_THROW(Space({{.name = "a", .low = -1.7e308, .high = 1.7e308}}), UsageError);
}

}  // namespace
}  // namespace rootward::optimizer
