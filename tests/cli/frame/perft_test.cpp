// `rootward perft` as printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::HasSubstr;

TEST(PerftCommand, PrintsEveryDepthAlsoWhereNothingIsLeft) {
  const Outcome outcome = run_shell("rootward perft tictactoe --depth 10");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "1\t9\n2\t72\n3\t504\n4\t3024\n5\t15120\n6\t54720\n7\t148176\n8\t200448\n9\t127872\n10\t0\n");
}

TEST(PerftCommand, TakesGameSettingsInAnyForm) {
  const std::string by_colon = run_shell("rootward perft go:3 --depth 2").out;
  EXPECT_EQ(by_colon, "1\t10\n2\t91\n");
  EXPECT_EQ(run_shell("rootward perft '{name: go, size: 3}' --depth 2").out, by_colon);
  EXPECT_EQ(run_shell("rootward perft --set game.size=3 --depth 2 go").out, by_colon);
}

TEST(PerftCommand, RefusesWhatItCannotUse) {
  EXPECT_THAT(refusal("rootward perft go --depth 1 --set search.budget.simulations=5"),
              HasSubstr("begin with 'game.'"));
  EXPECT_THAT(refusal("rootward perft go --depth 1 --set game.size"), HasSubstr("PATH=VALUE"));
  EXPECT_THAT(refusal("rootward perft go"), HasSubstr("--depth"));
  EXPECT_THAT(refusal("rootward perft og --depth 1"), HasSubstr("og"));
}

}  // namespace
}  // namespace rootward::testing
