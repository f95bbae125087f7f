// `space`, `objective` and `serve` as scripts use them.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tuning/sample_tunings.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kParams = R"({"search.selection.c":0.9})";

TEST(CliSpace, PrintsOneJsonDocument) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  for (const char* format : {"json", "optuna", "spearmint"}) {
    const Finished run = run_program(place.path(), {"tune", "space", "s.yaml", "--format", format});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_FALSE(json::parse(run.out, nullptr, false).is_discarded()) << run.out;
  }
  EXPECT_EQ(run_program(place.path(), {"tune", "space", "s.yaml"}).out,
            run_program(place.path(), {"tune", "space", "s.yaml", "--format", "json"}).out);
}

TEST(CliObjective, PrintsExactlyOneLineThatIsTheSameForAnyThreads) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  std::vector<json> lines;
  for (const char* threads : {"1", "3"}) {
    const Finished run = run_program(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--seed", "3",
                                                    "--threads", threads, "--out", threads});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
    lines.push_back(json::parse(run.out));
    lines.back().erase("seconds");
  }
  EXPECT_EQ(lines[0], lines[1]);
  EXPECT_EQ(lines[0]["games"], 12);
  EXPECT_EQ(lines[0]["seed"], 3);
  EXPECT_EQ(lines[0]["status"], "ok");
}

TEST(CliObjective, AKillLosesNothingAndReplaysNothing) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::vector<std::string> command = {"tune", "objective", "s.yaml", "--params", kParams,     "--games",
                                            "60",   "--out",     "cut",    "--quiet",  "--threads", "2"};
  const std::string games = place.path("cut/games.jsonl");
  for (const std::size_t enough : {5U, 20U}) {
    Process process(place.path(), command);
    ASSERT_TRUE(process.wait_until([&] { return line_count(games) >= enough; })) << process.wait().err;
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().exit_code, -1);
  }
  const std::string kept = file_text(games);
  append_text(games, kept.substr(0, 30));
  const Finished last = run_program(place.path(), command);
  ASSERT_EQ(last.exit_code, 0) << last.err;
  EXPECT_TRUE(file_text(games).starts_with(kept));
  EXPECT_EQ(line_count(games), 60U);
  std::vector<std::string> whole = command;
  whole[8] = "uncut";
  json expected = json::parse(run_program(place.path(), whole).out);
  json found = json::parse(last.out);
  expected.erase("seconds");
  found.erase("seconds");
  EXPECT_EQ(found, expected);
  const Finished again = run_program(place.path(), command);
  EXPECT_EQ(again.out, last.out);
  EXPECT_EQ(line_count(games), 60U);
  EXPECT_EQ(line_count(place.path("cut/evaluations.jsonl")), 1U);
}

TEST(CliObjective, PartsByHandAreJoinedBeforeAnybodyAsksForTheWhole) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::vector<std::string> command = {"tune",  "objective", "s.yaml", "--params",
                                            kParams, "--out",     "parts",  "--quiet"};
  const auto part = [&](const char* shard) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--shard", shard});
    return run_program(place.path(), words);
  };
  ASSERT_EQ(part("1/3").exit_code, 0);
  const Finished first = run_program(place.path(), {"merge", "parts"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(line_count(place.path("parts/games.jsonl")), 4U);
  for (const char* shard : {"2/3", "3/3"}) ASSERT_EQ(part(shard).exit_code, 0);
  ASSERT_EQ(run_program(place.path(), {"merge", "parts"}).exit_code, 0);
  const std::string joined = file_text(place.path("parts/games.jsonl"));
  EXPECT_EQ(line_count(place.path("parts/games.jsonl")), 12U) << "each game once";
  const Finished whole = run_program(place.path(), command);
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(file_text(place.path("parts/games.jsonl")), joined) << "no game is played again";
  json expected = json::parse(
      run_program(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--out", "whole"}).out);
  json found = json::parse(whole.out);
  expected.erase("seconds");
  found.erase("seconds");
  EXPECT_EQ(found, expected);
}

TEST(CliObjective, RefusesWhatIsNoPoint) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const auto run = [&](const std::string& params, const std::string& games = "4") {
    return run_program(place.path(), {"tune", "objective", "s.yaml", "--params", params, "--games", games});
  };
  for (const char* params : {R"({"search.selection.c":9})", R"({"search.selection.d":1})", "{}", "[]", "nonsense",
                             R"({"search.selection.c":[1]})"}) {
    const Finished finished = run(params);
    EXPECT_EQ(finished.exit_code, 2) << params;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr("--params"));
  }
  EXPECT_EQ(run(kParams, "5").exit_code, 2);
  for (const char* seed : {"", "-1", "010", "0x10", "18446744073709551616"}) {
    const Finished finished =
        run_program(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--games", "4", "--seed", seed});
    EXPECT_EQ(finished.exit_code, 2) << seed;
    EXPECT_THAT(finished.err, HasSubstr(std::string("\"") + seed + "\" is not allowed; allowed: an integer in [0, "));
  }
}

/// `run` is told of the same engine in the same way.
TEST(CliObjective, AnEngineThatIsMissingIsNoFaultOfThePoint) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::vector<std::string> command = {
      "tune", "objective", "s.yaml", "--params", kParams, "--games", "2", "--set", "opponent={gtp: ./engine}"};
  const Finished finished = run_program(place.path(), command);
  EXPECT_EQ(finished.exit_code, 3) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("player opponent cannot be used"));
  EXPECT_EQ(line_count(place.path("results/slower/evaluations.jsonl")), 0U);
}

