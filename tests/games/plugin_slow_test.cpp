// A million states of 64 bytes; and games that hang: the trial waits ten seconds, a search twenty.
#include <gtest/gtest.h>

#include <string>

#include "core/errors.h"
#include "games/loading/position.h"
#include "games/loading/trial.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

/// Under ASan and UBSan (preset dev) the game is instrumented too.
TEST(PluginSlow, AMillionStatesOf64Bytes) {
  const auto library = testing::shipped_plugin("piles");
  EXPECT_EQ(loading::try_game(library, testing::plugin_params(*library), {.games = 200}), 200U);
  const loading::PluginRules rules = testing::plugin_rules("piles");
  ASSERT_EQ(rules.facts().state_bytes, 64U);
  Rng rng(64);
  std::uint64_t states = 0;
  while (states < 1'000'000) {
    PluginPosition position(rules);
    for (int taken = 0; !position.is_over(); ++states) {
      ActionList actions;
      position.legal_actions(actions);
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      const PluginPosition::Mark mark = position.mark();
      const std::uint64_t hash = position.hash();
      position.play(action);
      position.rewind(mark);
      ASSERT_EQ(position.hash(), hash);
      PluginPosition copy = position;
      position = copy;
      position.play(action);
      ASSERT_NE(position.hash(), hash);
      taken += action % 2 + 1;
      ASSERT_EQ(position.is_over(), taken == 31 * 1 + 31 * 2);
      if (states % 100 == 0) states += position.random_playout(rng).plies;
    }
    ASSERT_EQ(position.result(), position.to_move() == Seat::second ? 1 : -1);
  }
}

TEST(GameTrialSlow, AHangIsEnded) {
  const auto library = testing::shipped_plugin("faults");
  const Params params = testing::plugin_params(*library, {{"parameters.fault", std::string("hang")}});
  try {
    (void)loading::try_game(library, params, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("legal does not return; the moves:", 0), 0U) << error.what();
  }
}

TEST(PluginCallSlowDeathTest, AHangInASearchEndsTheProgramWithTheMoves) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto hang = [] {
    const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", std::string("hang")}});
    ActionList actions;
    PluginPosition::from_text(rules, "3 1").legal_actions(actions);
  };
  EXPECT_EXIT(hang(), ::testing::ExitedWithCode(2), "legal does not return; the moves: 3 1\n");
}

}  // namespace
}  // namespace rootward
