// No process is left behind: neither at the end of the object nor when the owner is killed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "lab/engines/process/child_process.h"
#include "tests/lab/engines/process/processes.h"

namespace rootward::testing {
namespace {

/// A shell and two descendants, all deaf to polite signals.
constexpr const char* kStubborn = "trap '' HUP INT TERM; sleep 300 & sleep 301 & echo ready; wait";

TEST(ProcessGroup, EndsWithTheObject) {
  const auto mark = new_process_mark();
  {
    ChildProcess child({.command = kStubborn, .directory = "", .environment = {mark}});
    ASSERT_EQ(child.read_line(20).line, "ready");
    EXPECT_TRUE(wait_for_process_count(mark, 3));
  }
  EXPECT_TRUE(wait_for_process_count(mark, 0));
}

TEST(ProcessGroup, EndsWhenItsOwnerIsKilled) {
  const auto mark = new_process_mark();
  const pid_t owner = ::fork();
  if (owner == 0) {
    ChildProcess child({.command = kStubborn, .directory = "", .environment = {mark}});
    ChildProcess second({.command = kStubborn, .directory = "", .environment = {mark}});
    for (;;) ::pause();
  }
  EXPECT_TRUE(wait_for_process_count(mark, 6));
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_for_process_count(mark, 0)) << "left: " << processes_with(mark).size();
}

/// It leaves its process group, and so does what it starts and leaves behind.
constexpr const char* kRunaway = "setsid sh -c 'sleep 302 & echo ready; exec sleep 303' & exec setsid sleep 304";

TEST(ProcessGroup, WhoLeavesItEndsWithTheObject) {
  const auto mark = new_process_mark();
  {
    ChildProcess child({.command = kRunaway, .directory = "", .environment = {mark}});
    ASSERT_EQ(child.read_line(20).line, "ready");
    EXPECT_TRUE(wait_for_process_count(mark, 3));
  }
  EXPECT_TRUE(wait_for_process_count(mark, 0));
}

TEST(ProcessGroup, WhoLeavesItEndsWhenTheOwnerIsKilled) {
  const auto mark = new_process_mark();
  const pid_t owner = ::fork();
  if (owner == 0) {
    ChildProcess child({.command = kRunaway, .directory = "", .environment = {mark}});
    for (;;) ::pause();
  }
  EXPECT_TRUE(wait_for_process_count(mark, 3));
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
  EXPECT_TRUE(wait_for_process_count(mark, 0)) << "left: " << processes_with(mark).size();
}

}  // namespace
}  // namespace rootward::testing
