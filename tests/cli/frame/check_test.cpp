// `rootward check` takes every kind of configuration, and `--set` does not add by a slip.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/address_limits.h"
#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kConfigs = ROOTWARD_SOURCE_DIR "/configs/";

TEST(Check, SaysWhatEveryKindOfFileWouldDo) {
  const Outcome tournament = run_shell("rootward check " + kConfigs + "quickstart.yaml");
  EXPECT_EQ(tournament.exit_code, 0) << tournament.err;
  EXPECT_THAT(tournament.out, AllOf(HasSubstr("in order; a tournament"), HasSubstr("openings:")));
  const Outcome tuning = run_shell("rootward check " + kConfigs + "tuning/connect4-softmax.yaml");
  EXPECT_EQ(tuning.exit_code, 0) << tuning.err;
  EXPECT_THAT(tuning.out, AllOf(HasSubstr("in order; a tuning"), HasSubstr("games an evaluation"),
                                HasSubstr("openings:"), HasSubstr("configuration hash:")));
  const Outcome estimates = run_shell("rootward check " + kConfigs + "estimates/minimax-example.yaml");
  EXPECT_EQ(estimates.exit_code, 0) << estimates.err;
  EXPECT_THAT(estimates.out, AllOf(HasSubstr("in order; an estimates study"), HasSubstr("searches of")));
  const Outcome league = run_shell("rootward check " + kConfigs + "league/connect4.yaml");
  EXPECT_EQ(league.exit_code, 0) << league.err;
  EXPECT_THAT(league.out, AllOf(HasSubstr("in order; a league"), HasSubstr("15 operators, each tuned 5 times")));
}

TEST(Check, NamesWhatIsWrongInATuning) {
  EXPECT_THAT(refusal("rootward check " + kConfigs + "tuning/connect4-softmax.yaml --set games=3 --set seed=x"),
              AllOf(HasSubstr("--set games: 3 is not allowed"), HasSubstr("--set seed: x")));
}

TEST(Set, ASlipInAPlayersNameIsRefused) {
  EXPECT_THAT(refusal("rootward check " + kConfigs + "quickstart.yaml --set players.averag.backup=max --set seed=1"),
              AllOf(HasSubstr("players has no averag"), HasSubstr("did you mean average?")));
  const Outcome added = run_shell("rootward check " + kConfigs + "quickstart.yaml --set +players.greedy.backup=max");
  EXPECT_EQ(added.exit_code, 0) << added.err;
}

// Whatever has no end is refused at a limit, which the message tells; memory for it is bounded (1 GB of addresses).
TEST(Limits, FilesWithoutAnEndAreRefused) {
  if (!kHasRoomForLimits) GTEST_SKIP() << "under a sanitizer";
  const std::string bounded = "ulimit -v 1500000; rootward ";
  const auto expect_limit = [](const Outcome& outcome, const std::string& where) {
    EXPECT_EQ(outcome.exit_code, 2) << where << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("/dev/zero: is longer than ")) << where;
  };
  expect_limit(run_shell(bounded + "check /dev/zero"), "a configuration");
  expect_limit(run_shell(bounded + "search go --sgf /dev/zero"), "a game record");
  expect_limit(run_shell(bounded + "check " + kConfigs + "quickstart.yaml --set schedule.opening='{file: /dev/zero}'"),
               "openings");
  EXPECT_THAT(run_shell("echo loadsgf /dev/zero | (" + bounded + "gtp)").out, HasSubstr("/dev/zero: is longer than "));
}

}  // namespace
}  // namespace rootward::testing
