// `--set PATH=VALUE`: what it reaches, what it makes on the way, and how its mistakes are named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/selfplay/config.h"
#include "tests/lab/config/config_samples.h"

namespace rootward::config_tests {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

tournament::TournamentConfig set(const std::string& path, const std::string& value, const std::string& yaml = kSample) {
  return tournament::parse_tournament(yaml, "", {{path, value}});
}

TEST(Overrides, ReplaceValues) {
  EXPECT_EQ(set("schedule.pairs", "9").schedule.pairs, 9U);
  EXPECT_EQ(set("seed", "1").seed, 1U);
  EXPECT_EQ(set("game", "tictactoe").game.name, "tictactoe");
  EXPECT_EQ(set("players.soft.backup.g", "[-1]").players[2].search.backup.params.list("g"), std::vector<double>{-1});
  EXPECT_EQ(set("defaults.search.budget.simulations", "8").players[0].search.budget.simulations, 8U);
}

TEST(Overrides, MakeMapsOnTheWay) {
  EXPECT_TRUE(set("players.erwa.search.solver", "true").players[1].search.solver);
  EXPECT_EQ(set("stop.sprt.elo1", "20").sprt->elo1, 20);
}

TEST(Overrides, ANameThatIsNotThereIsASlipUnlessItIsAdded) {
  EXPECT_THAT(problems_of(kSample, {{"players.sotf.backup", "max"}}),
              ElementsAre(AllOf(StartsWith("--set players.sotf.backup: players has no sotf"),
                                HasSubstr("did you mean soft?"), HasSubstr("--set +players.sotf.backup=.."))));
  const tournament::TournamentConfig with_new =
      tournament::parse_tournament(kSample, "",
                                   {{.path = "players.more.backup.name", .value = "max", .adds = true},
                                    {.path = "players.more.search.solver", .value = "true"}});
  EXPECT_EQ(player_of(with_new, "more").search.backup.name, "max");
  EXPECT_TRUE(player_of(with_new, "more").search.solver) << "once it is there, it is set as any other";
  EXPECT_THAT(problems_of(kSample, {{.path = "schedule.pairs", .value = "5", .adds = true}}),
              ElementsAre(StartsWith("--set +schedule.pairs: adds nothing")));
  EXPECT_THAT(problems_of(kSample, {{.path = "players.more.backup", .value = "mux", .adds = true}}),
              ElementsAre(StartsWith("--set +players.more.backup: no backup operator is called mux")));
}

TEST(Overrides, ANameAloneBecomesAMap) {
  const std::string yaml = with(kSample, "backup: average", "backup: erwa");
  const tournament::TournamentConfig config = set("players.average.backup.alpha", "0.3", yaml);
  EXPECT_EQ(config.players[0].search.backup.name, "erwa");
  EXPECT_EQ(config.players[0].search.backup.params.real("alpha"), 0.3);
  EXPECT_EQ(
      set("game.width", "5", with(kSample, "{name: connect4, width: 7}", "connect4")).game.params.integer("width"), 5);
  const SearchSettings after =
      set("players.soft.search.expansion.after", "4", with(kSample, "solver: true", "expansion: all"))
          .players[2]
          .search;
  EXPECT_EQ(after.expansion, (Expansion{ExpansionKind::all, 4}));
}

TEST(Overrides, PlayersNamesMayHoldDots) {
  const std::string yaml = with(with(kSample, "  erwa:", "  erwa-0.01:"), "  soft:", "  erwa-0:");
  const tournament::TournamentConfig config = set("players.erwa-0.01.backup.alpha", "0.25", yaml);
  EXPECT_EQ(player_of(config, "erwa-0.01").search.backup.params.real("alpha"), 0.25);
}

TEST(Overrides, TheLastOfTwoWins) {
  EXPECT_EQ(tournament::parse_tournament(kSample, "", {{"seed", "1"}, {"seed", "2"}}).seed, 2U);
}

TEST(Overrides, MistakesAreNamedByTheirOption) {
  EXPECT_THAT(problems_of(kSample, {{"schedule.pairs", "0"}}),
              ElementsAre(StartsWith("--set schedule.pairs: 0 is not allowed; allowed: an integer in")));
  EXPECT_THAT(problems_of(kSample, {{"schedule", "{type: ladder, pairs: x}"}}),
              ElementsAre(StartsWith("--set schedule: schedule.pairs: x is not allowed")));
  EXPECT_THAT(problems_of(kSample, {{"schedule.paris", "5"}}),
              ElementsAre(AllOf(StartsWith("--set schedule.paris: unknown key"), HasSubstr("did you mean pairs?"))));
  EXPECT_THAT(problems_of(kSample, {{"seed.x", "5"}}), ElementsAre("--set seed.x: seed is 7, which has no keys"));
  EXPECT_THAT(problems_of(kSample, {{"a..b", "5"}}),
              ElementsAre(StartsWith("--set a..b: a path is keys joined by dots")));
  EXPECT_THAT(problems_of(kSample, {{"", "5"}}), ElementsAre(HasSubstr("a path is keys joined by dots")));
  EXPECT_THAT(problems_of(kSample, {{"players.soft.backup.g", "[1, 2"}}),
              ElementsAre(AllOf(StartsWith("--set players.soft.backup.g:1:"), HasSubstr("is a bracket left open?"))));
  EXPECT_THAT(problems_of(kSample, {{"seed", ""}}),
              ElementsAre(StartsWith("--set seed: an empty value is not allowed")));
}

TEST(Overrides, AllMistakesAtOnce) {
  EXPECT_THAT(problems_of(kSample, {{"seed", "x"}, {"schedule.pairs", "y"}}), ::testing::SizeIs(2));
  EXPECT_THAT(problems_of(kSample, {{"seed.x", "5"}, {"name.x", "6"}}), ::testing::SizeIs(2));
}

TEST(Overrides, ASlipInANameOfATrainingRunIsRefused) {
  const auto refusal = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::string run =
      "name: r\nseed: 1\ngame: {name: go, size: 9, komi: 7.5}\nphases: [{games: 100, rate: 0.03}]\n"
      "companions: {small: {blocks: 1}}\n";
  EXPECT_THAT(refusal([&] {
                (void)selfplay::parse_training(run, "r.yaml", {{"companions.smal.blocks", "2"}});
              }),
              AllOf(HasSubstr("companions has no smal; it has: small"), HasSubstr("did you mean small?")));
}

}  // namespace
}  // namespace rootward::config_tests
