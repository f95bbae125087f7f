// Games, operators, evaluators and players as command-line arguments, and one player out of a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <string>

#include "lab/config/parts.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

std::string game_error(const std::string& text, const std::vector<Override>& overrides = {}) {
  return error_of([&] { (void)parse_game(text, overrides); });
}

TEST(GameArgument, NamesSizesAndMaps) {
  EXPECT_EQ(parse_game("tictactoe", {}).name, "tictactoe");
  EXPECT_EQ(parse_game("go", {}).params.integer("size"), 9);
  EXPECT_EQ(parse_game("go:19", {}).params.integer("size"), 19);
  EXPECT_EQ(parse_game("{name: go, size: 5, komi: 0.5}", {}).params.real("komi"), 0.5);
  EXPECT_EQ(parse_game("name: go\nsize: 4\n", {}).params.integer("size"), 4);
  EXPECT_EQ(parse_game("go:13", {{"komi", "-1.5"}}).params.real("komi"), -1.5);
  EXPECT_EQ(parse_game("go:13", {{"komi", "-1.5"}}).params.integer("size"), 13);
  EXPECT_EQ(parse_game("connect4", {{"blocked", "{column: 2, row: 1}"}}).params.integer("blocked.column"), 2);
  EXPECT_EQ(parse_game("connect4", {{"blocked.column", "2"}, {"blocked.row", "1"}}).params.integer("blocked.row"), 1);
}

TEST(GameArgument, WidthAndHeightInTheName) {
  const NamedParams game = parse_game("connect4:5x4", {});
  EXPECT_EQ(game.params.integer("width"), 5);
  EXPECT_EQ(game.params.integer("height"), 4);
  EXPECT_EQ(parse_game("{name: connect4:5x4, connect: 3}", {}).params.integer("connect"), 3);
  EXPECT_THAT(game_error("{name: connect4:5x4, height: 4}"), HasSubstr("so does the key height"));
  EXPECT_THAT(game_error("connect4:7x"), StartsWith("GAME:1:1: game.height"));
  EXPECT_THAT(game_error("connect4:7"), HasSubstr("connect4:WIDTHxHEIGHT"));
  EXPECT_THAT(game_error("go:9x9"), StartsWith("GAME:1:1: game.size: 9x9 is not allowed"));
}

TEST(GameArgument, Mistakes) {
  EXPECT_THAT(game_error("og"),
              AllOf(StartsWith("GAME:1:1: game: no game is called og"), HasSubstr("did you mean go?")));
  EXPECT_THAT(game_error("go:1"), StartsWith("GAME:1:1: game.size: 1 is not allowed"));
  EXPECT_THAT(game_error("go:x"), StartsWith("GAME:1:1: game.size: x is not allowed"));
  EXPECT_THAT(game_error("go:"), StartsWith("GAME:1:1: game.name: is required"));
  EXPECT_THAT(game_error("connect4:7"), AllOf(HasSubstr("connect4 has no size"), HasSubstr("width, height, connect")));
  EXPECT_THAT(game_error("tictactoe:3"), HasSubstr("its parameters: none"));
  EXPECT_THAT(game_error("g0:9"), HasSubstr("no game is called g0"));
  EXPECT_THAT(game_error("{name: go:9, size: 7}"), HasSubstr("only one is allowed"));
  EXPECT_THAT(game_error(""), AllOf(StartsWith("GAME"), HasSubstr("an empty value is not allowed")));
  EXPECT_THAT(game_error("{name: go, komi: 0.3}"), StartsWith("GAME:1:18: game.komi: 0.3 is not allowed"));
  EXPECT_THAT(game_error("go", {{"size", "77"}}), StartsWith("--set game.size: 77 is not allowed"));
  EXPECT_THAT(game_error("{name: go"), AllOf(StartsWith("GAME:1:"), HasSubstr("is a bracket left open?")));
}

