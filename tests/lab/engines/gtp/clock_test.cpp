// Main time, byo-yomi, and how much of it a move may take.
#include "lab/engines/gtp/gtp_clock.h"

#include <gtest/gtest.h>

namespace rootward {
namespace {

TEST(GtpClock, HasNoLimitUntilSetNorWithByoYomiTimeWithoutStones) {
  GtpClock clock;
  EXPECT_FALSE(clock.allowance(Seat::first, 10));
  clock.set({.main_time = 60, .byo_yomi_time = 10, .byo_yomi_stones = 0});
  EXPECT_FALSE(clock.allowance(Seat::first, 10));
}

TEST(GtpClock, SharesMainTimeOutAndRunsDown) {
  GtpClock clock;
  clock.set({.main_time = 100, .byo_yomi_time = 0, .byo_yomi_stones = 0});
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 5);
  clock.spend(Seat::first, 40);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 3);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::second, 20).value(), 0.9 * 5);
  clock.spend(Seat::first, 100);
  EXPECT_EQ(clock.allowance(Seat::first, 20).value(), 0);
}

TEST(GtpClock, GoesThroughByoYomiPeriods) {
  GtpClock clock;
  clock.set({.main_time = 0, .byo_yomi_time = 30, .byo_yomi_stones = 3});
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 10);
  clock.spend(Seat::first, 20);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 5);
  clock.spend(Seat::first, 5);
  clock.spend(Seat::first, 4);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 10);
}

TEST(GtpClock, MainTimeRunsOutIntoByoYomi) {
  GtpClock clock;
  clock.set({.main_time = 10, .byo_yomi_time = 20, .byo_yomi_stones = 10});
  clock.spend(Seat::second, 11);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::second, 50).value(), 0.9 * 2);
}

TEST(GtpClock, BelievesTheOtherSidesClock) {
  GtpClock clock;
  clock.set_left(Seat::first, 12, 4);
  EXPECT_DOUBLE_EQ(clock.allowance(Seat::first, 20).value(), 0.9 * 3);
  clock.set_left(Seat::first, 0, 0);
  EXPECT_EQ(clock.allowance(Seat::first, 20).value(), 0);
  EXPECT_FALSE(clock.allowance(Seat::second, 20)) << "nothing was said of this one";
  clock.reset();
  EXPECT_FALSE(clock.allowance(Seat::first, 20)) << "nor of a new game";
}

}  // namespace
}  // namespace rootward
