// Files that a configuration names: one that is missing is told with file, line and key. Environment variables are
// named, and their values are nowhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/config/named_files.h"
#include "lab/config/parts.h"
#include "lab/engines/engine_options.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> missing_files(const std::string& yaml, const std::vector<Override>& overrides = {}) {
  std::vector<std::string> texts;
  try {
    config::check_named_files(tournament::parse_tournament(yaml, "/nowhere/t.yaml", overrides).named_files);
  } catch (const UsageError& error) {
    for (const Problem& problem : error.problems()) texts.push_back(problem_text(problem));
  }
  return texts;
}

TEST(NamedFiles, AMissingNetworkAndAMissingBookAreToldWithTheirPlaces) {
  const std::string yaml = with(
      with(with(kSample, "{name: connect4, width: 7}", "{name: go, size: 9}"), "{random_plies: 2}", "{book: none.txt}"),
      "search: {solver: true}", "search: {evaluator: {name: net, file: none.safetensors}}");
  EXPECT_THAT(missing_files(yaml),
              ElementsAre(AllOf(StartsWith("/nowhere/t.yaml:12:"), HasSubstr("players.soft.search.evaluator.file"),
                                HasSubstr("no network none.safetensors")),
                          AllOf(StartsWith("/nowhere/t.yaml:14:"), HasSubstr("schedule.opening.book: none.txt"))));
  EXPECT_THAT(missing_files(kSample, {{"schedule.opening", "{file: none.sgf}"}}),
              ElementsAre(AllOf(StartsWith("--set schedule.opening:"), HasSubstr("none.sgf"))));
}

TEST(NamedFiles, WhatIsReadBackFromAFolderNeedsNoFiles) {
  const std::string yaml = with(kSample, "{random_plies: 2}", "{book: none.txt}");
  EXPECT_EQ(tournament::parse_tournament(yaml, "/nowhere/t.yaml").schedule.opening.book, "none.txt");
}

std::string with_engine(const std::string& environment) {
  return with(kSample, "{player: random}", "{gtp: engine, environment: {" + environment + "}}");
}

TEST(Environment, ValuesAreNamedAndNotShown) {
  const tournament::TournamentConfig config = tournament::parse_tournament(with_engine("TOKEN: secret-1"), "t.yaml");
  const PlayerSpec& engine = player_of(config, "any");
  EXPECT_EQ(engine.environment.front().value, "secret-1") << "the engine gets it";
  EXPECT_THAT(resolved_yaml(config), AllOf(HasSubstr("TOKEN: \"(not stored)\""), Not(HasSubstr("secret"))));
  EXPECT_THAT(player_summary(engine), AllOf(HasSubstr("TOKEN"), Not(HasSubstr("secret"))));
}

TEST(Environment, NamesAloneAreCompared) {
  const auto read = [](const std::string& environment) {
    return tournament::parse_tournament(with_engine(environment), "t.yaml");
  };
  const tournament::TournamentConfig config = read("TOKEN: secret-1");
  const tournament::TournamentConfig stored = tournament::parse_tournament(resolved_yaml(config), "stored");
  EXPECT_EQ(continuation_problem(stored, config), "");
  EXPECT_EQ(continuation_problem(config, read("TOKEN: secret-2")), "") << "a folder of an older version has the value";
  EXPECT_EQ(config_hash(config), config_hash(read("TOKEN: secret-2")));
  EXPECT_THAT(continuation_problem(stored, read("OTHER: secret-1")), HasSubstr("environment"));
}

TEST(Environment, AnEngineIsNotStartedWithoutTheValue) {
  const tournament::TournamentConfig config = tournament::parse_tournament(with_engine("TOKEN: secret-1"), "t.yaml");
  const tournament::TournamentConfig stored = tournament::parse_tournament(resolved_yaml(config), "stored");
  const std::unique_ptr<Game> game = make_game(config.game);
  EXPECT_EQ(engine_options(player_of(config, "any"), *game).child.environment.front().second, "secret-1");
  try {
    (void)engine_options(player_of(stored, "any"), *game);
    FAIL() << "it was started";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("any.environment.TOKEN: the value of this variable is not stored"));
  }
}

TEST(Environment, FoldersThatStoredValuesKeepTheHashThatWasMadeOfThem) {
  const auto read = [](const std::string& environment) {
    return tournament::parse_tournament(with_engine(environment), "t.yaml");
  };
  EXPECT_NE(stored_config_hash(read("TOKEN: a")), stored_config_hash(read("TOKEN: b")));
  const tournament::TournamentConfig now = read("TOKEN: a");
  EXPECT_EQ(stored_config_hash(tournament::parse_tournament(resolved_yaml(now), "stored")), config_hash(now));
}

}  // namespace
}  // namespace rootward::config_tests
