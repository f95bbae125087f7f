// Tunings with scripted optimizers: the whole loop, kills, failing points, an optimizer that dies.
#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tuning/sample_tunings.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// The journal without the time it took.
std::vector<std::string> journal(const std::string& file) {
  std::vector<std::string> lines;
  std::istringstream text(file_text(file));
  for (std::string line; std::getline(text, line);) {
    json object = json::parse(line);
    object.erase("seconds");
    object.erase("crc");  // of the seconds too
    lines.push_back(object.dump());
  }
  return lines;
}

class CliTune : public ::testing::Test {
 protected:
  CliTune() { place_.write("s.yaml", slower_tuning()); }
  [[nodiscard]] std::vector<std::string> command(const std::string& out, const std::string& evaluations,
                                                 const std::string& optimizer) const {
    return {"run",         "s.yaml",  "--out",     out, "--evaluations", evaluations,
            "--optimizer", optimizer, "--threads", "2", "--parallel",    "3"};
  }
  Workplace place_;
};

TEST_F(CliTune, EvaluatesTestsAndReports) {
  const Finished run = run_program(place_.path(), command("t", "5", write_optimizer(place_)));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("recommended"), HasSubstr("posterior mean"), HasSubstr("best observed"),
                             HasSubstr("fresh test"), HasSubstr("looks better than it is")));
  EXPECT_THAT(run.out, ContainsRegex("than the start: the starting values have [0-9.]+ % .* of the same games, "));
  EXPECT_THAT(run.err, AllOf(HasSubstr("5/5: "), HasSubstr("incumbent")));
  EXPECT_EQ(line_count(place_.path("t/evaluations.jsonl")), 5U);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 5U * 12 + 2 * 16);
  for (const char* name : {"table.md", "table.csv", "convergence.svg", "slices.svg", "slices.csv", "tests.jsonl"})
    EXPECT_NE(file_text(place_.path(std::string("t/") + name)), "") << name;
  const json test = json::parse(file_text(place_.path("t/tests.jsonl")));
  for (const std::string& line : journal(place_.path("t/evaluations.jsonl")))
    EXPECT_NE(json::parse(line)["seed"], test["seed"]);

  for (const auto& [format, file] : {std::pair("md", "t/table.md"), std::pair("csv", "t/table.csv")}) {
    const Finished table = run_program(place_.path(), {"table", "t", "--format", format});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_EQ(table.out, file_text(place_.path(file))) << "the journal knows all that tune wrote";
  }

  // Once more: nothing is played, everything is said again; more evaluations continue.
  const Finished again = run_program(place_.path(), command("t", "5", write_optimizer(place_)));
  EXPECT_EQ(again.out, run.out);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 92U);
  EXPECT_THAT(run.out, Not(HasSubstr("fresh test 1")));
  const Finished more = run_program(place_.path(), command("t", "6", write_optimizer(place_)));
  EXPECT_EQ(more.exit_code, 0);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 92U + 12 + 2 * 16) << "one evaluation, another point's test";
  EXPECT_THAT(more.out,
              AllOf(HasSubstr("fresh test 1"), HasSubstr("; the honest one\n                after 5 evaluations"),
                    HasSubstr("fresh test 2"), HasSubstr("after 6 evaluations"),
                    HasSubstr("The first fresh test is the number to quote")))
      << "whoever sees a test and goes on sees all of them";
  EXPECT_EQ(run_program(place_.path(), {"table", "t", "--format", "md"}).out, file_text(place_.path("t/table.md")));
  const std::vector<std::string> tests = journal(place_.path("t/tests.jsonl"));
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_NE(json::parse(tests[0])["seed"], json::parse(tests[1])["seed"]);
}

TEST_F(CliTune, MoreGamesExtendEveryEvaluation) {
  const std::string optimizer = write_optimizer(place_);
  ASSERT_EQ(run_program(place_.path(), command("t", "4", optimizer)).exit_code, 0);
  std::vector<std::string> longer = command("t", "4", optimizer);
  longer.insert(longer.end(), {"--set", "games=20"});
  const Finished more = run_program(place_.path(), longer);
  ASSERT_EQ(more.exit_code, 0) << more.err;
  EXPECT_THAT(more.out, HasSubstr("4 evaluations of 20 games"));
  EXPECT_EQ(line_count(place_.path("t/evaluations.jsonl")), 8U);
  for (std::size_t i = 4; i < 8; ++i)
    EXPECT_EQ(json::parse(journal(place_.path("t/evaluations.jsonl"))[i])["games"], 20);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 4U * 20 + 2 * 16);
  EXPECT_EQ(run_program(place_.path(), longer).out, more.out);
  EXPECT_EQ(line_count(place_.path("t/evaluations.jsonl")), 8U);
}

