// Broken games are told by name, and none ends the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/errors.h"
#include "games/loading/position.h"
#include "games/loading/trial.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

using ::testing::HasSubstr;
using testing::plugin_params;
using testing::shipped_plugin;

/// What the trial says of the game `faults` with this fault; "" where it finds nothing.
std::string found(const std::string& fault, std::uint32_t games = 100) {
  const auto library = shipped_plugin("faults");
  try {
    EXPECT_EQ(loading::try_game(library, plugin_params(*library, {{"parameters.fault", fault}}), {.games = games}),
              games);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GameTrial, GoodGamesPass) {
  for (const char* name : {"dots", "connect4", "connect4_plain", "amazons"}) {
    const auto library = shipped_plugin(name);
    EXPECT_EQ(loading::try_game(library, plugin_params(*library), {.games = 20}), 20U) << name;
  }
  EXPECT_EQ(found("nothing", 1'000), "");
  EXPECT_EQ(found("fair"), "") << "a game with chance";
  EXPECT_EQ(found("late"), "") << "which a run has to find";
}

TEST(GameTrial, EveryFaultIsToldByName) {
  const std::pair<const char*, const char*> cases[] = {
      {"refuses", "these rules are not allowed"},
      {"facts", "facts.most_moves is 0; allowed: 1 to 65534"},
      {"open", "open ends the process by signal 11"},
      {"four", "legal gives 4 moves; facts.most_moves is 3"},
      {"mover", "to_move gives 5; allowed: 0, 1, 2 (chance)"},
      {"result", "result gives 0.5; allowed: 1, 0 and -1"},
      {"after_end", "the game is over and has legal moves"},
      {"crash", "legal ends the process by signal 11"},
      {"exit", "legal ends the process with exit code 3"},
      {"leave", "legal ends the process with exit code 0"},
      {"abort", "legal ends the process by signal 6"},
      {"writes_view",
       "legal ends the process by signal 11 (Segmentation fault): it touches memory outside of the state"},
      {"many", "it touches memory outside of the room for most_moves moves"},
      {"none", "the game is not over and has no legal move"},
      {"twice", "legal gives the move 1 twice"},
      {"range", "legal gives the move 77; facts.move_limit is 4"},
      {"moody", "legal gives two answers for the same state"},
      {"endless", "the game is not over after 11 plies"},
      {"hidden", "it depends on, or keeps, something that is not in the state"},
      {"long_text", "move_text"},
      {"same_text", "two legal moves are called take"},
      {"blank", "gives a blank"},
      {"hash", "for two different states"},
      {"two_hashes", "for the same state"},
      {"chances", "the outcomes' probabilities sum to 1.5, not to 1"},
      {"few_chances", "the outcomes' probabilities sum to 0.75, not to 1"},
      {"weights", "weights gives a number below 0, or none"},
      {"playout", "playout gives 7"},
      {"symmetry", "symmetry 1 changes the mover"},
      {"cells", "cells gives other characters"},
      {"heuristic", "heuristic gives 1.5; allowed: a number in [-1, 1]"},
      {"measure", "measure gives no number for rest"}};
  for (const auto& [fault, message] : cases) EXPECT_THAT(found(fault), HasSubstr(message)) << fault;
}

TEST(GameTrial, WritesBeforeAndBehindTheStateAreSeen) {
  for (const char* fault : {"before", "after"})
    EXPECT_THAT(found(fault), ::testing::AnyOf(HasSubstr("play writes outside of the state"),
                                               HasSubstr("it touches memory outside of the state")))
        << fault;
}

TEST(GameTrial, TheMovesThatLedThereAreTold) {
  const std::string message = found("crash");
  EXPECT_THAT(message, ::testing::ContainsRegex("; the moves: [1-3]( [1-3])*$"));
  int taken = 0;
  for (const char c : message.substr(message.rfind(':'))) taken += c >= '1' && c <= '3' ? c - '0' : 0;
  EXPECT_EQ(taken, 4) << message;
}

TEST(GameTrial, ABrokenPromiseInARunNamesTheMoves) {
  const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", std::string("result")}});
  PluginPosition position(rules);
  for (const char* move : {"3", "3", "3", "1"}) position.play(position.parse_action(move).value());
  try {
    (void)position.result();
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(
        error.what(),
        "the game faults broke a promise: its result is 0.5, which its facts do not allow; the moves: 3 3 3 1");
  }
}

/// Positions look at what is cheap to look at, whatever the trial has found.
TEST(GameTrial, PositionsSeeBrokenPromisesToo) {
  const auto broken = [](const std::string& fault, const std::string& moves, auto ask) -> std::string {
    const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", fault}});
    const PluginPosition position = PluginPosition::from_text(rules, moves);
    try {
      ask(position);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const auto legal = [](const PluginPosition& position) {
    ActionList actions;
    position.legal_actions(actions);
  };
  const auto look = [](const PluginPosition& position) { (void)position.heuristic(0); };
  EXPECT_THAT(broken("four", "3 1", legal), HasSubstr("it has 4 legal moves, and facts.most_moves is 3"));
  EXPECT_THAT(broken("none", "3 1", legal), HasSubstr("it is not over and has no legal move"));
  EXPECT_EQ(broken("endless", "1 1 1 1 1 1 1 1 1 1", legal), "");
  EXPECT_THAT(broken("endless", "1 1 1 1 1 1 1 1 1 1 1", legal), HasSubstr("it is not over after 11 plies"));
  EXPECT_THAT(broken("heuristic", "3", look), HasSubstr("its heuristic gives 1.5; allowed: [-1, 1]"));
  EXPECT_EQ(broken("nothing", "3", look), "");
}

TEST(GameTrial, OutcomesAreDrawnByTheirProbabilities) {
  const loading::PluginRules rules = testing::plugin_rules("faults", {{"parameters.fault", std::string("fair")}});
  const PluginPosition position(rules);
  ASSERT_TRUE(position.is_chance());
  std::array<int, 4> drawn{};
  Rng rng(6);
  for (int i = 0; i < 6000; ++i) ++drawn.at(position.draw_outcome(rng));
  for (Action outcome = 1; outcome <= 3; ++outcome)
    EXPECT_NEAR(drawn.at(outcome) / 6000.0, position.probability(outcome), 0.03);
}

TEST(GameTrial, ADrawOfAResultThatIsNotRandomIsTheResult) {
  const loading::PluginRules rules = testing::plugin_rules("dots", {{"parameters.rows", std::int64_t{1}}});
  PluginPosition position(rules);
  ActionList actions;
  for (position.legal_actions(actions); !actions.empty(); position.legal_actions(actions)) position.play(actions[0]);
  Rng rng(1);
  EXPECT_EQ(position.draw_result(rng), position.result());
}

/// What a library does when the program ends would end it by a signal, after its results.
TEST(GameTrial, ALibrarysEndIsTried) {
  const auto bytes = [](const char* name) {
    return read_whole_file(std::string(ROOTWARD_PLUGINS) + "/" + name + ".so");
  };
  EXPECT_NO_THROW(loading::try_loading(bytes("faults")));
  try {
    loading::try_loading(bytes("ends_badly"));
    ADD_FAILURE() << "it passed";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the library's end ends the process by signal 6 (Aborted)"));
  }
}

TEST(GameTrial, BytesThatAreNoGameAreRefused) {
  EXPECT_THROW(loading::try_loading("no library"), UsageError);
  EXPECT_THROW((void)loading::load_library("no library"), UsageError);
  const std::string dots = read_whole_file(std::string(ROOTWARD_PLUGINS) + "/dots.so");
  EXPECT_THROW(loading::try_loading(dots.substr(0, dots.size() / 2)), UsageError);
  std::string old = dots;
  const std::size_t name = old.find("rootward_plugin");
  ASSERT_NE(name, std::string::npos);
  old[name] = 'R';
  EXPECT_THROW(loading::try_loading(old), UsageError);
}

}  // namespace
}  // namespace rootward
