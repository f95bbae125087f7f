// Too few threads, too little memory, a standard error that cannot be written: sentences, not aborts.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/cli/address_limits.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Ended {
  int exit_code = -1;  ///< -1 where a signal ended it
  std::string err;
};

/// Runs the program in the place after `preparation` (`ulimit` ..) of the shell.
Ended run_after(const Workplace& place, const std::string& preparation, const std::string& arguments,
                const std::string& err = "err") {
  const std::string line = "cd '" + place.path() + "' && " + preparation + " exec '" ROOTWARD_PROGRAM "' " + arguments +
                           " >out 2>" + err + " </dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_text(place.path("err"))};
}

TEST(CliScarcity, ARunGoesOnWithTheThreadsThatCouldBeStarted) {
  if (!kHasRoomForLimits) GTEST_SKIP() << "under a sanitizer";
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(20));
  const Ended run = run_after(place, "ulimit -v 600000 &&", "run " + config + " --out r --threads 400");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("threads could be started"));
  EXPECT_EQ(line_count(place.path("r/games.jsonl")), 120U);
}

TEST(CliScarcity, OutOfMemoryIsASentence) {
  if (!kHasRoomForLimits) GTEST_SKIP() << "under a sanitizer";
  const Workplace place;
  const Ended run = run_after(place, "ulimit -v 250000 &&", "search go:19 --set search.budget.simulations=100000000");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("error: out of memory"), Not(HasSubstr("bad_alloc"))));
}

TEST(CliScarcity, AnUnwritableStandardErrorEndsNoRun) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(4));
  EXPECT_EQ(run_after(place, "", "run " + config + " --out r --threads 2", "/dev/full").exit_code, 0);
  EXPECT_EQ(line_count(place.path("r/games.jsonl")), 24U);
}

}  // namespace
}  // namespace rootward::testing
