// How `defaults.search` is merged into players, and that no default stays unread.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Two players under a `defaults.search`; line 5 is the defaults, 7 and 8 are the players' searches.
std::string two(const std::string& defaults, const std::string& a, const std::string& b = "{}") {
  return "name: t\nseed: 1\ngame: tictactoe\ndefaults:\n  search: " + defaults + "\nplayers:\n  a: {search: " + a +
         "}\n  b: {search: " + b + "}\nschedule: {type: ladder, pairs: 1}\n";
}

SearchSettings first(const std::string& yaml) { return tournament::parse_tournament(yaml, "").players[0].search; }

TEST(Defaults, AreTakenWherePlayersSayNothing) {
  const SearchSettings search = first(two("{budget: {simulations: 5}, selection: {name: ucb1, c: 2}}", "{}"));
  EXPECT_EQ(search.budget.simulations, 5U);
  EXPECT_EQ(search.selection.params.real("c"), 2);
}

TEST(Defaults, OwnKeysWin) {
  const SearchSettings search = first(two("{budget: {simulations: 5}, solver: true}", "{budget: {simulations: 6}}"));
  EXPECT_EQ(search.budget.simulations, 6U);
  EXPECT_TRUE(search.solver);
}

TEST(Defaults, ParametersStayWithTheSameName) {
  for (const char* own : {"{selection: {reads: mean}}", "{selection: {name: ucb1, reads: mean}}"}) {
    const SearchSettings search = first(two("{selection: {name: ucb1, c: 2}}", own));
    EXPECT_EQ(search.selection.params.real("c"), 2) << own;
    EXPECT_EQ(search.selection_reads, Reads::mean) << own;
  }
  EXPECT_EQ(first(two("{selection: {name: ucb1, c: 2}}", "{selection: ucb1}")).selection.params.real("c"), 2);
  const SearchSettings named = first(two("{selection: uct}", "{selection: {cp: 3}}"));
  EXPECT_EQ(named.selection.name, "uct");
  EXPECT_EQ(named.selection.params.real("cp"), 3);
}

TEST(Defaults, ParametersGoWithAnotherName) {
  const SearchSettings search = first(two("{selection: {name: ucb1, c: 2}}", "{selection: uct}"));
  EXPECT_EQ(search.selection.name, "uct");
  const SearchSettings puct = first(two("{selection: {name: ucb1, c: 2}}", "{selection: {name: puct}}"));
  EXPECT_EQ(puct.selection.params.real("c"), 0.5);
  const SearchSettings expansion = first(two("{expansion: {kind: all, after: 7}}", "{expansion: one}"));
  EXPECT_EQ(expansion.expansion, (Expansion{ExpansionKind::one, 1}));
}

TEST(Defaults, AnotherKindOfBudgetReplaces) {
  const SearchSettings search = first(two("{budget: {simulations: 5}}", "{budget: {seconds: 1}}"));
  EXPECT_EQ(search.budget.kind, Budget::Kind::seconds);
  EXPECT_EQ(first(two("{budget: {game_seconds: 9, moves: 5}}", "{budget: {moves: 4}}")).budget.moves, 4);
}

TEST(Defaults, NobodyReads) {
  EXPECT_THAT(problems_of(two("{selection: {name: ucb1, c: 2}}", "{selection: uct}", "{selection: uniform}")),
              ElementsAre(StartsWith("5:36: defaults.search.selection.c: no player reads this default")));
  EXPECT_THAT(problems_of("name: t\nseed: 1\ngame: tictactoe\ndefaults: {search: {solver: true}}\n"
                          "players: {a: {player: random}, b: {player: random}}\n"
                          "schedule: {type: ladder, pairs: 1}\n"),
              ElementsAre(StartsWith("4:21: defaults.search.solver: no player reads this default")));
  EXPECT_THAT(problems_of(two("{}", "{}") + "extra: 1\n"), ElementsAre(StartsWith("10:1: extra: unknown key")));
}

TEST(Defaults, OneReaderIsEnough) {
  EXPECT_THAT(problems_of(two("{selection: {name: ucb1, c: 2}}", "{selection: uct}", "{}")), IsEmpty());
  EXPECT_THAT(problems_of(two("{solver: true}", "{solver: false}", "{solver: false}")), IsEmpty());
}

TEST(Defaults, AWrongDefaultIsToldThoughAllOverrideIt) {
  EXPECT_THAT(
      problems_of(two("{budget: {simulations: x}}", "{budget: {simulations: 1}}", "{budget: {simulations: 2}}")),
      ElementsAre(StartsWith("5:34: defaults.search.budget.simulations: x is not allowed")));
  EXPECT_THAT(problems_of(two("{solver: 5}", "{solver: true}", "{solver: true}")),
              ElementsAre(StartsWith("5:20: defaults.search.solver: 5 is not allowed")));
}

TEST(Defaults, AreNotForPlayersThatDoNotSearch) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kSample, "");
  EXPECT_EQ(player_of(config, "any").search, SearchSettings{});
}

TEST(Defaults, MustBeAMap) {
  EXPECT_THAT(problems_of(two("5", "{}")), ElementsAre("5:11: defaults.search: 5 is not allowed; allowed: a map"));
}

}  // namespace
}  // namespace rootward::config_tests
