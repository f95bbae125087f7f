// A game that crashes, hangs or leaves while it is played ends the program with its moves and exit code 2.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "games/loading/position.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

void play_to(const std::string& fault, const std::string& moves) {
  const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", fault}});
  const PluginPosition position = PluginPosition::from_text(rules, moves);
  ActionList actions;
  position.legal_actions(actions);
}

class PluginCallDeathTest : public ::testing::Test {
 protected:
  PluginCallDeathTest() { ::testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

TEST_F(PluginCallDeathTest, ACrashIsAMessageWithTheMoves) {
  EXPECT_EXIT(play_to("crash", "3 1"), ::testing::ExitedWithCode(2),
              "error: the game faults broke a promise: legal ends the process by signal 11 .*; the moves: 3 1\n");
  EXPECT_EXIT(play_to("abort", "1 3"), ::testing::ExitedWithCode(2), "legal ends the process by signal 6");
  EXPECT_EXIT(play_to("exit", "2 2"), ::testing::ExitedWithCode(2), "legal ends the process; the moves: 2 2\n");
}

TEST_F(PluginCallDeathTest, SoIsOneInAnotherThread) {
  EXPECT_EXIT(std::thread([] { play_to("crash", "2 2"); }).join(), ::testing::ExitedWithCode(2),
              "legal ends the process by signal 11 .*; the moves: 2 2\n");
}

TEST_F(PluginCallDeathTest, ACrashInARandomGameNamesItsMovesToo) {
  const auto crash = [] {
    const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", std::string("crash")}});
    PluginPosition position(rules);
    PlayoutTrace trace;
    Rng rng(1);
    for (int game = 0; game < 100; ++game) (void)position.random_playout(rng, trace);
  };
  EXPECT_EXIT(crash(), ::testing::ExitedWithCode(2),
              "a random game ends the process by signal 11 .*; the moves: [1-3]( [1-3])*\n");
}

/// What is not in a game goes its own way.
TEST_F(PluginCallDeathTest, OtherCrashesStayWhatTheyAre) {
  const auto crash = [] {
    play_to("nothing", "3 1");
    std::abort();
  };
  EXPECT_EXIT(crash(), ::testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace rootward