TEST(CliObjective, ConfigurationsOfAnotherKindAreNamed) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  place.write("t.yaml", quick_config(1));
  const Finished run = run_program(place.path(), {"run", "s.yaml", "--games", "2"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--games: it is for tournaments and training runs; s.yaml is a tuning"));
  const Finished objective = run_program(place.path(), {"tune", "objective", "t.yaml", "--params", kParams});
  EXPECT_EQ(objective.exit_code, 2);
  EXPECT_THAT(objective.err, HasSubstr("schedule: this file is a tournament, for rootward run"));

  ASSERT_EQ(run_program(place.path(), {"run", "t.yaml", "--out", "tournament"}).exit_code, 0);
  ASSERT_EQ(
      run_program(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--games", "2", "--out", "tuning"})
          .exit_code,
      0);
  const Finished mixed = run_program(place.path(), {"run", "t.yaml", "--out", "tuning"});
  EXPECT_EQ(mixed.exit_code, 2);
  EXPECT_THAT(mixed.err, HasSubstr("tuning holds a tuning and no tournament; choose another --out"));
  EXPECT_EQ(
      run_program(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--out", "tournament"}).exit_code,
      2);
  const json manifest = json::parse(file_text(place.path("tuning/manifest.json")));
  EXPECT_NE(manifest["revision"], "");
  EXPECT_EQ(manifest["started"], manifest["sessions"][0]["started"]);
  EXPECT_NE(manifest["ended"], "");
}

TEST(CliObjective, AnInterruptedOneIsPartialAndContinues) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  Process process(place.path(), {"tune", "objective", "s.yaml", "--params", kParams, "--games", "100000"});
  ASSERT_TRUE(process.wait_until([&] { return line_count(place.path("results/slower/games.jsonl")) >= 6; }));
  process.send(SIGINT);
  const Finished finished = process.wait();
  EXPECT_EQ(finished.exit_code, 130);
  EXPECT_EQ(json::parse(finished.out)["status"], "partial");
  EXPECT_THAT(finished.err, AllOf(HasSubstr("continue with"), HasSubstr("--games 100000")));
}

TEST(CliObjective, AFileThatIsRemovedMeanwhileIsAFailure) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  Process process(place.path(),
                  {"tune", "objective", "s.yaml", "--params", kParams, "--games", "100000", "--out", "t"});
  ASSERT_TRUE(process.wait_until([&] { return line_count(place.path("t/games.jsonl")) >= 6; }));
  std::filesystem::remove(place.path("t/games.jsonl"));
  const Finished finished = process.wait();
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err, HasSubstr("t/games.jsonl: was removed by somebody else"));
}

/// The one result is told, then the input ends: nothing is written any more, but what was is gone.
TEST(CliServe, AFileThatIsRemovedAfterItsLastLineIsAFailure) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::string request = R"({"op":"evaluate","id":1,"params":{"search.selection.c":0.9},"games":4})";
  const std::string command = "cd '" + place.path() + "' && { echo '" + request +
                              "'; for i in $(seq 300); do grep -qs '\"result\"' out && break; sleep 0.1; done; " +
                              "rm results/slower/evaluations.jsonl; } | '" + ROOTWARD_PROGRAM +
                              "' tune serve s.yaml > out 2> err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_THAT(file_text(place.path("err")), HasSubstr("evaluations.jsonl: was removed by somebody else"));
}

/// Nobody reads the events any more: there is no use in playing on.
TEST(CliServe, EndsWhereItsReaderHasGone) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  const std::string program = ROOTWARD_PROGRAM;
  const std::string request = R"({"op":"evaluate","id":1,"params":{"search.selection.c":0.9},"games":100000})";
  const std::string command = "cd '" + place.path() + "' && { echo '" + request +
                              "'; for i in $(seq 300); do [ -s code ] && break; sleep 0.1; done; } | { '" + program +
                              "' tune serve s.yaml 2> err; echo $? > code; } | head -n 1 > out";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(file_text(place.path("code")), "1\n");
  EXPECT_THAT(file_text(place.path("err")), HasSubstr("every finished game is stored"));
}

TEST(CliServe, FinishesWhatIsPendingAtTheEndOfItsInput) {
  const Workplace place;
  place.write("s.yaml", slower_tuning());
  place.write("requests", R"({"op":"evaluate","id":1,"params":{"search.selection.c":0.9}}
nonsense
{"op":"evaluate","id":2,"params":{"search.selection.c":1.1},"games":8})");
  const std::string program = ROOTWARD_PROGRAM;
  const int status = std::system(
      ("cd '" + place.path() + "' && '" + program + "' tune serve s.yaml --threads 2 < requests > out").c_str());
  EXPECT_EQ(status, 0);
  std::istringstream lines(file_text(place.path("out")));
  std::map<std::string, int> events;
  std::set<int> results;
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line);
    ++events[event["event"].get<std::string>()];
    if (event["event"] == "result") results.insert(event["id"].get<int>());
  }
  EXPECT_EQ(events["ready"], 1);
  EXPECT_EQ(events["error"], 1);
  EXPECT_EQ(results, (std::set<int>{1, 2}));
  EXPECT_EQ(line_count(place.path("results/slower/evaluations.jsonl")), 2U);
}

}  // namespace
}  // namespace rootward::testing
