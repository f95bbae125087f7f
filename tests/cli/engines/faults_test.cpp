// Every way in which an engine fails ends as it should: forfeit, void and replay, or a match given up; the others go
// on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/cli/engines/engine_config.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"
#include "tests/lab/engines/process/processes.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PlayedFaults play(const Workplace& place, const std::string& arguments, const std::string& more = "",
                  double patience = 30) {
  return play_faults(place, fault_config(arguments, more, patience));
}

struct Fault {
  const char* script;
  const char* reason;
  const char* message;   ///< part of what is told
  double patience = 30;  ///< seconds
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.script; }

class VoidingFault : public ::testing::TestWithParam<Fault> {};

TEST_P(VoidingFault, EndsTheMatchesAfterTwoInARowAndTheOthersArePlayed) {
  const Workplace place;
  expect_given_up(play(place, std::string(GetParam().script) + " 2", "", GetParam().patience), GetParam().reason,
                  GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(Engines, VoidingFault,
                         ::testing::Values(Fault{"crash", "crash", "killed by signal 11"},
                                           Fault{"exit", "crash", "exit code 3"},
                                           Fault{"hang", "timeout", "did not answer `", 1.5},
                                           Fault{"slow", "timeout", "did not answer `", 1.5},
                                           Fault{"garbage", "garbage", "a line without = or ?: I think about it"},
                                           Fault{"endless", "garbage", "without end"},
                                           Fault{"error", "error", "? cannot think"},
                                           Fault{"wrong_id", "wrong_id", "under the number 987654"},
                                           Fault{"refuse", "refusal", "? illegal move"}),
                         [](const auto& instance) { return instance.param.script; });

TEST(EngineFault, OneVoidGameIsPlayedAgain) {
  const Workplace place;
  const PlayedFaults tournament = play(place, "crash 2 " + place.path("mark"));
  EXPECT_EQ(tournament.end.exit_code, 0) << tournament.end.err;
  EXPECT_EQ(tournament.games.size(), 12U);
  ASSERT_EQ(tournament.voids.size(), 1U);
  EXPECT_THAT(tournament.end.err, HasSubstr("is void"));
  EXPECT_THAT(tournament.end.out, HasSubstr("1 voided (engine crash 1)"));
  const bool is_there =
      std::ranges::any_of(tournament.games, [&](const json& game) { return game["id"] == tournament.voids[0]["id"]; });
  EXPECT_TRUE(is_there);
}

TEST(EngineFault, AnIllegalMoveLosesTheGame) {
  const Workplace place;
  const PlayedFaults tournament = play(place, "illegal 2", ", restart: game");
  EXPECT_EQ(tournament.end.exit_code, 0) << tournament.end.err;
  EXPECT_EQ(tournament.games.size(), 12U);
  EXPECT_THAT(tournament.voids, IsEmpty());
  for (const json& game : tournament.games) {
    if (game["engines"].empty()) continue;
    EXPECT_EQ(game["ended"], "forfeit:illegal");
    EXPECT_EQ(game["score"], game["seats"][0] == "engine" ? 0 : 1);
  }
}

TEST(EngineFault, ResigningLosesTheGame) {
  const Workplace place;
  const PlayedFaults tournament = play(place, "resign 3", ", restart: game");
  EXPECT_EQ(tournament.end.exit_code, 0) << tournament.end.err;
  for (const json& game : tournament.games) {
    if (!game["engines"].empty()) {
      EXPECT_EQ(game["ended"], "resign");
    }
  }
}

/// What is odd, but within the protocol or the rules.
class HarmlessFault : public ::testing::TestWithParam<const char*> {};

TEST_P(HarmlessFault, DisturbsNothing) {
  const Workplace place;
  const PlayedFaults tournament = play(place, GetParam());
  EXPECT_EQ(tournament.end.exit_code, 0) << tournament.end.err;
  EXPECT_EQ(tournament.games.size(), 12U);
  EXPECT_THAT(tournament.voids, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Engines, HarmlessFault,
                         ::testing::Values("none", "stderr 2", "pass", "crlf 2", "die_at_quit", "deaf_at_quit"),
                         [](const auto& instance) {
                           const std::string name = instance.param;
                           return name.substr(0, name.find(' '));
                         });

TEST(EngineFault, BeforeMoveOneIsAnUnusablePlayerAndNothingIsPlayed) {
  for (const char* script : {"start", "refuse_size"}) {
    const Workplace place;
    const PlayedFaults tournament = play(place, script);
    EXPECT_EQ(tournament.end.exit_code, 3) << script;
    EXPECT_THAT(tournament.end.err, HasSubstr("player engine cannot be used"));
    EXPECT_THAT(tournament.games, IsEmpty());
    EXPECT_THAT(tournament.voids, IsEmpty());
  }
  const Workplace place;
  EXPECT_THAT(play(place, "start").end.err, HasSubstr("the network file is missing"));
}

TEST(EngineFault, CheckStartsEveryEngineAndPlaysAShortGame) {
  const Workplace place;
  const Finished good = run_program(place.path(), {"check", place.write("good.yaml", fault_config("none"))});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("engine: rootward"));
  const Finished bad = run_program(place.path(), {"check", place.write("bad.yaml", fault_config("crash 3"))});
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.err, HasSubstr("player engine cannot be used"));
}

TEST(EngineFault, CheckNamesTheProgramOfAnIllegalMoveAndItsAnswer) {
  const Workplace place;
  const Finished end = run_program(place.path(), {"check", place.write("illegal.yaml", fault_config("illegal 1"))});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_THAT(end.err,
              AllOf(HasSubstr("player engine cannot be used: rootward "), HasSubstr("scripted_engine' illegal"),
                    HasSubstr("answered with Z99, which is illegal in go after 0 plies")));
}

TEST(EngineFault, AKilledRunLeavesNoEngineBehind) {
  const Workplace place;
  const auto mark = new_process_mark();
  const std::string environment = ", environment: {" + mark.first + ": \"" + mark.second + "\"}";
  const std::string text = fault_config("hang 1", environment, 300);
  const std::string config = place.write("hang.yaml", text);
  Process process(place.path(), {"run", config, "--threads", "2"});
  ASSERT_TRUE(process.wait_until([&] { return processes_with(mark).size() >= 2; })) << process.wait().err;
  process.send(SIGKILL);
  process.wait();
  EXPECT_TRUE(wait_for_process_count(mark, 0)) << processes_with(mark).size() << " are left";
}

TEST(EngineFault, AnInterruptedRunDoesNotWaitForAHangingEngine) {
  const Workplace place;
  const std::string text = fault_config("hang 1", "", 300);
  const std::string config = place.write("hang.yaml", text);
  Process process(place.path(), {"run", config, "--threads", "1"});
  ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(place.path("results/faults/games.jsonl")); }));
  const auto start = std::chrono::steady_clock::now();
  process.send(SIGINT);
  EXPECT_EQ(process.wait().exit_code, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(EngineFault, UnknownPresetsAndKeysAreNamed) {
  const Workplace place;
  std::string text = fault_config("none");
  text.replace(text.find("{gtp:"), 5, "{preset: gnugoo, level: 3, gtp:");
  const Finished end = run_program(place.path(), {"check", place.write("wrong.yaml", text)});
  EXPECT_EQ(end.exit_code, 2);
  EXPECT_THAT(end.err, AllOf(HasSubstr("wrong.yaml:5:"), HasSubstr("gnugoo"), HasSubstr("did you mean gnugo?")));
}

}  // namespace
}  // namespace rootward::testing
