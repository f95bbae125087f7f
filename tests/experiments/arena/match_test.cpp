// One game: what is recorded, who is told what, and how it can end.
#include "experiments/arena/match.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/tournament/schedule.h"
#include "tests/experiments/arena/strip_game.h"

namespace rootward {
namespace {

using ::testing::ElementsAre;
using namespace testing;  // the strip's players

bool never_in_matches() { return false; }

GameTask task_with(const MoveSequence& opening, int game_of_pair) {
  GameTask task;
  task.pairing = {"anna", "bert"};
  task.pair = 4;
  task.game_of_pair = game_of_pair;
  task.seed = 99;
  task.opening = &opening;
  return task;
}

TEST(Match, RecordsTheWholeGame) {
  const StripGame game(5);
  const MoveSequence opening = {0, 5};
  RandomStripPlayer anna;
  RandomStripPlayer bert;
  const std::optional<GameRecord> record = play_game(game, task_with(opening, 1), {&anna, &bert}, never_in_matches);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->id, "anna:bert:4:1");
  EXPECT_THAT(record->seats, ElementsAre("bert", "anna"));
  EXPECT_EQ(record->seed, 99U);
  EXPECT_THAT(record->opening, ElementsAre("a", "pass"));
  EXPECT_EQ(record->plies, 2 + record->moves.size());
  EXPECT_EQ(record->moves_chosen[0] + record->moves_chosen[1], record->moves.size());
  EXPECT_EQ(record->simulations[0], 3U * record->moves_chosen[0]);
  EXPECT_GE(record->cpu_seconds[0], 0);

  const std::unique_ptr<Position> replayed = position_after(game, opening);
  for (const std::string& move : record->moves) replayed->play(replayed->parse_action(move).value());
  EXPECT_TRUE(replayed->is_over());
  EXPECT_EQ(record->score, 0.5 + 0.5 * replayed->result());
  EXPECT_EQ(anna.observed().size(), record->plies) << "players are told of every move, openings and their own included";
  EXPECT_EQ(anna.observed(), bert.observed());
}

TEST(Match, OfOneSeedIsOneGame) {
  const StripGame game(9);
  const MoveSequence opening;
  RandomStripPlayer anna;
  RandomStripPlayer bert;
  GameTask task = task_with(opening, 0);
  const std::vector<std::string> moves = play_game(game, task, {&anna, &bert}, never_in_matches)->moves;
  EXPECT_EQ(play_game(game, task, {&anna, &bert}, never_in_matches)->moves, moves) << "players carry nothing over";
  task.seed = 100;
  EXPECT_NE(play_game(game, task, {&anna, &bert}, never_in_matches)->moves, moves);
}

TEST(Match, ScriptedFaultsLoseAtOnce) {
  const StripGame game(5);
  const MoveSequence opening = {2};
  struct Case {
    Choice choice;
    const char* ended;
  };
  Choice occupied;
  occupied.action = 2;
  Choice nonsense;
  Choice resignation;
  resignation.resigns = true;
  for (const Case& one :
       {Case{occupied, "forfeit:illegal"}, Case{nonsense, "forfeit:illegal"}, Case{resignation, "resign"}}) {
    RandomStripPlayer anna;
    ScriptedStripPlayer bert(0, one.choice);
    // After one opening move the second seat, bert, is to move.
    const std::optional<GameRecord> record = play_game(game, task_with(opening, 0), {&anna, &bert}, never_in_matches);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->ended, one.ended);
    EXPECT_EQ(record->score, 1.0);
    EXPECT_TRUE(record->moves.empty());
    EXPECT_EQ(record->score_of_a(), 1.0);
  }
}

TEST(Match, EndsAtTheMoveLimit) {
  const StripGame game(2);
  const MoveSequence opening = {2, 2, 2};  // passes
  Choice pass;
  pass.action = 2;
  RandomStripPlayer anna;
  ScriptedStripPlayer bert(0, pass);
  const std::optional<GameRecord> record = play_game(game, task_with(opening, 0), {&anna, &bert}, never_in_matches);
  EXPECT_EQ(record->ended, "move_limit");
  EXPECT_EQ(record->score, 0.5);
}

TEST(Match, StoppedHasNoRecord) {
  const StripGame game(9);
  const MoveSequence opening;
  RandomStripPlayer anna;
  RandomStripPlayer bert;
  int asked = 0;
  EXPECT_FALSE(play_game(game, task_with(opening, 0), {&anna, &bert}, [&] { return ++asked > 3; }));
}

}  // namespace
}  // namespace rootward
