// `rootward check` takes every kind of configuration, and `--set` does not add by a slip.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kConfigs = ROOTWARD_SOURCE_DIR "/configs/";

TEST(Check, SaysWhatEveryKindOfFileWouldDo) {
  const Outcome tournament = run_shell("rootward check " + kConfigs + "quickstart.yaml");
  EXPECT_EQ(tournament.exit_code, 0) << tournament.err;
  EXPECT_THAT(tournament.out, AllOf(HasSubstr("in order; a tournament"), HasSubstr("openings:")));
  const Outcome tuning = run_shell("rootward check " + kConfigs + "tuning/connect4-softmax.yaml");
  EXPECT_EQ(tuning.exit_code, 0) << tuning.err;
  EXPECT_THAT(tuning.out, AllOf(HasSubstr("in order; a tuning"), HasSubstr("games an evaluation"),
                                HasSubstr("openings:"), HasSubstr("configuration hash:")));
  const Outcome estimates = run_shell("rootward check " + kConfigs + "studies/minimax-example.yaml");
  EXPECT_EQ(estimates.exit_code, 0) << estimates.err;
  EXPECT_THAT(estimates.out, AllOf(HasSubstr("in order; an estimates study"), HasSubstr("searches of")));
  const Outcome league = run_shell("rootward check " + kConfigs + "league/connect4.yaml");
  EXPECT_EQ(league.exit_code, 0) << league.err;
  EXPECT_THAT(league.out, AllOf(HasSubstr("in order; a league"), HasSubstr("15 operators, each tuned 5 times")));
}

TEST(Check, NamesWhatIsWrongInATuning) {
  const Outcome outcome =
      run_shell("rootward check " + kConfigs + "tuning/connect4-softmax.yaml --set games=3 --set seed=x");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("--set games: 3 is not allowed"), HasSubstr("--set seed: x")));
}

TEST(Set, ASlipInAPlayersNameIsRefused) {
  const Outcome outcome =
      run_shell("rootward check " + kConfigs + "quickstart.yaml --set players.averag.backup=max --set seed=1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("players has no averag"), HasSubstr("did you mean average?")));
  const Outcome added = run_shell("rootward check " + kConfigs + "quickstart.yaml --set +players.greedy.backup=max");
  EXPECT_EQ(added.exit_code, 0) << added.err;
}

}  // namespace
}  // namespace rootward::testing