/// A power cut may keep an evaluation's line and lose games that were written before it.
TEST_F(CliTune, AnEvaluationWhoseGamesAreGoneIsPlayedAgain) {
  const std::string optimizer = write_optimizer(place_);
  const Finished whole = run_program(place_.path(), command("t", "4", optimizer));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const std::vector<std::string> evaluations = journal(place_.path("t/evaluations.jsonl"));
  const std::string games = file_text(place_.path("t/games.jsonl"));
  std::size_t kept = 0;
  for (int line = 0; line < 17; ++line) kept = games.find('\n', kept) + 1;
  place_.write("t/games.jsonl", games.substr(0, kept));
  const Finished again = run_program(place_.path(), command("t", "4", optimizer));
  EXPECT_EQ(again.out, whole.out);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 4U * 12 + 2 * 16);
  EXPECT_EQ(journal(place_.path("t/evaluations.jsonl")), evaluations);
}

TEST_F(CliTune, AnOptimizerWithoutAPosteriorIsNamedAsThat) {
  const Finished run = run_program(place_.path(), command("t", "3", write_optimizer(place_)));
  EXPECT_THAT(run.out, HasSubstr("(the optimizer's word; it shows no posterior"));
  const std::string silent = write_optimizer(place_) + " | sed -u 's/\"stderr\"/\"deviation\"/'";
  const Finished none = run_program(place_.path(), command("n", "3", silent));
  EXPECT_THAT(none.out, HasSubstr("posterior mean  none: the optimizer recommends no point"));
}

TEST_F(CliTune, FourKillsLeaveTheSameJournal) {
  const std::string optimizer = write_optimizer(place_);
  const std::string games = place_.path("cut/games.jsonl");
  for (const std::size_t enough : {10U, 31U, 62U, 98U}) {
    Process process(place_.path(), command("cut", "8", optimizer));
    ASSERT_TRUE(process.wait_until([&] { return line_count(games) >= enough; })) << process.wait().err;
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().exit_code, -1);
    leave_as_killed(place_.path("cut"), dead_process());
  }
  const Finished last = run_program(place_.path(), command("cut", "8", optimizer));
  ASSERT_EQ(last.exit_code, 0) << last.err;
  const Finished uncut = run_program(place_.path(), command("uncut", "8", optimizer));
  for (const char* name : {"evaluations.jsonl", "asked.jsonl", "tests.jsonl"})
    EXPECT_EQ(journal(place_.path(std::string("cut/") + name)), journal(place_.path(std::string("uncut/") + name)));
  EXPECT_EQ(line_count(games), 8U * 12 + 2 * 16) << "no game was played twice";
  EXPECT_EQ(last.out, uncut.out);
  EXPECT_EQ(files_in(place_.path("cut")), files_in(place_.path("uncut")));
}

TEST_F(CliTune, PointsThatAreNoneFailAndTheLoopEnds) {
  const std::string optimizer =
      write_optimizer(place_, R"(if ((id % 2)); then echo '{"params":{"search.selection.c":99}}'; continue; fi)");
  const Finished run = run_program(place_.path(), command("t", "4", optimizer));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4 evaluations of 12 games, 2 failed"));
  EXPECT_THAT(run.err, HasSubstr("1/4: failed: params: search.selection.c: 99"));
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 2U * 12 + 2 * 16);
  EXPECT_EQ(run_program(place_.path(), {"verify", "t"}).exit_code, 0) << "what was asked for is stored as it was";
}

/// The optimizer that continues has proposed something else under that number, which has not failed.
TEST_F(CliTune, AJournalledFailureIsNotBlamedOnANewProposal) {
  const std::string failing =
      write_optimizer(place_, R"(if ((id == 2)); then echo '{"params":{"search.selection.c":99}}'; continue; fi)");
  ASSERT_EQ(run_program(place_.path(), command("t", "3", failing)).exit_code, 0);
  const std::string listening = "tee heard | (" + write_optimizer(place_) + ")";
  const Finished run = run_program(place_.path(), command("t", "4", listening));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4 evaluations of 12 games, 1 failed"));
  EXPECT_THAT(file_text(place_.path("heard")), ::testing::Not(HasSubstr("\"failed\"")));
}

