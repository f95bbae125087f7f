// What the program knows of itself wherever it lies: its version, and the configurations that come with it.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "core/file_io.h"
#include "core/json.h"
#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(Version, IsTheSameFromAnotherFolderWithAnEmptyEnvironment) {
  const Outcome here = run_shell("rootward --version");
  EXPECT_EQ(run_shell("cd / && env -i '" ROOTWARD_PROGRAM "' --version").out, here.out);
}

TEST(Version, AsJsonHasTheSignature) {
  const Json object = parse_json(run_shell("rootward --version --json").out);
  EXPECT_EQ(object.at("schema"), "rootward.version/1");
  EXPECT_THAT(run_shell("rootward --version").out, HasSubstr(object.at("version").get<std::string>()));
  EXPECT_EQ(object.at("signature").get<std::string>() + "\n", run_shell("rootward tool bench --signature").out);
  EXPECT_TRUE(object.at("dirty").is_boolean());
  for (const char* key : {"revision", "compiler", "flags"}) EXPECT_TRUE(object.at(key).is_string()) << key;
  EXPECT_TRUE(object.contains("python"));
}

TEST(Version, JsonWithoutItIsWrongUsage) { EXPECT_EQ(run_shell("rootward --json").exit_code, 2); }

TEST(ShippedFiles, AConfigurationIsTheOneThatComesWithTheProgram) {
  const Outcome shipped = run_shell("cd / && env -i '" ROOTWARD_PROGRAM "' check shipped:quickstart");
  EXPECT_EQ(shipped.exit_code, 0) << shipped.err;
  EXPECT_THAT(shipped.out, HasSubstr("configs/quickstart.yaml: in order; a tournament"));
  EXPECT_EQ(run_shell("rootward check shipped:tuning/quickstart-tuning").exit_code, 0);
  EXPECT_EQ(run_shell("rootward tune space shipped:quickstart-tuning").exit_code, 0);
}

TEST(ShippedFiles, AnUnknownNameIsToldTheNearest) {
  const Outcome outcome = run_shell("rootward check shipped:quickstrat");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("shipped:quickstrat: no such configuration comes with the program; did you mean "
                                     "quickstart?"));
}

TEST(ShippedFiles, ANameOfTwoConfigurationsNeedsItsFolder) {
  const Outcome outcome = run_shell("rootward check shipped:connect4");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(
      outcome.err,
      HasSubstr("several configurations have this name: explore/connect4, league/connect4, training/connect4;"));
  EXPECT_EQ(run_shell("rootward check shipped:league/connect4").exit_code, 0);
}

TEST(ShippedFiles, EveryListedConfigurationHasAKindAndAFile) {
  const Json list = parse_json(run_shell("cd / && rootward list configs --json").out).at("configs");
  ASSERT_GT(list.size(), 30U);
  for (const Json& one : list) {
    EXPECT_NE(one.at("kind"), "") << one;
    EXPECT_TRUE(std::filesystem::exists(one.at("file").get<std::string>())) << one;
  }
  EXPECT_THAT(run_shell("rootward list configs").out,
              HasSubstr("shipped:quickstart (tournament): Which of these backup operators"));
  EXPECT_EQ(run_shell("rootward list configs quickstart").out,
            read_whole_file(ROOTWARD_SOURCE_DIR "/configs/quickstart.yaml"));
  EXPECT_EQ(parse_json(run_shell("rootward list configs quickstart --json").out).at("configs").size(), 1U);
}

/// But for those whose network is others' or has to be trained first, as each says, and finals that have no players of
/// their own.
TEST(ShippedFiles, EveryListedConfigurationIsInOrder) {
  const std::set<std::string> need_a_network = {"gnugo-net",      "go19-net", "go19-net-small", "go9-pyaq",
                                                "go9-pyaq-small", "go19",     "go7-gate"};
  const Json list = parse_json(run_shell("rootward list configs --json").out).at("configs");
  for (const Json& one : list) {
    const Outcome outcome = run_shell("rootward check '" + one.at("file").get<std::string>() + "'");
    EXPECT_THAT(outcome.exit_code, AnyOf(0, 2)) << one;
    std::istringstream lines(outcome.exit_code == 0 ? "" : outcome.err);
    for (std::string line; std::getline(lines, line);) {
      const bool may_lack_it = need_a_network.contains(std::filesystem::path(one.at("file").get<std::string>()).stem());
      EXPECT_THAT(line, HasSubstr(may_lack_it ? "there is no network" : "every player is a reference")) << one;
    }
  }
}

/// A program in PREFIX/bin has PREFIX/share/rootward, whatever $ROOTWARD_DATA says; one in another place has that.
TEST(ShippedFiles, AreThoseBesideTheProgramThenThoseOfTheEnvironment) {
  const std::string make =
      "F=$(mktemp -d) && mkdir -p $F/bin $F/share/rootward/configs $F/lone/bin $F/data/configs && "
      "cp '" ROOTWARD_PROGRAM "' $F/bin/ && cp '" ROOTWARD_PROGRAM
      "' $F/lone/bin/ && "
      "echo 'schedule: {}' > $F/share/rootward/configs/beside.yaml && echo 'steps: x' > $F/data/configs/named.yaml; ";
  const Outcome outcome = run_shell(make +
                                    "export ROOTWARD_DATA=$F/data; $F/bin/rootward list configs; "
                                    "$F/lone/bin/rootward list configs; rm -r $F");
  EXPECT_EQ(outcome.out, "shipped:beside (tournament)\nshipped:named (study)\n") << outcome.err;
}

}  // namespace
}  // namespace rootward::testing
