// The adapter to OpenSpiel, compiled against a stub of the interface that it uses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/errors.h"
#include "games/loading/position.h"
#include "games/loading/trial.h"
#include "games/perft.h"
#include "games/tictactoe.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;

loading::PluginRules spiel(const std::string& game) {
  return testing::plugin_rules("openspiel", {{"parameters.game", game}});
}

std::string refusal_of(const std::string& game) {
  try {
    (void)spiel(game);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(OpenSpiel, TicTacToeIsOurs) {
  const loading::PluginRules rules = spiel("tic_tac_toe");
  EXPECT_EQ(rules.facts().most_plies, 9U);
  EXPECT_EQ(rules.facts().win_draw_loss, 1U);
  PluginPosition position(rules);
  TicTacToe built_in({});
  for (const int depth : {1, 2, 3, 4, 5, 6}) EXPECT_EQ(perft(position, depth), perft(built_in, depth)) << depth;
  Rng rng(4);
  for (int game = 0; game < 100; ++game) {
    PluginPosition a(rules);
    TicTacToe b({});
    while (!b.is_over()) {
      ASSERT_FALSE(a.is_over());
      ASSERT_EQ(a.to_move(), b.to_move());
      ActionList actions;
      b.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      const PluginPosition::Mark mark = a.mark();
      (void)a.random_playout(rng);
      a.play(action);
      a.rewind(mark);
      a.play(action);
      b.play(action);
    }
    ASSERT_TRUE(a.is_over());
    ASSERT_EQ(a.result(), b.result());
  }
  EXPECT_EQ(PluginPosition::from_text(rules, "x(1,1) o(0,0)").drawing(), "o..\n.x.\n...");
}

TEST(OpenSpiel, ChanceHasItsProbabilities) {
  const loading::PluginRules rules = spiel("dice");
  EXPECT_EQ(rules.facts().seats, 1U);
  PluginPosition position(rules);
  ASSERT_TRUE(position.is_chance());
  EXPECT_EQ(position.probability(0), 0.5);
  EXPECT_EQ(position.action_text(2), "throws_a_2");
  Rng rng(2);
  double sum = 0;
  constexpr int kGames = 4000;
  for (int game = 0; game < kGames; ++game) sum += position.random_playout(rng).value;
  EXPECT_NEAR(2 * (sum / kGames + 1), 0.75, 0.06) << "half of 2 * (1/4 + 2/4), of 0 to 4";
}

TEST(OpenSpiel, TheTrialFindsNothing) {
  const auto library = testing::shipped_plugin("openspiel");
  for (const char* game : {"tic_tac_toe", "dice"})
    EXPECT_EQ(loading::try_game(library, testing::plugin_params(*library, {{"parameters.game", std::string(game)}}),
                                {.games = 200}),
              200U);
}

TEST(OpenSpiel, OtherGamesAreRefusedByName) {
  EXPECT_THAT(refusal_of("goofspiel"), HasSubstr("goofspiel cannot be played: players move at the same time"));
  EXPECT_THAT(refusal_of("kuhn_poker"), HasSubstr("kuhn_poker cannot be played: it hides information"));
  EXPECT_THAT(refusal_of("bargaining"), HasSubstr("bargaining cannot be played: it is not zero-sum"));
  EXPECT_THAT(refusal_of("coop_box_pushing"), HasSubstr("it is not zero-sum"));
  EXPECT_THAT(refusal_of("three_players"), HasSubstr("three_players cannot be played: it has 3 players"));
  EXPECT_THAT(refusal_of("sampled"), HasSubstr("sampled cannot be played: its chance has no probabilities"));
  EXPECT_THAT(refusal_of("crossword"), HasSubstr("crossword cannot be played: its actions have no numbers"));
  EXPECT_THAT(refusal_of("checkrs"), HasSubstr("Unknown game 'checkrs'"));
  EXPECT_THROW((void)testing::plugin_params(*testing::shipped_plugin("openspiel")), ParamError) << "game is required";
}

}  // namespace
}  // namespace rootward