TEST_F(CliTune, AsManyArePendingAsAreAskedForOnceThereAreProposals) {
  const std::string hesitant = write_optimizer(
      place_, "if ((id == 1 && ++asks < 3)); then echo '{\"wait\":true}'; continue; fi; echo $id >> order");
  const std::string telling = "tee heard | (" + hesitant + ")";
  ASSERT_EQ(run_program(place_.path(), command("t", "4", telling)).exit_code, 0);
  const std::string heard = file_text(place_.path("heard"));
  EXPECT_LT(heard.find("\"op\":\"ask\",\"id\":3"), heard.find("\"op\":\"tell\",\"id\":1")) << heard;
  EXPECT_EQ(file_text(place_.path("order")), "1\n2\n3\n4\n");
}

TEST_F(CliTune, AMissingEngineLeavesNothingBehind) {
  std::vector<std::string> arguments = command("t", "3", write_optimizer(place_));
  arguments.insert(arguments.end(), {"--set", "opponent={gtp: ./engine}"});
  const Finished run = run_program(place_.path(), arguments);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("player opponent cannot be used"));
  EXPECT_EQ(line_count(place_.path("t/asked.jsonl")), 0U);
}

TEST_F(CliTune, WhereEveryPointFailsItSaysSo) {
  const std::string optimizer = write_optimizer(place_, R"(echo '{"params":{}}'; continue)");
  const Finished run = run_program(place_.path(), command("t", "3", optimizer));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("all 3 evaluations failed"));
}

TEST_F(CliTune, AnOptimizerThatDiesStopsItAndTheJournalIsKept) {
  const std::string dying = write_optimizer(place_, "((id == 5)) && { echo 'out of ideas' >&2; exit 3; }");
  const Finished run = run_program(place_.path(), command("t", "6", dying));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr("exit code 3"), HasSubstr("out of ideas"), HasSubstr("continue with")));
  EXPECT_EQ(line_count(place_.path("t/evaluations.jsonl")), 2U) << "three are pending while the fifth is asked for";
  EXPECT_EQ(run_program(place_.path(), command("t", "6", write_optimizer(place_))).exit_code, 0);
  EXPECT_EQ(line_count(place_.path("t/games.jsonl")), 6U * 12 + 2 * 16);
}

TEST_F(CliTune, BrokenOptimizersAreNamed) {
  for (const auto& [optimizer, message] : {std::pair("exec true", "ended with exit code 0"),
                                           {"no-such-optimizer", "exit code 127"},
                                           {"while read -r line; do echo nonsense; done", "no JSON object: nonsense"},
                                           {"while read -r line; do echo '{}'; done", "not {\"ok\":true}"}}) {
    const Finished run = run_program(place_.path(), command("t", "2", optimizer));
    EXPECT_EQ(run.exit_code, 1) << optimizer;
    EXPECT_THAT(run.err, HasSubstr(message)) << optimizer;
  }
}

TEST_F(CliTune, AnOptimizerWithoutACommandIsRefusedBeforeAnythingIsBegun) {
  const Finished run = run_program(place_.path(), command("t", "2", ""));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--optimizer: \"\" is not allowed; allowed: a command line for the shell"));
  EXPECT_FALSE(std::filesystem::exists(place_.path("t")));
}

TEST_F(CliTune, WhatAnOptimizerRecommendsIsChecked) {
  const std::string optimizer = write_optimizer(place_);
  for (const auto& [change, message] :
       {std::pair("s/\"mean\":/\"mean\":5/", "mean lies in [0, 1]"),
        {"s/\"stderr\":/\"stderr\":-/", "not negative"},
        {"s/{\"params\":{[^}]*}/{\"params\":{}/", "recommends what is no point of the tuning"},
        {"s/{\"id\":/{\"id\":1/", "which has another id"}}) {
    const Finished run = run_program(place_.path(), command("t", "2", optimizer + " | sed -u '" + change + "'"));
    EXPECT_EQ(run.exit_code, 1) << change;
    EXPECT_THAT(run.err, HasSubstr(message)) << change;
  }
}

/// Files that are opened take the place of streams that are closed: progress must not go into the journal.
TEST_F(CliTune, ClosedStreamsDoNoHarm) {
  const std::string program = ROOTWARD_PROGRAM;
  const std::string command_line = "cd '" + place_.path() + "' && '" + program +
                                   "' run s.yaml --out t --evaluations 2 --optimizer '" + write_optimizer(place_) + "'";
  EXPECT_EQ(WEXITSTATUS(std::system((command_line + " <&- >&- 2>&-").c_str())), 1) << "the summary cannot be written";
  EXPECT_EQ(line_count(place_.path("t/evaluations.jsonl")), 2U);
  EXPECT_EQ(journal(place_.path("t/evaluations.jsonl")).size(), 2U);
  EXPECT_EQ(WEXITSTATUS(std::system((command_line + " 2>&- >out").c_str())), 0);
  EXPECT_THAT(file_text(place_.path("out")), HasSubstr("2 evaluations of 12 games"));
}

