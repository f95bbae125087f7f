// One pairing's state: the sequential test sees whole pairs in order, whatever order games end in.
#include "experiments/tournament/pairing_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rng.h"
#include "lab/arena/game_id.h"

namespace rootward::tournament {
namespace {

GameRecord record_of(std::uint32_t pair, int game, double score_of_a) {
  GameRecord record;
  record.pairing = {"a", "b"};
  record.seats = game == 0 ? record.pairing : std::array<std::string, 2>{"b", "a"};
  record.id = game_id(record.pairing, pair, game);
  record.pair = pair;
  record.score = game == 0 ? score_of_a : 1 - score_of_a;
  return record;
}

const SprtSettings kSprt{.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};

TEST(PairingState, CountsEachGameOnce) {
  PairingState state({"a", "b"}, 2, {}, std::nullopt);
  state.load(record_of(0, 0, 1));
  state.load(record_of(0, 0, 1));
  state.load(record_of(7, 0, 1));  // beyond the pairs asked for
  state.finish_loading();
  EXPECT_EQ(state.games_done(), 1U);
  EXPECT_EQ(state.games_wanted(), 4U);
  EXPECT_FALSE(state.needs(0, 0));
  EXPECT_TRUE(state.needs(0, 1));
  EXPECT_EQ(state.take(record_of(0, 1, 0.5)).size(), 1U);
  EXPECT_TRUE(state.take(record_of(0, 1, 0.5)).empty());
  EXPECT_EQ(state.score().first, 0.75);
}

TEST(PairingState, ShardsShareThePairsOut) {
  constexpr std::uint32_t kPairs = 7;
  std::uint64_t games = 0;
  std::vector<int> owners(kPairs, 0);
  for (std::uint32_t index = 1; index <= 3; ++index) {
    const PairingState state({"a", "b"}, kPairs, {.index = index, .count = 3}, std::nullopt);
    games += state.games_wanted();
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      EXPECT_EQ(state.needs(pair, 0), state.needs(pair, 1));
      owners[pair] += state.needs(pair, 0) ? 1 : 0;
    }
  }
  EXPECT_EQ(games, 2U * kPairs);
  EXPECT_EQ(owners, std::vector<int>(kPairs, 1));
}

TEST(PairingState, StopsAtTheSamePairInAnyOrder) {
  constexpr std::uint32_t kPairs = 200;
  std::vector<GameRecord> games;
  Rng rng(3);
  for (std::uint32_t pair = 0; pair < kPairs; ++pair)
    for (const int game : {0, 1}) games.push_back(record_of(pair, game, rng.below(10) < 7 ? 1 : 0));

  std::vector<std::vector<std::string>> stored;
  for (int order = 0; order < 5; ++order) {
    PairingState state({"a", "b"}, kPairs, {}, kSprt);
    state.finish_loading();
    stored.emplace_back();
    for (const GameRecord& game : games)
      for (const GameRecord& ready : state.take(game)) stored.back().push_back(ready.id);
    EXPECT_EQ(state.test()->decision, SprtDecision::accept_h1);
    EXPECT_EQ(state.games_done(), state.games_wanted());
    EXPECT_EQ(state.games_done(), stored.back().size());
    EXPECT_FALSE(state.needs(kPairs - 1, 0));
    std::ranges::sort(stored.back());
    for (std::size_t i = games.size(); i > 1; --i)
      std::swap(games[i - 1], games[rng.below(static_cast<std::uint32_t>(i))]);
  }
  EXPECT_LT(stored[0].size(), 2U * kPairs);
  for (const auto& other : stored) EXPECT_EQ(other, stored[0]);
}

TEST(PairingState, HoldsGamesBackUntilEarlierPairsAreWhole) {
  PairingState state({"a", "b"}, 3, {}, kSprt);
  state.finish_loading();
  EXPECT_TRUE(state.take(record_of(1, 0, 1)).empty());
  EXPECT_EQ(state.take(record_of(0, 1, 1)).size(), 1U);
  EXPECT_EQ(state.take(record_of(0, 0, 0)).size(), 2U);
  EXPECT_EQ(state.games_done(), 3U);
}

TEST(PairingState, ContinuesAStoppedMatchAsStopped) {
  PairingState fresh({"a", "b"}, 200, {}, kSprt);
  fresh.finish_loading();
  std::vector<GameRecord> stored;
  for (std::uint32_t pair = 0; pair < 200; ++pair)
    for (const int game : {0, 1})
      for (GameRecord& ready : fresh.take(record_of(pair, game, 1))) stored.push_back(std::move(ready));
  PairingState resumed({"a", "b"}, 500, {}, kSprt);
  for (const GameRecord& record : stored) resumed.load(record);
  resumed.finish_loading();
  EXPECT_TRUE(resumed.is_decided());
  EXPECT_EQ(resumed.games_wanted(), stored.size());
}

PairingState with_points(const std::string& name, int wins, int losses) {
  PairingState state({name, "average"}, 10, {}, std::nullopt);
  GameRecord record;
  record.pairing = {name, "average"};
  record.seats = record.pairing;
  for (int game = 0; game < wins + losses; ++game) {
    record.pair = static_cast<std::uint32_t>(game);
    record.score = game < wins ? 1 : 0;
    state.load(record);
  }
  state.finish_loading();
  return state;
}

TEST(PairingStates, TellOfTheWidestScoreInTheViewOfItsFirstPlayer) {
  EXPECT_EQ(standing_text({}), "");
  EXPECT_EQ(standing_text({with_points("erwa", 0, 0)}), "");
  EXPECT_EQ(standing_text({with_points("erwa", 1, 3), with_points("max", 2, 2)}),
            "widest: erwa 25.0 % [0.6, 80.6] v average");
  EXPECT_EQ(standing_text({with_points("erwa", 3, 1)}), "erwa 75.0 % [19.4, 99.4] v average");
}

PairingState tested(double score_of_a) {
  PairingState state({"a", "b"}, 500, {}, kSprt);
  state.finish_loading();
  for (std::uint32_t pair = 0; pair < 500 && !state.is_decided(); ++pair)
    for (const int game : {0, 1}) (void)state.take(record_of(pair, game, game == 0 ? score_of_a : 0.5));
  return state;
}

TEST(PairingStates, TellTheSequentialTestsRatioBoundsAndHypothesis) {
  PairingState open({"a", "b"}, 500, {}, kSprt);
  open.finish_loading();
  (void)open.take(record_of(0, 0, 1));
  (void)open.take(record_of(0, 1, 1));
  const std::string text = standing_text({open});
  EXPECT_NE(text.find(", LLR +"), std::string::npos) << text;
  EXPECT_NE(text.find("(H0 at -2.94, H1 at +2.94)"), std::string::npos) << text;

  const PairingState better = tested(1);
  const PairingState worse = tested(0);
  ASSERT_TRUE(better.is_decided() && worse.is_decided());
  EXPECT_NE(better.decision_text().find(" games, H1 taken: 100 Elo rather than 0"), std::string::npos)
      << better.decision_text();
  EXPECT_NE(worse.decision_text().find(" games, H0 taken: 0 Elo rather than 100"), std::string::npos)
      << worse.decision_text();
  EXPECT_NE(standing_text({better, open, worse}).find(", 2 of 3 matches stopped: 1 took H1, 1 took H0"),
            std::string::npos)
      << standing_text({better, open, worse});
}

}  // namespace
}  // namespace rootward::tournament
