// When stored games may be continued, and how a difference is told.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

tournament::TournamentConfig read(const std::string& yaml) { return tournament::parse_tournament(yaml, ""); }

std::string ladder(const std::string& players, const std::string& type = "ladder") {
  std::string yaml = "name: t\nseed: 1\ngame: tictactoe\nplayers: {";
  for (const char player : players) yaml += std::string(1, player) + ": {}, ";
  return yaml + "}\nschedule: {type: " + type + ", pairs: 1}\n";
}

TEST(Differences, EqualOnesContinueAndHaveNone) {
  const tournament::TournamentConfig config = read(kSample);
  EXPECT_EQ(tournament::continuation_problem(config, config), "");
}

TEST(Differences, MorePairsPlayersAndOtherTextsContinue) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"pairs: 3", "pairs: 4"},
      {"Which is better?", "Another question"},
      {"question:", "hypothesis: none\nquestion:"},
      {"  any:", "  new: {backup: max}\n  any:"},
      {"game: {name: connect4, width: 7}", "game: connect4"}};
  for (const auto& [from, to] : table)
    EXPECT_EQ(tournament::continuation_problem(read(kSample), read(with(kSample, from, to))), "") << to;
}

TEST(Differences, AllElseIsRefusedAndTold) {
  struct Case {
    std::string from, to, told;
  };
  const std::vector<Case> table = {
      {"seed: 7", "seed: 8", "seed: stored 7, now 8"},
      {"name: sample", "name: other", "name: stored sample, now other"},
      {"pairs: 3", "pairs: 2", "schedule.pairs: stored 3, now 2"},
      {"width: 7", "width: 8", "game.width: stored 7, now 8"},
      {"alpha: 0.02", "alpha: 0.03", "players.erwa.backup.alpha: stored 0.02, now 0.03"},
      {"type: gauntlet", "type: ladder", "schedule.type: stored gauntlet, now ladder"},
      {"random_plies: 2", "random_plies: 4", "schedule.opening.random_plies: stored 2, now 4"},
      {"  any: {player: random}\n", "",
       "players.any.player: stored random, now (nothing)\norder of players: stored "
       "average, erwa, soft, any, now average, erwa, soft"},
      {"schedule:", "stop: {sprt: {elo1: 5}}\nschedule:",
       "stop.sprt.elo0: stored (nothing), now 0\nstop.sprt.elo1: stored (nothing), now 5\nstop.sprt.alpha: stored "
       "(nothing), now 0.05\nstop.sprt.beta: stored (nothing), now 0.05"}};
  for (const Case& one : table) {
    const tournament::TournamentConfig now = read(with(kSample, one.from, one.to));
    EXPECT_EQ(tournament::continuation_problem(read(kSample), now), one.told);
  }
}

TEST(Differences, ALadderGrowsAtItsEndOnly) {
  EXPECT_EQ(tournament::continuation_problem(read(ladder("ab")), read(ladder("abc"))), "");
  EXPECT_NE(tournament::continuation_problem(read(ladder("ab")), read(ladder("acb"))), "");
  EXPECT_NE(tournament::continuation_problem(read(ladder("ab")), read(ladder("cab"))), "");
  EXPECT_NE(tournament::continuation_problem(read(ladder("abc")), read(ladder("ab"))), "");
}

TEST(Differences, ARoundRobinKeepsItsOrder) {
  EXPECT_EQ(tournament::continuation_problem(read(ladder("ab", "round_robin")), read(ladder("cadb", "round_robin"))),
            "");
  EXPECT_NE(tournament::continuation_problem(read(ladder("ab", "round_robin")), read(ladder("ba", "round_robin"))), "");
  EXPECT_EQ(tournament::continuation_problem(read(ladder("ab", "round_robin")), read(ladder("ba", "round_robin"))),
            "order of players: stored a, b, now b, a");
}

}  // namespace
}  // namespace rootward::config_tests
