// One game: what is recorded, who is told what, and how it can end.
#include "lab/arena/match.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/tournament/schedule.h"
#include "tests/lab/arena/strip_game.h"

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

/// Takes the first cell that is left and always says what it was told to.
class SurePlayer final : public RandomStripPlayer {
 public:
  explicit SurePlayer(std::vector<double> means) : means_(std::move(means)) {}
  Choice choose(const Position& position, const std::function<bool()>&) override {
    Choice choice;
    choice.action = position.legal_actions().front();
    choice.mean = means_[std::min(next_++, means_.size() - 1)];
    return choice;
  }

 private:
  std::vector<double> means_;
  std::size_t next_ = 0;
};

GameRecord adjudicated_game(const Adjudication& rule, std::vector<double> first, std::vector<double> second) {
  const StripGame game(12);
  const MoveSequence opening;
  SurePlayer anna(std::move(first));
  SurePlayer bert(std::move(second));
  GameTask task = task_with(opening, 0);
  task.adjudicate = &rule;
  return play_game(game, task, {&anna, &bert}, never_in_matches).value();
}

TEST(Match, EndsWhenBothPlayersHoldItForDecided) {
  const Adjudication rule{.value = 0.9, .plies = 4, .plays_out = false};
  const GameRecord lost = adjudicated_game(rule, {0.2, -0.95}, {0.9});
  EXPECT_EQ(lost.ended, "adjudicated");
  EXPECT_EQ(lost.plies, 5U) << "the first choice was still open";
  EXPECT_EQ(lost.score, 0);
  EXPECT_THAT(lost.means, ElementsAre(0.2, 0.9, -0.95, 0.9, -0.95));
  EXPECT_EQ(adjudicated_game(rule, {1}, {-1}).score, 1);
  EXPECT_EQ(adjudicated_game(rule, {1}, {-1}).plies, 4U);
}

TEST(Match, GoesOnWhereTheyDoNotAgree) {
  const Adjudication rule{.value = 0.9, .plies = 4, .plays_out = false};
  EXPECT_EQ(adjudicated_game(rule, {1}, {1}).ended, "rules") << "each sees itself winning";
  EXPECT_EQ(adjudicated_game(rule, {1}, {-0.8994}).ended, "rules") << "one of them is not sure enough";
  EXPECT_EQ(adjudicated_game(rule, {1}, {-0.8996}).plies, 4U) << "what is recorded, -0.9, counts";
  EXPECT_EQ(adjudicated_game(rule, {1, 0, 1}, {-1}).plies, 7U) << "a doubt begins anew";
}

TEST(Match, PlayedOutTellsHowItWouldHaveEnded) {
  const Adjudication rule{.value = 0.9, .plies = 4, .plays_out = true};
  const GameRecord record = adjudicated_game(rule, {-1}, {1});
  EXPECT_EQ(record.ended, "rules");
  EXPECT_EQ(record.plies, 12U);
  EXPECT_EQ(record.would_end, (EarlyEnd{.plies = 4, .score = 0}));
  EXPECT_EQ(parse_game_record(to_json_line(record)).would_end, record.would_end);
  EXPECT_EQ(parse_game_record(to_json_line(record)).means, record.means);
  EXPECT_FALSE(adjudicated_game(rule, {0}, {0}).would_end.has_value());
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
