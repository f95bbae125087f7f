// Formulas in configurations: places of characters however the text is written, overrides, numbers to tune, games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lab/arena/game_record.h"
#include "lab/config/parts.h"
#include "lab/config/player_fields.h"
#include "lab/play/game.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// The sample with a formula for the player `soft`, who stands in line 12, his backup from column 18 on.
std::string formula(const std::string& backup) { return with(kSample, "{name: softmax, g: [-2, -1.5, 0]}", backup); }

std::string first_problem(const std::string& backup) {
  const std::vector<std::string> problems = problems_of(formula(backup));
  return problems.empty() ? "" : problems.front();
}

TEST(FormulaConfig, AMistakeIsPlacedAtItsCharacterHoweverTheTextIsWritten) {
  EXPECT_THAT(first_problem("{name: formula, value: sum(n * qq)}"),
              StartsWith("12:49: players.soft.backup.value: unknown name 'qq' (column 9 of the expression)"));
  EXPECT_THAT(first_problem("{name: formula, value: \"sum(n * qq)\"}"), StartsWith("12:50: players.soft.backup.value"));
  EXPECT_THAT(first_problem("{name: formula, value: 'sum(n * qq)'}"), StartsWith("12:50: players.soft.backup.value"));
  EXPECT_THAT(first_problem("{name: formula, value: \"sum(\\x6e * qq)\"}"), StartsWith("12:53: "));
  EXPECT_THAT(first_problem("{name: formula, value: &a \"sum(n * qq)\"}"), StartsWith("12:53: "));
  EXPECT_THAT(first_problem("{name: formula, value: \"max(q) +\n    sum(n * qq)\"}"), StartsWith("13:13: "));
  EXPECT_THAT(first_problem("{name: formula, value: max(q) +\n    sum(n * qq)}"), StartsWith("13:13: "));
  EXPECT_THAT(first_problem("{name: formula, value: max(q, define: {}}"), HasSubstr("backup"));
}

/// The same player as a block, his formula's text below.
std::string block_problem(const std::string& text) {
  const std::vector<std::string> problems =
      problems_of(with(kSample, "  soft: {backup: {name: softmax, g: [-2, -1.5, 0]}, search: {solver: true}}\n",
                       "  soft:\n    backup:\n      name: formula\n      value: " + text));
  return problems.empty() ? "" : problems.front();
}

TEST(FormulaConfig, AMistakeInABlockScalarIsPlacedToo) {
  EXPECT_THAT(block_problem("|\n        max(q)\n          + sum(n * qq)\n"),
              StartsWith("17:21: players.soft.backup.value"));
  EXPECT_THAT(block_problem(">-\n        max(q)\n        + sum(n * qq)\n"),
              StartsWith("17:19: players.soft.backup.value"));
  EXPECT_THAT(block_problem("max(q) + u\n      define:\n        u: sum(n * qq)\n"),
              StartsWith("17:20: players.soft.backup.define.u"));
}

TEST(FormulaConfig, AllMistakesAreToldAtOnceInTheOrderOfTheirPlaces) {
  EXPECT_THAT(problems_of(formula("{name: formula, value: aa + u, define: {u: bb}, parameters: {n: 3}}")),
              ElementsAre(StartsWith("12:41: players.soft.backup.value: unknown name 'aa'"),
                          StartsWith("12:61: players.soft.backup.define.u: unknown name 'bb'"),
                          HasSubstr("players.soft.backup.parameters.n: n is a built-in name")));
}

TEST(FormulaConfig, PriorsNeedAnEvaluatorThatGivesThem) {
  EXPECT_THAT(first_problem("{name: formula, value: \"dot(P, q) / sum(P)\"}"),
              StartsWith("12:46: players.soft.backup.value: 'P' are priors"));
}

const char* const kTunable =
    "{name: formula, value: \"pow(at(n, b) / S, e) * max(q) + x * 0\", define: {b: \"argmax(q, n)\"}, "
    "parameters: {e: {value: 1, low: 0, high: 9, tune: [0.5, 4], scale: log}, x: 2}}";

TEST(FormulaConfig, ResolvesToAConfigurationThatReadsBackToItself) {
  const std::string resolved = resolved_yaml(tournament::parse_tournament(formula(kTunable), ""));
  EXPECT_EQ(resolved_yaml(tournament::parse_tournament(resolved, "")), resolved);
  EXPECT_THAT(resolved, HasSubstr("pow(at(n, b) / S, e) * max(q) + x * 0"));
}

