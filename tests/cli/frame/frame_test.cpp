// The program's frame: help with examples, version, wrong usage, closed and full output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class EveryCommand : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryCommand, HelpShowsAnExample) {
  const std::string name = GetParam();
  const Outcome outcome = run_shell("rootward " + name + " --help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  const std::size_t example = outcome.out.find("xample");
  ASSERT_NE(example, std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("rootward " + name, example), std::string::npos) << outcome.out;
}

TEST_P(EveryCommand, HasALineInTheHelp) {
  const std::string path = std::string("rootward ") + GetParam();
  const std::size_t last = path.rfind(' ');
  EXPECT_THAT(run_shell(path.substr(0, last) + " --help").out,
              ContainsRegex("\n  " + path.substr(last + 1) + " +[A-Z]"));
}

TEST_P(EveryCommand, RefusesAnUnknownOption) {
  const std::string name = GetParam();
  const Outcome outcome = run_shell("rootward " + name + " --hepl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("rootward " + name + " --help")) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(Commands, EveryCommand,
                         ::testing::Values("run", "check", "plan", "status", "table", "report", "merge", "verify",
                                           "search", "explore", "evaluate", "backup", "play", "gtp", "list", "tune",
                                           "tune space", "tune objective", "tune serve", "tool", "tool perft",
                                           "tool new-game", "tool book", "tool net", "tool data", "tool bench",
                                           "tool completion"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           for (const char blank : {' ', '-'}) std::ranges::replace(name, blank, '_');
                           return name;
                         });

TEST(Frame, VersionTellsRevisionCompilerAndFlags) {
  const Outcome outcome = run_shell("rootward --version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("^rootward [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("\nrevision ([0-9a-f]+|unknown)"));
  EXPECT_THAT(outcome.out, ContainsRegex("\ncompiler (GNU|Clang) "));
  EXPECT_THAT(outcome.out, HasSubstr("-ffp-contract=off"));
}

TEST(Frame, NoCommandIsWrongUsageWithHelp) { EXPECT_THAT(refusal("rootward"), HasSubstr("explore")); }

TEST(Frame, UnknownCommandNamesTheNearest) {
  EXPECT_THAT(refusal("rootward tabel results/x"), HasSubstr("unknown command 'tabel'; did you mean table?"));
}

TEST(Frame, UnknownOptionNamesTheNearest) {
  EXPECT_THAT(refusal("rootward tool perft tictactoe --depht 3"), HasSubstr("--depth"));
}

TEST(Frame, OptionBeforeTheCommandIsUnknown) {
  EXPECT_THAT(refusal("rootward --versoin"), HasSubstr("did you mean --version?"));
}

TEST(Frame, ClosedPipeIsQuiet) {
  const Outcome outcome = run_shell("rootward tool perft tictactoe --depth 7 | true");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
}

/// Runs the commands once nobody reads their output any more; they say on standard error what is asked of them.
std::string said_unread(const std::string& commands) {
  return run_shell("{ while (echo x) 2>/dev/null; do sleep 0.01; done; " + commands + "; } | true").err;
}

TEST(Frame, AReaderThatHasGoneLeavesTheCommandItsExitCode) {
  EXPECT_EQ(said_unread("echo nonsense | rootward backup; echo \"code $?\" >&2"), "code 2\n");
  EXPECT_EQ(said_unread("rootward --help; echo \"code $?\" >&2"), "code 0\n");
}

TEST(Frame, AReaderThatHasGoneLeavesNoWorkUndone) {
  EXPECT_EQ(said_unread("d=$(mktemp -d); rootward search tictactoe --set search.budget.simulations=50 --trace "
                        "$d/tree.json; echo \"code $?\" >&2; grep -c rootward.trace $d/tree.json >&2; rm -r $d"),
            "code 0\n1\n");
}

TEST(Frame, WhatWouldPrintForVeryLongEndsWithItsReader) {
  const std::string program = "timeout 60 '" ROOTWARD_PROGRAM "' ";
  const std::string code = "; echo \"code $?\" >&2";
  EXPECT_EQ(said_unread(program + "tool perft connect4 --depth 1000" + code), "code 0\n");
  EXPECT_EQ(said_unread("yes nonsense | " + program + "backup" + code), "code 2\n");
}

TEST(Frame, FullOutputFails) {
  const Outcome outcome = run_shell("rootward tool perft tictactoe --depth 2 >/dev/full");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write the results"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("internal")));
}

TEST(Frame, HelpOfAnUnknownCommandNamesIt) {
  for (const char* line : {"rootward nonsense --help", "rootward --help nonsense", "rootward nonsense --version"}) {
    EXPECT_THAT(refusal(line), HasSubstr("unknown command 'nonsense'"));
  }
  EXPECT_THAT(run_shell("rootward serach --help").err, HasSubstr("did you mean search?"));
  EXPECT_THAT(run_shell("rootward tool net inof --help").err, HasSubstr("did you mean info?"));
  EXPECT_EQ(run_shell("rootward tool net info --help").exit_code, 0);
}

TEST(Frame, HelpAndVersionThatCannotBeWrittenAreAFailure) {
  for (const char* line :
       {"rootward --version > /dev/full", "rootward --help > /dev/full", "rootward search --help > /dev/full"}) {
    const Outcome outcome = run_shell(line);
    EXPECT_EQ(outcome.exit_code, 1) << line;
  }
}

TEST(Frame, AWrongNumberIsToldWithWhatIsAllowed) {
  EXPECT_THAT(refusal("rootward tool perft go --depth 0"),
              HasSubstr("--depth: 0 is not allowed; allowed: a whole number from 1 to 1000"));
  EXPECT_THAT(refusal("rootward search go --sgf x.sgf --move -1"),
              HasSubstr("-1 is not allowed; allowed: a whole number from 1"));
  EXPECT_THAT(refusal("rootward search go --trace x.dot --min-visits none"), HasSubstr("none is not allowed"));
  EXPECT_THAT(refusal("rootward tool book go --balance 2"),
              HasSubstr("2 is not allowed; allowed: a number from 0 to 1"));
  EXPECT_THAT(refusal("rootward run shipped:quickstart --games 1"),
              HasSubstr("1 is not allowed; allowed: a whole number from 2"));
  EXPECT_THAT(refusal("rootward tool perft go --depth 010"), HasSubstr("010 is not allowed"))
      << "some libraries read 8";
  EXPECT_EQ(run_shell("rootward tool perft tictactoe --depth 1e0").out, "1\t9\n");
}

TEST(Frame, RunRefusesWhatFilesOfAKindDoNotTake) {
  EXPECT_THAT(refusal("rootward run shipped:quickstart --evaluations 3"),
              AllOf(HasSubstr("--evaluations: it is for tunings; "), HasSubstr("quickstart.yaml is a tournament")));
  EXPECT_THAT(refusal("rootward run shipped:quickstart-tuning --slurm --wait"),
              HasSubstr("--wait: it is for tournaments and estimates studies; "));
  EXPECT_THAT(refusal("rootward run shipped:quickstart --cpus 2"), HasSubstr("--cpus requires --slurm or --print"));
  EXPECT_THAT(refusal("rootward run shipped:quickstart-tuning --cpus 2"), HasSubstr("--cpus requires --slurm"));
  EXPECT_THAT(refusal("rootward run shipped:quickstart-tuning --slurm --rounds 2"),
              HasSubstr("--rounds requires --driver"));
  EXPECT_THAT(refusal("rootward run shipped:quickstart --json"), HasSubstr("--json requires --slurm or --print"));
  EXPECT_THAT(refusal("rootward run shipped:quickstart --slurm --threads 2"),
              HasSubstr("--threads: a run that is handed to a cluster does not take it"));
}

TEST(Frame, PlanRefusesWhatItWouldNotHeed) {
  EXPECT_THAT(refusal("rootward plan shipped:which-backup --shard 1/2"),
              AllOf(HasSubstr("--shard: parts of tournaments alone are planned; "), HasSubstr("is a study")));
  EXPECT_THAT(refusal("rootward plan shipped:quickstart --print slurm --elo 5"),
              HasSubstr("--elo: what games can show"));
  EXPECT_THAT(refusal("rootward plan --games 3"), HasSubstr("an even number is allowed"));
}

}  // namespace
}  // namespace rootward::testing
