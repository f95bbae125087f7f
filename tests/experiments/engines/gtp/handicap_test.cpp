// The protocol's table of fixed handicaps.
#include "experiments/engines/gtp/handicap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FixedHandicap, FollowsTheProtocolsTable) {
  EXPECT_THAT(fixed_handicap(19, 2), ElementsAre("D4", "Q16"));
  EXPECT_THAT(fixed_handicap(19, 3), ElementsAre("D4", "Q16", "D16"));
  EXPECT_THAT(fixed_handicap(19, 5), ElementsAre("D4", "Q16", "D16", "Q4", "K10"));
  EXPECT_THAT(fixed_handicap(19, 7), ElementsAre("D4", "Q16", "D16", "Q4", "D10", "Q10", "K10"));
  EXPECT_THAT(fixed_handicap(19, 9), ElementsAre("D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16", "K10"));
  EXPECT_THAT(fixed_handicap(9, 4), ElementsAre("C3", "G7", "C7", "G3"));
  EXPECT_THAT(fixed_handicap(13, 2), ElementsAre("D4", "K10"));
}

TEST(FixedHandicap, KnowsItsLimits) {
  EXPECT_THAT(fixed_handicap(9, 1), IsEmpty());
  EXPECT_THAT(fixed_handicap(9, 10), IsEmpty());
  EXPECT_THAT(fixed_handicap(6, 2), IsEmpty());
  EXPECT_THAT(fixed_handicap(7, 5), IsEmpty());
  EXPECT_THAT(fixed_handicap(10, 5), IsEmpty());
  EXPECT_EQ(largest_fixed_handicap(10), 4);
  EXPECT_EQ(largest_fixed_handicap(11), 9);
}

}  // namespace
}  // namespace rootward
