// rootward-optimizer as a user and as a tuning meet it: help, version, wrong usage, lines in and out, lost output.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using ::testing::HasSubstr;

struct Outcome {
  int exit_code = -1;
  std::string out;  ///< both streams
};

Outcome shell(const std::string& command) {
  const std::string whole = "{ optimizer() { '" ROOTWARD_OPTIMIZER "' \"$@\"; }; " + command + "\n} 2>&1";
  std::FILE* pipe = popen(whole.c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) outcome.out += buffer.data();
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

const std::string kConversation =
    R"(printf '%s\n' '{"op":"space","parameters":[{"name":"c","low":0.2,"high":3,"scale":"log"}]}' )"
    R"('{"op":"tell","id":1,"params":{"c":0.7},"mean":0.55,"stderr":0.025,"games":400}' '' 'nonsense' )"
    R"('{"op":"ask","id":2}' '{"op":"best"}' | optimizer --seed 1)";

TEST(OptimizerProgram, HelpsWithAnExampleThatRuns) {
  const Outcome help = shell("optimizer --help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* word : {"--seed", "--acquisition", "--state", "--version", "space", "ask", "tell", "failed", "best"})
    EXPECT_THAT(help.out, HasSubstr(word));
  std::string example = help.out.substr(help.out.find("Example:") + 8);
  example.replace(example.find("rootward-optimizer"), 18, "optimizer");
  const Outcome outcome = shell(example);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr(R"({"id":2,"params":{"c":)"));
  EXPECT_THAT(outcome.out, HasSubstr(R"({"params":{"c":0.7)"));
}

TEST(OptimizerProgram, TellsItsVersion) {
  const Outcome version = shell("optimizer --version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.out, HasSubstr("rootward-optimizer "));
  EXPECT_THAT(version.out, HasSubstr("revision "));
}

TEST(OptimizerProgram, AnswersALineForALine) {
  const Outcome outcome = shell(kConversation);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5) << "the blank line gets no reply";
  EXPECT_THAT(outcome.out, HasSubstr(R"({"error":)"));
  EXPECT_EQ(shell(kConversation).out, outcome.out);
}

TEST(OptimizerProgram, RefusesWrongUsage) {
  for (const char* arguments : {"--sead 1", "--seed x", "--acquisition pi", "--seed -1"}) {
    const Outcome outcome = shell(std::string("optimizer ") + arguments + " </dev/null");
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_THAT(outcome.out, HasSubstr("error: ")) << arguments;
  }
}

TEST(OptimizerProgram, RefusesADamagedState) {
  const Outcome outcome =
      shell("f=$(mktemp); echo '{\"schema\"' > $f; optimizer --state $f </dev/null; code=$?; rm $f; exit $code");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("cannot be used"));
}

TEST(OptimizerProgram, FailsWhereItsRepliesAreLost) {
  EXPECT_EQ(shell("echo '{\"op\":\"best\"}' | optimizer >/dev/full").exit_code, 1);
}

TEST(OptimizerProgram, TakesUpItsStateAfterAKill) {
  const Outcome outcome =
      shell(R"(d=$(mktemp -d); mkfifo $d/in; ask='{"op":"ask","id":1}'; )"
            "'" ROOTWARD_OPTIMIZER
            "' --state $d/state <$d/in >$d/out & pid=$!; exec 3>$d/in; "
            R"(printf '%s\n' '{"op":"space","parameters":[{"name":"c","low":0,"high":3}]}' "$ask" >&3; )"
            R"(until [ $(wc -l <$d/out) = 2 ]; do sleep 0.02; done; kill -9 $pid; exec 3>&-; )"
            R"(tail -n 1 $d/out; echo "$ask" | optimizer --state $d/state; rm -r $d)");
  const auto params_from = [&](std::size_t start) {
    const std::size_t begin = outcome.out.find(R"("params")", start);
    return outcome.out.substr(begin, outcome.out.find('}', begin) - begin);
  };
  EXPECT_THAT(params_from(0), HasSubstr(R"("params":{"c":)"));
  EXPECT_EQ(params_from(0), params_from(outcome.out.find('\n'))) << outcome.out;
}

}  // namespace
