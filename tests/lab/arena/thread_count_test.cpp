// Cores this process may use.
#include "lab/arena/thread_count.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <optional>
#include <string>
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

/// Sets a variable for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(ThreadCount, IsAtMostWhatABatchSystemGaveTheJob) {
  const std::size_t all = default_thread_count();
  for (const char* name : {"SLURM_CPUS_PER_TASK", "NCPUS", "LSB_DJOB_NUMPROC", "NSLOTS"}) {
    {
      const Variable one(name, "1");
      EXPECT_EQ(default_thread_count(), 1U) << name;
    }
    for (const char* no_limit : {"100000", "0", "", "two", "1x", "-1", "99999999999999999999999"}) {
      const Variable other(name, no_limit);
      EXPECT_EQ(default_thread_count(), all) << name << "=" << no_limit;
    }
  }
}

}  // namespace
}  // namespace rootward
