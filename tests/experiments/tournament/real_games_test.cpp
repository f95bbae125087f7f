// Openings and matches with the real games: the published numbers of classes, and searches judging balance.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "core/params.h"
#include "lab/arena/balance.h"
#include "lab/arena/openings.h"

namespace rootward::tournament {
namespace {

bool never() { return false; }

std::unique_ptr<Game> game_named(const std::string& name, const GivenParams& given = {}) {
  const auto found = std::ranges::find(games(), name, &Described::name);
  return make_game({name, resolve_params(found->parameters, given)});
}

std::unique_ptr<Openings> openings_of(const Game& game, int plies, std::optional<std::array<double, 2>> balance = {}) {
  OpeningSettings settings;
  settings.random_plies = plies;
  settings.balance = balance;
  return std::make_unique<Openings>(game, settings, 1, "config.yaml",
                                    [](const Game& judged) { return std::make_unique<BalanceJudge>(judged, 1); });
}

std::size_t classes_of_first(const Game& game, const Openings& openings, std::size_t count) {
  std::set<std::uint64_t> hashes;
  for (std::size_t k = 0; k < count; ++k) hashes.insert(position_after(game, openings.at(k))->canonical_hash());
  return hashes.size();
}

TEST(RealOpenings, TwoPliesOnNineByNineAre846Classes) {
  const std::unique_ptr<Game> go = game_named("go", {{"size", std::int64_t{9}}});
  const std::unique_ptr<Openings> openings = openings_of(*go, 2);
  EXPECT_EQ(openings->available(), 846U);
  openings->prepare(1700, 1, never);
  EXPECT_EQ(classes_of_first(*go, *openings, 846), 846U);
}

TEST(RealOpenings, TwoPliesOnConnectFourAre25Classes) {
  const std::unique_ptr<Game> connect4 = game_named("connect4");
  EXPECT_EQ(openings_of(*connect4, 2)->available(), 25U);
}

TEST(RealOpenings, FiveThousandDifferentOnesTakeNoTime) {
  const std::unique_ptr<Game> go = game_named("go", {{"size", std::int64_t{9}}});
  const std::unique_ptr<Openings> openings = openings_of(*go, 6);
  openings->prepare(5000, 1, never);
  EXPECT_EQ(classes_of_first(*go, *openings, 5000), 5000U);
}

TEST(RealOpenings, BalanceLeavesOutWhatASearchThinksIsWon) {
  const std::unique_ptr<Game> game = game_named("tictactoe");
  const std::unique_ptr<Openings> all = openings_of(*game, 3);
  const std::unique_ptr<Openings> even = openings_of(*game, 3, std::array{0.3, 0.7});
  even->prepare(10, 1, never);
  BalanceJudge judge(*game, 1);
  for (std::size_t k = 0; k < 10; ++k) {
    const double score = judge.expected_score(*position_after(*game, even->at(k)));
    EXPECT_GE(score, 0.3);
    EXPECT_LE(score, 0.7);
  }
  // a1, b1, b2: c3 must be answered, and then a3 makes two threats; the first seat wins.
  const std::unique_ptr<Position> won = position_after(*game, {0, 1, 4});
  EXPECT_GT(judge.expected_score(*won), 0.7);
}

TEST(RealOpenings, BalanceIsTheSameForAnyNumberOfThreads) {
  const std::unique_ptr<Game> connect4 = game_named("connect4");
  const std::unique_ptr<Openings> one = openings_of(*connect4, 4, std::array{0.4, 0.6});
  const std::unique_ptr<Openings> three = openings_of(*connect4, 4, std::array{0.4, 0.6});
  one->prepare(20, 1, never);
  three->prepare(20, 3, never);
  for (std::size_t k = 0; k < 20; ++k) EXPECT_EQ(one->at(k), three->at(k));
}

}  // namespace
}  // namespace rootward::tournament
