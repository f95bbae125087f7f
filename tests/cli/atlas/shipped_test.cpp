// The shipped configurations of atlases from the first position to the last table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

/// The cluster's has the night's and the evening's domains among its own. Scores are not looked at: some are of games
/// that the atlas holds out.
TEST(ShippedAtlas, OfAClusterIsPlayedInMiniature) {
  const Workplace place;
  const Finished run =
      run_program(ROOTWARD_SOURCE_DIR,
                  {"atlas", "configs/atlas/cluster.yaml", "--out", place.path("a"), "--quiet", "--threads", "2",
                   "--set", "positions=1", "--set", "operators=[average, max]", "--set", "budgets=[16]", "--set",
                   "equal_time=16", "--set", "tuning={at: [16], evaluations: 1, games: 2, test_games: 2}", "--set",
                   "finals={games: 4, most_games: 4, pool_games: 2}"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(
      file_text(place.path("a/atlas.md")),
      ::testing::HasSubstr("120 of 120 cells, 480 games of finals."));  // A/A, max, max at equal time: 40 domains
}

}  // namespace
}  // namespace rootward::testing
