// Cores this process may use.
#include "experiments/arena/thread_count.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace rootward {
namespace {

TEST(ThreadCount, ReadsCpuQuotas) {
  EXPECT_EQ(quota_cores("200000 100000"), 2.0);
  EXPECT_EQ(quota_cores("150000 100000"), 1.5);
  for (const char* text : {"max 100000", "-1 100000", "", "100000", "100000 0", "100000 x", "1 2 3"})
    EXPECT_EQ(quota_cores(text), std::nullopt) << text;
}

TEST(ThreadCount, FollowsTheAffinityMask) {
  EXPECT_GE(default_thread_count(), 1U);
  std::size_t bound = 0;
  std::thread([&bound] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    std::size_t first = 0;
    while (!CPU_ISSET(first, &set)) ++first;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    bound = default_thread_count();
  }).join();
  EXPECT_EQ(bound, 1U);
}

}  // namespace
}  // namespace rootward
