// The running score of a pairing.
#include "experiments/tournament/table/checkpoint.h"

#include <gtest/gtest.h>

#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

TEST(Checkpoint, CountsEachPairing) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 3);
  EXPECT_TRUE(running_scores(results.games).empty());
  add_pair(results, {"a", "b", 0, 1.0, 1.0});
  add_half_pair(results, {"a", "c", 0, 0.5, 0.0});
  add_half_pair(results, {"a", "b", 1, 0.0, 0.0});
  const std::vector<TableCheckpoint> scores = running_scores(results.games);
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].b, "b");
  EXPECT_EQ(scores[0].counts, (GameCounts{2, 0, 1}));
  EXPECT_NEAR(scores[0].score, 2.0 / 3.0, 1e-15);
  EXPECT_EQ(scores[0].ci95, wilson_of_games(scores[0].counts));
  EXPECT_EQ(scores[1].counts, (GameCounts{0, 1, 0}));
}

}  // namespace
}  // namespace rootward::tournament