double own_value(const PlayerSpec& player, const std::string& path) {
  for (const config::PlayerNumber& number : config::numbers_of(player)) {
    if (number.path == path) return std::get<double>(number.value);
  }
  throw std::logic_error("no number " + path);
}

TEST(FormulaConfig, AnOverrideSetsAParametersValueAndLeavesItsLimits) {
  const auto set = [](const std::string& path, const std::string& value) {
    return problems_of(formula(kTunable), {{"players.soft.backup." + path, value}});
  };
  EXPECT_THAT(set("parameters.e", "3"), IsEmpty());
  EXPECT_THAT(set("parameters.x", "3"), IsEmpty());
  EXPECT_THAT(set("parameters.e.high", "6"), IsEmpty());
  EXPECT_THAT(set("parameters.e", "10"), ElementsAre(HasSubstr("10 is outside [0, 9]")));
  EXPECT_THAT(set("value", "max(qq)"), ElementsAre(HasSubstr("unknown name 'qq' (column 5 of the expression)")));
  const tournament::TournamentConfig config =
      tournament::parse_tournament(formula(kTunable), "", {{"players.soft.backup.parameters.e", "3"}});
  EXPECT_EQ(own_value(player_of(config, "soft"), "backup.parameters.e"), 3);
}

TEST(FormulaConfig, ItsParametersAreNumbersThatCanBeTuned) {
  PlayerSpec player = player_of(tournament::parse_tournament(formula(kTunable), ""), "soft");
  std::vector<std::string> own;
  for (const config::PlayerNumber& number : config::numbers_of(player)) {
    if (!number.path.starts_with("backup.parameters")) continue;
    own.push_back(number.path);
    ASSERT_TRUE(number.declared) << number.path;
  }
  EXPECT_THAT(own, ElementsAre("backup.parameters.e", "backup.parameters.x"));
  config::set_number(player, "backup.parameters.e", 2.5);
  EXPECT_EQ(own_value(player, "backup.parameters.e"), 2.5);
  EXPECT_THROW(config::set_number(player, "backup.parameters.e", 10.0), ParamError);
  EXPECT_THROW(config::set_number(player, "backup.parameters.y", 1.0), ParamError);
}

SearchResult search_under(const std::string& backup, const std::string& more = "") {
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  const std::string search = "{budget: {simulations: 60}" + more + "}";
  const std::unique_ptr<Searcher> searcher =
      game->make_searcher(parse_search_player(search, backup, {}, game->id()).search);
  searcher->new_game(3);
  return searcher->think(*game->start(), std::nullopt, [] { return false; });
}

TEST(FormulaConfig, WhatIsNotFiniteInAGameFallsBackAndIsCounted) {
  const SearchResult result = search_under("{name: formula, value: \"where((N == t) * (t == 33), log(-N), max(q))\"}");
  EXPECT_EQ(result.fallbacks, 1U);
  EXPECT_LE(std::abs(result.value), 1);
  EXPECT_EQ(search_under("max").fallbacks, 0U);
}

/// The same rule visits the same moves.
TEST(FormulaConfig, AFormulaSearchesAsTheBuiltInDoes) {
  const SearchResult built_in = search_under("max");
  const SearchResult formula = search_under("{name: formula, value: max(q)}");
  ASSERT_EQ(built_in.children.size(), formula.children.size());
  for (std::size_t i = 0; i < built_in.children.size(); ++i) {
    EXPECT_EQ(built_in.children[i].action, formula.children[i].action);
    EXPECT_EQ(built_in.children[i].visits, formula.children[i].visits);
    EXPECT_EQ(built_in.children[i].value, formula.children[i].value);
  }
}

TEST(FormulaConfig, GameRecordsKeepTheCount) {
  GameRecord record;
  record.id = "a:b:0:0";
  record.pairing = record.seats = {"a", "b"};
  EXPECT_THAT(to_json_line(record), ::testing::Not(HasSubstr("fallbacks")));
  record.fallbacks = {0, 12};
  EXPECT_EQ(parse_game_record(to_json_line(record)).fallbacks, record.fallbacks);
}

}  // namespace
}  // namespace rootward::config_tests
