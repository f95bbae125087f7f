// Configurations laid over others: what wins, where relative names count from, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lab/config/head_reader.h"
#include "lab/config/resolved_tree.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class BaseFiles : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_ / "below"); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string tree_of(const std::string& file, const std::vector<Override>& overrides = {}) {
    return config::flow_text(config::configuration_tree(config::text_of(file), file, overrides));
  }
  static std::string error_of(const std::string& file, const std::vector<Override>& overrides = {}) {
    try {
      (void)tree_of(file, overrides);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "nothing is wrong";
  }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(BaseFiles, MapsAreJoinedAndWhatStandsAboveWins) {
  write("players.yaml", "players: {a: {backup: average}, b: {backup: max}}\nseed: 1\n");
  write("game.yaml", "game: tictactoe\nplayers: {b: {backup: softmax}}\nname: game\n");
  const std::string file =
      write("top.yaml", "base: [players.yaml, game.yaml]\nname: top\nplayers: {c: {}}\nschedule: {pairs: 3}\n");
  EXPECT_EQ(tree_of(file),
            "{players: {a: {backup: average}, b: {backup: softmax}, c: {}}, seed: 1, game: tictactoe, name: top, "
            "schedule: {pairs: 3}}");
}

TEST_F(BaseFiles, OneThatComesWithTheProgramIsABase) {
  EXPECT_THAT(tree_of(write("top.yaml", "base: shipped:quickstart\nname: mine\n")),
              AllOf(HasSubstr("name: mine"), HasSubstr("players: {")));
  EXPECT_THAT(error_of(write("top.yaml", "seed: 1\nbase: shipped:quickstar\n")),
              AllOf(HasSubstr("top.yaml:2:7: base: "), HasSubstr("quickstar"), HasSubstr("did you mean")));
}

TEST_F(BaseFiles, AnotherChoiceTakesNoParametersFromBelow) {
  write("low.yaml", "a: {name: net, cache: 5}\nb: {name: net, cache: 5}\nc: [1, 2]\nd: {name: net}\n");
  EXPECT_EQ(tree_of(write("top.yaml",
                          "base: low.yaml\na: {name: playouts}\nb: {name: net, symmetry: random}\nc: [3]\n"
                          "d: playouts\n")),
            "{a: {name: playouts}, b: {name: net, cache: 5, symmetry: random}, c: [3], d: playouts}");
}

/// By the rules of `defaults` and --set: a name alone stands for its map, whatever key has the name.
TEST_F(BaseFiles, AChoiceKeepsItsNameUnderParametersAlone) {
  write("low.yaml",
        "search: {selection: puct, expansion: all, evaluator: {name: net, cache: 5}, budget: {simulations: 9}}\n"
        "backup: {name: erwa, alpha: 0.1}\ngame: hex\n");
  EXPECT_EQ(
      tree_of(write("top.yaml",
                    "base: low.yaml\nsearch: {selection: {c: 2.5}, expansion: {after: 3}, evaluator: net, budget: "
                    "{seconds: 1}}\nbackup: max\ngame: {size: 5}\n")),
      "{search: {selection: {name: puct, c: 2.5}, expansion: {kind: all, after: 3}, evaluator: {name: net, "
      "cache: 5}, budget: {seconds: 1}}, backup: max, game: {name: hex, size: 5}}");
  write("low.yaml", "search: {expansion: {kind: one, after: 5}}\n");
  EXPECT_EQ(tree_of(write("top.yaml", "base: low.yaml\nsearch: {expansion: {kind: self}}\n")),
            "{search: {expansion: {kind: self}}}");
}

/// What is stored of a run says all of each player.
TEST_F(BaseFiles, DefaultsBesideAStoredConfigurationAreRefused) {
  const std::vector<Override> given = {{.path = "defaults.search.budget.simulations", .value = "5"}};
  const auto read = [&](const std::string& text) {
    return config::flow_text(config::configuration_tree(text, folder_.string(), given));
  };
  EXPECT_THROW((void)read("players: {a: {backup: average}}\n"), UsageError);
  EXPECT_THAT(read("defaults: {}\n"), HasSubstr("simulations: 5"));
}

TEST_F(BaseFiles, BooksCountFromWhereTheyWereWritten) {
  write("below/low.yaml", "schedule: {opening: {book: ../books/even.txt}}\n");
  const std::string file = write("top.yaml", "base: below/low.yaml\n");
  EXPECT_EQ(tree_of(file), "{schedule: {opening: {book: books/even.txt}}}");
  EXPECT_EQ(tree_of(std::filesystem::relative(file).string()), "{schedule: {opening: {book: books/even.txt}}}");
}

TEST_F(BaseFiles, ATournamentMayStandInPieces) {
  write("low.yaml", with(kSample, "name: sample\n", ""));
  const std::string file =
      write("top.yaml", "base: low.yaml\nname: top\ndefaults: {search: {budget: {simulations: 9}}}\n");
  const tournament::TournamentConfig config = tournament::read_tournament(file, {{"schedule.pairs", "8"}});
  EXPECT_EQ(config.name, "top");
  EXPECT_EQ(config.schedule.pairs, 8U);
  EXPECT_EQ(player_of(config, "average").search.budget.simulations, 9U);
  EXPECT_EQ(config::kind_of_file(file), config::FileKind::tournament);
  EXPECT_EQ(tournament::read_player(file, "erwa", {}, config.game).search.backup.params.real("alpha"), 0.02);
}

/// Its name counts from the folder of the file that it is laid under, and other overrides find what stands in it.
TEST_F(BaseFiles, ACommandLineNamesThem) {
  write("below/low.yaml", "players: {a: {backup: average}}\nseed: 1\nname: low\n");
  write("below/lower.yaml", "seed: 2\ngame: tictactoe\n");
  const std::string plain = write("plain.yaml", "name: top\n");
  EXPECT_EQ(tree_of(plain, {{"players.a.backup", "max"}, {"base", "below/low.yaml"}}),
            "{players: {a: {backup: max}}, seed: 1, name: top}");
  EXPECT_EQ(tree_of(plain, {{"base", "[below/low.yaml, below/lower.yaml]"}}),
            "{players: {a: {backup: average}}, seed: 2, name: top, game: tictactoe}");
  const std::string based = write("based.yaml", "base: below/low.yaml\nname: top\n");
  EXPECT_EQ(tree_of(based, {{"base", "below/lower.yaml"}}), "{seed: 2, game: tictactoe, name: top}")
      << "in place of the file's own";
}

TEST_F(BaseFiles, WrongBasesOfACommandLineAreNamed) {
  const std::string file = write("a.yaml", "name: top\n");
  EXPECT_THAT(error_of(file, {{"base", "nowhere.yaml"}}), HasSubstr("--set base: nowhere.yaml is not there"));
  EXPECT_THAT(error_of(file, {{"base", "a.yaml"}}), HasSubstr("a.yaml builds on itself"));
  EXPECT_THAT(error_of(file, {{"base", ""}}), HasSubstr("an empty value is not allowed; allowed: the path"));
  EXPECT_THAT(error_of(file, {{"base.file", "b.yaml"}}), HasSubstr("a map is not allowed; allowed: the path"));
}

TEST_F(BaseFiles, ProblemsNameTheFileInWhichTheyStand) {
  write("low.yaml", with(kSample, "alpha: 0.02", "alpha: 2"));
  const std::string file = write("top.yaml", "base: low.yaml\nname: top\n");
  try {
    (void)tournament::read_tournament(file);
    FAIL() << "alpha is out of range";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("low.yaml:11:38: players.erwa.backup.alpha: 2 is not allowed"));
  }
}

TEST_F(BaseFiles, WrongBasesAreNamed) {
  EXPECT_THAT(error_of(write("a.yaml", "base: nowhere.yaml\n")),
              HasSubstr("a.yaml:1:7: base: nowhere.yaml is not there"));
  EXPECT_THAT(error_of(write("a.yaml", "base: [[b.yaml]]\n")), HasSubstr("a list is not allowed; allowed: the path"));
  EXPECT_THAT(error_of(write("a.yaml", "base: a.yaml\n")), HasSubstr("a.yaml builds on itself"));
  write("b.yaml", "base: a.yaml\n");
  EXPECT_THAT(error_of(write("a.yaml", "base: b.yaml\n")), HasSubstr("b.yaml:1:7: base: a.yaml builds on itself"));
  write("b.yaml", "[1, 2]\n");
  EXPECT_THAT(error_of(write("a.yaml", "base: b.yaml\n")), HasSubstr("b.yaml is no map of keys"));
}

}  // namespace
}  // namespace rootward::config_tests