TEST(PlayerArgument, SearchBackupAndOverrides) {
  const NamedParams game = parse_game("go:5", {});
  const PlayerSpec bare = parse_search_player("", "", {}, game);
  EXPECT_EQ(bare.kind, "search");
  EXPECT_EQ(bare.search.budget.simulations, 10'000U);
  EXPECT_EQ(bare.search.backup.name, "average");
  const PlayerSpec full =
      parse_search_player("{budget: {simulations: 1000}, selection: {name: ucb1, c: 0.2}, expansion: all}", "erwa",
                          {{"backup.alpha", "0.5"}, {"search.selection.c", "0.3"}}, game);
  EXPECT_EQ(full.search.budget.simulations, 1000U);
  EXPECT_EQ(full.search.expansion.kind, ExpansionKind::all);
  EXPECT_EQ(full.search.selection.params.real("c"), 0.3);
  EXPECT_EQ(full.search.backup.params.real("alpha"), 0.5);
  const PlayerSpec coulom = parse_search_player("", "coulom", {}, game);
  EXPECT_EQ(param_text(coulom.search.backup.params.values().at("scale")), "25");
}

TEST(PlayerArgument, Mistakes) {
  const NamedParams game = parse_game("tictactoe", {});
  const auto error = [&](const std::string& search, const std::string& backup, const std::vector<Override>& overrides) {
    return error_of([&] { (void)parse_search_player(search, backup, overrides, game); });
  };
  EXPECT_THAT(error("{budget: {simulations: 0}}", "", {}),
              StartsWith("--search:1:24: search.budget.simulations: 0 is"));
  EXPECT_THAT(error("", "avrage", {}), StartsWith("--backup:1:1: backup: no backup operator is called avrage"));
  EXPECT_THAT(error("", "", {{"backp.alpha", "1"}}), StartsWith("--set backp.alpha: backp: unknown key"));
  EXPECT_THAT(error("", "", {{"search.selection.c", "x"}}), StartsWith("--set search.selection.c: x is not allowed"));
  EXPECT_THAT(error("", "", {{"player", "random"}}), HasSubstr("only a searching player"));
  EXPECT_THAT(error("{selection: gaussian}", "softmax", {}),
              AllOf(StartsWith("--search:1:13: search.selection: the selection rule gaussian reads variances"),
                    HasSubstr("operators that do: gaussian_max")));
  EXPECT_EQ(parse_search_player("{selection: gaussian}", "gaussian_max", {}, game).search.selection.name, "gaussian");
  EXPECT_THAT(
      error("{evaluator: {name: playouts, count: 1}}", "uncertainty_weighted", {}),
      AllOf(StartsWith("--search:1:13: search.evaluator: the operator uncertainty_weighted asks how far"),
            HasSubstr("exact+noise, playouts and tactical_playouts with count of 2 or more, KataGo's networks")));
  EXPECT_THAT(error("{evaluator: {name: net, file: no-such.net}}", "uncertainty_weighted", {}),
              HasSubstr("search.evaluator: there is no network no-such.net"));
  EXPECT_THAT(error("{evaluator: net}", "uncertainty_weighted", {}), HasSubstr("off, which net("));
  for (const char* evaluator : {"{name: playouts, count: 2}", "exact+noise",
                                "{name: mix, a: exact+noise, b: {name: tactical_playouts, count: 3}}"})
    EXPECT_EQ(parse_search_player("{evaluator: " + std::string(evaluator) + "}", "uncertainty_weighted", {}, game)
                  .search.backup.name,
              "uncertainty_weighted");
  EXPECT_THAT(error("{budget: {seconds: 1}}", "softmax", {}), StartsWith("--backup:1:1: backup.span: is required"));
}

/// What has passed the check is remembered, by all that it depends on.
TEST(PlayerArgument, AFormulaThatPassedIsCheckedAgainAtOtherNumbers) {
  const NamedParams game = parse_game("tictactoe", {});
  const auto error = [&](const std::string& k) {
    const std::string rule = "{name: formula, kind: return, value: r / k / 2, parameters: {k: " + k + "}}";
    return error_of([&] { (void)parse_search_player("", rule, {}, game); });
  };
  EXPECT_THAT(error("0"), HasSubstr("the value is not finite"));
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(parse_search_player("", "{name: formula, kind: return, value: r / k / 2, parameters: {k: 2}}", {}, game)
                  .search.backup.name,
              "formula");
    EXPECT_THAT(error("0"), HasSubstr("the value is not finite"));
  }
}

TEST(ChoiceArguments, BackupAndEvaluator) {
  EXPECT_EQ(parse_backup("softmax").name, "softmax");
  EXPECT_EQ(parse_backup("{name: erwa, alpha: 0.25}").params.real("alpha"), 0.25);
  EXPECT_EQ(parse_evaluator("playouts").params.integer("count"), 1);
  EXPECT_EQ(parse_evaluator("{name: playouts, count: 9}").params.integer("count"), 9);
  EXPECT_THAT(
      error_of([] { (void)parse_backup("sofmax", "--shadow"); }),
      AllOf(StartsWith("--shadow:1:1: no backup operator is called sofmax"), HasSubstr("did you mean softmax?")));
  EXPECT_THAT(error_of([] { (void)parse_evaluator("{count: 0}"); }),
              StartsWith("--evaluator:1:9: count: 0 is not allowed"));
  EXPECT_THAT(error_of([] { (void)parse_backup(""); }), StartsWith("--backup"));
}

class PlayerFile : public ::testing::Test {
 protected:
  void SetUp() override {
    file_ = ::testing::TempDir() + "/rootward_player_" +
            std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
            ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".yaml";
    std::ofstream(file_) << "defaults: {search: {budget: {simulations: 5}}}\n"
                            "players:\n  a.b: {backup: {name: coulom, mean_weight: 4}}\n  wrong: {backup: 7}\n";
  }
  void TearDown() override { std::remove(file_.c_str()); }
  std::string file_;
};

TEST_F(PlayerFile, OnePlayerWithItsDefaultsForAnyGame) {
  const PlayerSpec player = tournament::read_player(file_, "a.b", {{"backup.threshold", "9"}}, parse_game("go:7", {}));
  EXPECT_EQ(player.name, "a.b");
  EXPECT_EQ(player.search.budget.simulations, 5U);
  EXPECT_EQ(player.search.backup.params.real("threshold"), 9);
  EXPECT_EQ(param_text(player.search.backup.params.values().at("scale")), "49");
}

TEST_F(PlayerFile, Mistakes) {
  const NamedParams game = parse_game("tictactoe", {});
  const auto error = [&](const std::string& name, const std::vector<Override>& overrides) {
    return error_of([&] { (void)tournament::read_player(file_, name, overrides, game); });
  };
  EXPECT_THAT(error("ab", {}),
              AllOf(StartsWith(file_ + ":3:3: players: no player is called ab"), HasSubstr("a.b, wrong")));
  EXPECT_THAT(error("ab", {{"backup", "max"}}), HasSubstr("no player is called ab"));
  EXPECT_THAT(error("wrong", {}), StartsWith(file_ + ":4:19: players.wrong.backup: no backup operator is called 7"));
  EXPECT_THAT(error("a.b", {{"bakup", "max"}}), HasSubstr("--set bakup: players.a.b.bakup: unknown key"));
}

}  // namespace
}  // namespace rootward::config_tests