TEST_F(CliTune, ASignalSavesEverythingAndTellsHowToContinue) {
  Process process(place_.path(), command("t", "5000", write_optimizer(place_)));
  ASSERT_TRUE(process.wait_until([&] { return line_count(place_.path("t/games.jsonl")) >= 15; }));
  process.send(SIGTERM);
  const Finished run = process.wait();
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, AllOf(HasSubstr("continue with"), HasSubstr("--evaluations 5000")));
}

TEST_F(CliTune, AFileThatIsRemovedMeanwhileIsAFailure) {
  Process process(place_.path(), command("t", "5000", write_optimizer(place_)));
  ASSERT_TRUE(process.wait_until([&] { return line_count(place_.path("t/games.jsonl")) >= 15; }));
  std::filesystem::remove(place_.path("t/games.jsonl"));
  const Finished run = process.wait();
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, AllOf(HasSubstr("t/games.jsonl: was removed by somebody else"), HasSubstr("continue with")));
}

/// Nothing is written to them after the last evaluation: only a look at the end can notice.
TEST_F(CliTune, AFileThatIsRemovedAfterItsLastLineIsAFailure) {
  for (const std::string name : {"evaluations.jsonl", "asked.jsonl"}) {
    const std::string removing =
        "while read -r line; do case $line in *predict*) rm " + name + "/" + name + ";; esac; echo \"$line\"; done";
    const Finished run =
        run_program(place_.path(), command(name, "3", "(" + removing + ") | (" + write_optimizer(place_) + ")"));
    EXPECT_EQ(run.exit_code, 1) << name;
    EXPECT_EQ(run.out, "") << name;
    EXPECT_THAT(run.err, HasSubstr(name + "/" + name + ": was removed by somebody else"));
  }
}

TEST_F(CliTune, StoppingEarlyIsReportedAndLeavesTheTestAlone) {
  place_.write("s.yaml", slower_tuning());
  const std::string hopeful = write_optimizer(place_) + " | sed -u 's/\"mean\":[0-9.]*/\"mean\":0.99/'";
  std::vector<std::string> arguments = command("t", "3", hopeful);
  arguments.insert(arguments.end(), {"--early-stop", "--set", "games=80", "--parallel", "1", "--set", "test_games=60"});
  arguments.erase(arguments.begin() + 10, arguments.begin() + 12);
  const Finished run = run_program(place_.path(), arguments);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 stopped early"), HasSubstr("60 games, seed")));
}

/// Neither beside the program nor on PATH: nothing is begun.
TEST_F(CliTune, WithoutItsOptimizerNothingIsBegun) {
  std::filesystem::copy(ROOTWARD_PROGRAM, place_.path("rootward"));
  const std::string command = "cd " + place_.path() + " && PATH=/nowhere ./rootward run s.yaml --out t 2> err";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  EXPECT_THAT(
      file_text(place_.path("err")),
      AllOf(HasSubstr("the optimizer rootward-optimizer is missing"),
            HasSubstr("(in " + std::filesystem::path(place_.path("x")).lexically_normal().parent_path().string() + ")"),
            HasSubstr("nor on PATH"), HasSubstr("--target rootward-optimizer")));
  EXPECT_FALSE(std::filesystem::exists(place_.path("t")));
}

/// The first points of our optimizer fill the space; journal, progress and tables say so.
TEST_F(CliTune, SaysHowEachPointWasChosen) {
  std::vector<std::string> words = command("t", "10", "");
  words.erase(words.begin() + 6, words.begin() + 8);  // --optimizer
  words.insert(words.end(),
               {"--set", "games=4", "--set", "test_games=4", "--set", "defaults.search.budget.simulations=20"});
  const Finished run = run_program(place_.path(), words);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("1/10 (design): "), HasSubstr("10/10 (model): ")));
  EXPECT_THAT(run.out, HasSubstr("chosen by       8 by a space-filling design, 2 by the optimizer's model"));
  EXPECT_THAT(file_text(place_.path("t/table.md")), AllOf(HasSubstr("| chosen by |"), HasSubstr("| design |")));
  EXPECT_THAT(file_text(place_.path("t/asked.jsonl")), HasSubstr(R"("origin":"model")"));
}

