// What a tournament's configuration says about itself.
#include "experiments/tournament/config.h"

#include <gtest/gtest.h>

#include "experiments/tournament/results_folder.h"

namespace rootward::tournament {
namespace {

TEST(TournamentConfig, HashesTheQuestionBeforeGameOne) {
  TournamentConfig config;
  EXPECT_EQ(question_hash(config), "");
  config.question = "Which backup is best?";
  const std::string asked = question_hash(config);
  EXPECT_EQ(asked.size(), 16U);
  config.hypothesis = "softmax";
  EXPECT_NE(question_hash(config), asked);
}

TEST(TournamentConfig, ClocksAreNotReproducible) {
  TournamentConfig config;
  config.players.resize(2);
  EXPECT_TRUE(is_reproducible(config));
  config.players[1].search.budget.kind = Budget::Kind::seconds;
  EXPECT_FALSE(is_reproducible(config));
}

}  // namespace
}  // namespace rootward::tournament
