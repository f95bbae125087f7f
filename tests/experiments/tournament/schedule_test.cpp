// Pairings in their order, and names and seeds that more players or pairs leave alone.
#include "experiments/tournament/schedule.h"

#include <gmock/gmock.h>

#include <set>

#include "core/errors.h"

namespace rootward::tournament {
namespace {

using ::testing::ElementsAre;

TournamentConfig config_with(ScheduleType type, const std::vector<std::string>& names) {
  TournamentConfig config;
  config.seed = 5;
  config.schedule.type = type;
  for (const std::string& name : names) {
    PlayerSpec player;
    player.name = name;
    config.players.push_back(player);
  }
  return config;
}

TEST(Schedule, RoundRobinPairsEachWithAllBehindIt) {
  const TournamentConfig config = config_with(ScheduleType::round_robin, {"a", "b", "c"});
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{0, 1}, Pairing{0, 2}, Pairing{1, 2}));
}

TEST(Schedule, GauntletPutsTheChallengerFirst) {
  TournamentConfig config = config_with(ScheduleType::gauntlet, {"a", "b", "c"});
  config.schedule.references = {"b"};
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{0, 1}, Pairing{2, 1}));
  config.schedule.references = {"c", "a"};
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{1, 2}, Pairing{1, 0}));
  config.schedule.references = {"nobody"};
  EXPECT_THROW((void)make_pairings(config), UsageError);
}

TEST(Schedule, PairingsMayBeLeftOut) {
  TournamentConfig config = config_with(ScheduleType::round_robin, {"a", "b", "c"});
  config.schedule.leave_out = {{"c", "a"}};
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{0, 1}, Pairing{1, 2}));
}

TEST(Schedule, LadderPairsNeighbours) {
  const TournamentConfig config = config_with(ScheduleType::ladder, {"a", "b", "c"});
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{0, 1}, Pairing{1, 2}));
  EXPECT_TRUE(make_pairings(config_with(ScheduleType::ladder, {"a"})).empty());
}

TEST(Schedule, ListedPairingsArePlayedInTheirOrderAndSeats) {
  TournamentConfig config = config_with(ScheduleType::pairings, {"a", "b", "c"});
  config.schedule.pairings = {{"c", "a"}, {"a", "b"}};
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{2, 0}, Pairing{0, 1}));
  config.schedule.leave_out = {{"a", "c"}};
  EXPECT_THAT(make_pairings(config), ElementsAre(Pairing{0, 1}));
  config.schedule.pairings = {{"c", "nobody"}};
  EXPECT_THROW((void)make_pairings(config), UsageError);
}

constexpr const char* kBudgets = R"(
name: doublings
seed: 1
game: tictactoe
players:
  average: {backup: average}
  monotone: {backup: monotone, search: {solver: true}}
schedule: {type: budgets, budgets: [100, 200, 400], pairs: 2}
)";

TEST(Schedule, BudgetsPairEachWithTheOneBeforeForEveryPlayer) {
  const TournamentConfig config = parse_tournament(kBudgets, "budgets.yaml");
  std::vector<std::string> pairings;
  for (const Pairing& pairing : make_pairings(config)) {
    const auto [a, b] = pairing_names(config, pairing);
    pairings.push_back(a + " v " + b);
  }
  // monotone's span is its budget, and tells no players apart.
  EXPECT_THAT(pairings, ElementsAre("average-200 v average-100", "average-400 v average-200",
                                    "monotone-200 v monotone-100", "monotone-400 v monotone-200"));
  EXPECT_EQ(config.players[2].search.budget.simulations, 400U);
  EXPECT_TRUE(config.players[3].search.solver);
  // Stored, each player stands for itself, and the pairings are the same.
  const TournamentConfig stored = parse_tournament(resolved_yaml(config), "stored.yaml");
  EXPECT_EQ(resolved_yaml(stored), resolved_yaml(config));
  EXPECT_EQ(make_pairings(stored), make_pairings(config));
}

TEST(Schedule, BudgetsThatGiveNoPairingAreRefused) {
  const auto error_of = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    try {
      (void)parse_tournament(text, "budgets.yaml");
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using ::testing::HasSubstr;
  for (const char* none : {"[100, 50]", "[100, 100]", "[100]", "[0, 100]"})
    EXPECT_THAT(error_of(kBudgets, "[100, 200, 400]", none),
                HasSubstr("schedule.budgets: a list is not allowed; allowed: a list of two or more integers"));
  EXPECT_EQ(error_of(kBudgets, "[100, 200, 400]", "[100, 101]"), "") << "two are enough";
  EXPECT_THAT(error_of(kBudgets, "budgets: [100, 200, 400], ", ""),
              HasSubstr("no two players differ in their simulations alone"));
  EXPECT_THAT(error_of(kBudgets, "solver: true", "budget: {simulations: 5}"),
              HasSubstr("stands beside schedule.budgets"));
  EXPECT_THAT(error_of(kBudgets, "type: budgets", "type: ladder"),
              HasSubstr("only a schedule of the type budgets has them"));
}

TEST(Schedule, GameNamesSayPairingPairAndSeats) {
  EXPECT_EQ(game_id({"softmax", "average"}, 12, 1), "softmax:average:12:1");
}

TEST(Schedule, SeedsOfDifferentGamesAndSeatsDiffer) {
  std::set<std::uint64_t> seeds;
  std::size_t count = 0;
  for (const std::uint64_t tournament : {1U, 2U})
    for (const char* a : {"x", "y"})
      for (std::uint32_t pair = 0; pair < 50; ++pair)
        for (const int game : {0, 1}) {
          const std::uint64_t seed = game_seed(tournament, {a, "z"}, pair, game);
          for (const Seat seat : {Seat::first, Seat::second}) seeds.insert(player_seed(seed, seat));
          count += 2;
        }
  EXPECT_EQ(seeds.size(), count);
}

}  // namespace
}  // namespace rootward::tournament