/// Limits were too narrow: what is known inside the new ones is told first, and its games stay where they are.
TEST_F(CliTune, ImportsEvaluationsThatLieInside) {
  ASSERT_EQ(run_program(place_.path(), command("t", "4", write_optimizer(place_))).exit_code, 0);
  const auto with = [&](const std::string& out, const std::string& limits) {
    std::vector<std::string> words = command(out, "2", write_optimizer(place_));
    words.insert(words.end(), {"--import", "t", "--set", "parameters.search.selection.c=" + limits});
    return words;
  };
  const Finished wider = run_program(place_.path(), with("u", "{low: 0.1, high: 5, scale: log}"));
  ASSERT_EQ(wider.exit_code, 0) << wider.err;
  EXPECT_THAT(wider.err, HasSubstr("imported 4 evaluations of t; 0 lie outside the limits"));
  EXPECT_THAT(wider.out, HasSubstr("imported        4 evaluations of t, given to the optimizer first"));
  EXPECT_EQ(line_count(place_.path("u/imported.jsonl")), 4U);
  EXPECT_THAT(file_text(place_.path("u/table.md")), HasSubstr("| 4 of t |"));
  EXPECT_EQ(line_count(place_.path("u/games.jsonl")), 2U * 12 + 2 * 16) << "what is imported is not played";
  EXPECT_EQ(run_program(place_.path(), with("u", "{low: 0.1, high: 5, scale: log}")).out, wider.out);

  // The optimizer asks for 0.27, 0.34, 0.41, 0.48.
  const Finished narrower = run_program(place_.path(), with("n", "{low: 0.2, high: 0.4, scale: log}"));
  EXPECT_THAT(narrower.err, HasSubstr("imported 2 evaluations of t; 2 lie outside the limits"));

  std::vector<std::string> other = with("o", "{low: 0.1, high: 5, scale: log}");
  other.insert(other.end(), {"--set", "seed=9"});
  const Finished refused = run_program(place_.path(), other);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("--import: t holds another tuning"), HasSubstr("seed: stored 8, now 9")));
  const Finished late = run_program(place_.path(), [&] {
    std::vector<std::string> words = command("t", "5", write_optimizer(place_));
    words.insert(words.end(), {"--import", "u"});
    return words;
  }());
  EXPECT_EQ(late.exit_code, 2);

  std::vector<std::string> chained = command("c", "2", write_optimizer(place_));
  chained.insert(chained.end(),
                 {"--import", "u", "--set", "parameters.search.selection.c={low: 0.1, high: 6, scale: log}"});
  EXPECT_THAT(run_program(place_.path(), chained).err, HasSubstr("imported 6 evaluations of u")) << "four of them t's";
  std::filesystem::remove_all(place_.path("t"));
  EXPECT_EQ(run_program(place_.path(), with("u", "{low: 0.1, high: 5, scale: log}")).out, wider.out)
      << "what was imported is stored";
}

/// Folders of objective and serve have tables and reports too: those of the same evaluation say the same of it.
TEST_F(CliTune, EveryFolderHasItsTable) {
  ASSERT_EQ(run_program(place_.path(), {"tune", "objective", "s.yaml", "--params", R"({"search.selection.c": 0.7})",
                                        "--out", "o", "--quiet"})
                .exit_code,
            0);
  place_.write("requests", R"({"op":"evaluate","id":1,"params":{"search.selection.c":0.7}})");
  const std::string serve = std::string("' tune serve s.yaml --out v --threads 2 < requests > events");
  ASSERT_EQ(std::system(("cd '" + place_.path() + "' && '" + ROOTWARD_PROGRAM + serve).c_str()), 0);
  std::vector<json> objects;
  for (const std::string folder : {"o", "v"}) {
    const Finished text = run_program(place_.path(), {"table", folder});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_THAT(text.out, AllOf(HasSubstr("search.selection.c"), HasSubstr("0.7"), HasSubstr("best observed"),
                                Not(HasSubstr("fresh test  "))));
    objects.push_back(json::parse(run_program(place_.path(), {"table", folder, "--format", "json"}).out));
    ASSERT_EQ(objects.back()["evaluations"].size(), 1U);
    EXPECT_EQ(objects.back()["evaluations"][0]["games"], 12);
    EXPECT_EQ(objects.back()["tests"].size(), 0U);
    const Finished report = run_program(place_.path(), {"report", folder, "--out", "page.html"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    EXPECT_THAT(file_text(place_.path("page.html")),
                AllOf(HasSubstr("<h3>Table</h3>"), HasSubstr("slower: convergence")));
  }
  for (const char* key : {"mean", "stderr", "params"})
    EXPECT_EQ(objects[0]["evaluations"][0].at(key), objects[1]["evaluations"][0].at(key)) << key;
}

}  // namespace
}  // namespace rootward::testing
