// The protocol's table of fixed handicaps.
#include "lab/engines/gtp/handicap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rootward {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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
}

TEST(FreeHandicap, PlacesWhatThereIsOnEveryBoard) {
  EXPECT_THAT(free_handicap(10, 20), SizeIs(4));
  EXPECT_THAT(free_handicap(11, 20), SizeIs(9));
  EXPECT_THAT(free_handicap(9, 2), ElementsAre("C3", "G7"));
  EXPECT_THAT(free_handicap(6, 3), ElementsAre("B2", "E5", "B5"));
  EXPECT_THAT(free_handicap(5, 2), ElementsAre("B2", "D4"));
  EXPECT_THAT(free_handicap(5, 9), ElementsAre("B2", "D4", "B4", "D2"));
  EXPECT_THAT(free_handicap(3, 4), ElementsAre("A1", "C3", "A3", "C1"));
  EXPECT_THAT(free_handicap(2, 4), ElementsAre("A1", "B2", "A2")) << "one point stays free";
  EXPECT_THAT(free_handicap(5, 1), IsEmpty());
  EXPECT_THAT(free_handicap(1, 2), IsEmpty());
}

}  // namespace
}  // namespace rootward
