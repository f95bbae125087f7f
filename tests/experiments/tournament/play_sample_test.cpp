// Games played for an estimate: those of the tournament itself.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/game_cost.h"

namespace rootward::tournament {
namespace {

TournamentConfig config_of(const std::string& game) {
  return parse_tournament("name: s\nseed: 3\ngame: " + game +
                              "\ndefaults: {search: {budget: {simulations: 4}}}\n"
                              "players: {a: {backup: average}, b: {backup: max}, r: {player: random}}\n"
                              "schedule: {type: round_robin, pairs: 3, opening: {random_plies: 2}}\n",
                          "s.yaml");
}

TEST(PlaySample, PlaysWholeGamesOfEveryPairing) {
  const TournamentConfig config = config_of("{name: go, size: 9}");
  TournamentSetup setup(config, RunSettings{});
  const CostSample sample = play_sample(setup, 4);
  EXPECT_EQ(sample.share, 1);
  EXPECT_TRUE(sample.is_whole);
  std::set<std::string> ids;
  for (const GameRecord& game : sample.games) {
    ids.insert(game.id);
    EXPECT_FALSE(game.moves.empty());
    EXPECT_GE(game.cpu_seconds[0] + game.cpu_seconds[1], 0);
  }
  EXPECT_EQ(ids.size(), 18U) << "three pairings of three pairs, all of which end in time";
}

/// Games that nobody plays: a simulation costs simulations^growth seconds, a move of the other player nothing.
SampleTask made_up_games(const std::vector<PlayerSpec>& players, double growth, std::vector<double>* shares) {
  SampleTask task{.players = players, .pairs = 3, .pairs_together = 2, .play = {}};
  task.play = [players, growth, shares](double share, std::uint32_t end, const std::function<bool()>&,
                                        std::vector<GameRecord>& known) {
    shares->push_back(share);
    const auto simulations = static_cast<double>(with_share(players[0], share).search.budget.simulations);
    while (known.size() < 2 * std::size_t{end}) {
      GameRecord game;
      game.pairing = {"a", "r"};
      game.seats = {"a", "r"};
      game.moves_chosen = {10, 10};
      game.plies = 20;
      game.cpu_seconds = {10 * std::pow(simulations, 1 + growth), 0};
      known.push_back(game);
    }
    return true;
  };
  return task;
}

TEST(CostSample, WhatAllSimulationsCostFollowsFromTwoShares) {
  const TournamentConfig config = config_of("connect4");
  std::vector<PlayerSpec> players = {config.players[0], config.players[2]};
  players[0].search.budget.simulations = 32'000;
  for (const double growth : {0.0, 0.05, 0.12}) {
    std::vector<double> shares;
    // Enough for games of 8 and 31 simulations a move.
    const SampleTime time(4 * 10 * 5.5 * std::pow(40.0, 1 + growth), 1, players);
    const CostSample sample = sample_costs(made_up_games(players, growth, &shares), time);
    ASSERT_GE(shares.size(), 2U);
    EXPECT_LT(sample.share, 1);
    EXPECT_NEAR(sample.games[0].cpu_seconds[0] / (10 * std::pow(32'000, 1 + growth)), 1, 1e-6);
    EXPECT_EQ(sample.games[0].cpu_seconds[1], 0) << "who moves at random has no simulations";
    EXPECT_NE(sample.of.find("of the simulations"), std::string::npos);
  }
}

TEST(CostSample, WhatIsDoneOnceIsNotMultiplied) {
  const TournamentConfig config = config_of("connect4");
  std::vector<PlayerSpec> players = {config.players[0], config.players[2]};
  players[0].search.budget.simulations = 32'000;
  std::vector<double> shares;
  SampleTask task = made_up_games(players, 0, &shares);
  task.play = [play = task.play, is_first = true](double share, std::uint32_t end, const std::function<bool()>& stop,
                                                  std::vector<GameRecord>& known) mutable {
    const bool is_whole = play(share, end, stop, known);
    if (std::exchange(is_first, false)) known[0].cpu_seconds[0] += 100;
    return is_whole;
  };
  const CostSample sample = sample_costs(task, SampleTime(0.001, 1, players));
  EXPECT_LT(sample.share, 1);
  for (const GameRecord& game : sample.games) EXPECT_NEAR(game.cpu_seconds[0] / (10 * 32'000), 1, 1e-6);
}

TEST(CostSample, AllIsPlayedWhereThereIsTime) {
  const TournamentConfig config = config_of("connect4");
  const std::vector<PlayerSpec> players = {config.players[0], config.players[2]};
  std::vector<double> shares;
  const CostSample sample = sample_costs(made_up_games(players, 0, &shares), SampleTime(1e9, 1, players));
  EXPECT_EQ(sample.share, 1);
  EXPECT_EQ(sample.games.size(), 6U);
  EXPECT_EQ(sample.of, "6 games played now");
}

TEST(CostSample, TimeIsThatOfTheProcessAndNotOfTheClock) {
  const SampleTime time(0.05, 2, {});
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_FALSE(time.is_over()) << "others were at work meanwhile";
  volatile double sum = 0;
  while (!time.is_over()) sum = sum + 1;
  EXPECT_LE(time.left(), 0);
}

}  // namespace
}  // namespace rootward::tournament
