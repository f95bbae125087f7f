// The pool: what is stored does not depend on threads, shards, timing or interruptions.
#include "experiments/tournament/runner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/errors.h"
#include "experiments/tournament/stored_results.h"
#include "tests/lab/arena/strip_game.h"

namespace rootward::tournament {
namespace {

using testing::GreedyStripPlayer;
using testing::RandomStripPlayer;
using testing::StripGame;

/// Lines of games.jsonl without CPU seconds, sorted.
using Lines = std::vector<std::string>;

Lines lines_of(const std::vector<GameRecord>& games) {
  Lines lines;
  for (GameRecord game : games) {
    game.cpu_seconds = {};
    lines.push_back(to_json_line(game));
  }
  std::ranges::sort(lines);
  return lines;
}

class Runner : public ::testing::Test {
 protected:
  Runner() {
    config_.seed = 11;
    config_.schedule.pairs = 20;
    for (const char* name : {"random", "other", "greedy"}) {
      PlayerSpec player;
      player.name = name;
      config_.players.push_back(player);
    }
    OpeningSettings settings;
    settings.random_plies = 2;
    openings_.emplace(game_, settings, config_.seed, "config.yaml", JudgeFactory{});
    openings_->prepare(200, 1, [] { return false; });
  }

  TournamentPlan plan(std::size_t threads) {
    TournamentPlan plan;
    plan.config = &config_;
    plan.game = &game_;
    plan.openings = &*openings_;
    plan.pairs = config_.schedule.pairs;
    plan.threads = threads;
    plan.make_player = [this](std::size_t index, const Game&) -> std::unique_ptr<Player> {
      if (config_.players[index].name == "greedy") return std::make_unique<GreedyStripPlayer>(nap_);
      return std::make_unique<RandomStripPlayer>(nap_);
    };
    return plan;
  }

  /// Plays on from `games` until `stop_after` games were stored in this call.
  bool play(const TournamentPlan& plan, std::vector<GameRecord>& games, std::size_t stop_after = 1'000'000) {
    std::vector<PairingState> pairings = load_pairings(plan, games);
    std::size_t stored = 0;
    RunHooks hooks;
    hooks.store = [&](const GameRecord& game) {
      games.push_back(game);
      ++stored;
    };
    hooks.report = [](const RunStatus&) {};
    hooks.stop.is_made = [&] { return stored >= stop_after; };
    hooks.stop.grace = std::chrono::milliseconds(0);
    return run_games(plan, pairings, hooks);
  }

  Lines whole(std::size_t threads) {
    std::vector<GameRecord> games;
    EXPECT_TRUE(play(plan(threads), games));
    return lines_of(games);
  }

  StripGame game_{9};
  TournamentConfig config_;
  std::optional<Openings> openings_;
  int nap_ = 0;
};

TEST_F(Runner, PlaysEveryGameOnceTheSameForAnyNumberOfThreads) {
  const Lines one = whole(1);
  EXPECT_EQ(one.size(), 3U * 40U);
  nap_ = 200;
  EXPECT_EQ(whole(2), one);
  EXPECT_EQ(whole(8), one);
}

TEST_F(Runner, PairsShareTheirOpening) {
  std::vector<GameRecord> games;
  ASSERT_TRUE(play(plan(2), games));
  for (const GameRecord& game : games) {
    const MoveSequence& opening = openings_->at(game.pair);
    std::vector<std::string> texts;
    for (const Action action : opening) texts.push_back(game_.start()->action_text(action));
    EXPECT_EQ(game.opening, texts);
  }
}

TEST_F(Runner, ShardsTogetherAreTheWhole) {
  std::vector<GameRecord> games;
  for (const std::uint32_t index : {2U, 3U, 1U}) {
    TournamentPlan part = plan(2);
    part.shard = {.index = index, .count = 3};
    ASSERT_TRUE(play(part, games));
  }
  EXPECT_EQ(lines_of(games), whole(1));
}

TEST_F(Runner, InterruptedAndContinuedIsTheSame) {
  nap_ = 100;
  std::vector<GameRecord> games;
  int rounds = 0;
  while (!play(plan(3), games, 25)) ++rounds;
  EXPECT_GE(rounds, 2);
  EXPECT_EQ(lines_of(games), whole(1));
}

TEST_F(Runner, MorePairsAndPlayersChangeNothingThatWasThere) {
  const Lines before = whole(2);
  config_.schedule.pairs = 30;
  config_.players.insert(config_.players.begin(), PlayerSpec{});
  config_.players.front().name = "newcomer";
  const Lines after = whole(2);
  EXPECT_EQ(after.size(), 6U * 60U);
  EXPECT_TRUE(std::ranges::includes(after, before));
}

TEST_F(Runner, SequentialTestStopsTheSameWayForAnyTiming) {
  config_.sprt = SprtSettings{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
  config_.schedule.pairs = 200;
  const Lines one = whole(1);
  EXPECT_LT(one.size(), 3U * 400U) << "greedy against random is decided early";
  nap_ = 100;
  EXPECT_EQ(whole(8), one);
  std::vector<GameRecord> games;
  while (!play(plan(4), games, 40)) {
  }
  EXPECT_EQ(lines_of(games), one);
}

TEST_F(Runner, AFailingStoreEndsTheRunWithItsError) {
  const TournamentPlan whole_plan = plan(4);
  std::vector<PairingState> pairings = load_pairings(whole_plan, {});
  RunHooks hooks;
  int stored = 0;
  hooks.store = [&](const GameRecord&) {
    if (++stored == 10) throw RunError("disk full");
  };
  hooks.report = [](const RunStatus&) {};
  hooks.stop.is_made = [] { return false; };
  EXPECT_THROW(run_games(whole_plan, pairings, hooks), RunError);
  EXPECT_EQ(stored, 10);
}

TEST_F(Runner, AFailingPlayerEndsTheRunWithItsErrorAfterStoringWhatIsDone) {
  TournamentPlan broken = plan(2);
  const auto make = broken.make_player;
  std::atomic<int> made{0};
  broken.make_player = [&](std::size_t index, const Game& game) -> std::unique_ptr<Player> {
    if (config_.players[index].name == "greedy" && ++made > 0) throw RunError("no such engine");
    return make(index, game);
  };
  std::vector<GameRecord> games;
  EXPECT_THROW(play(broken, games), RunError);
  EXPECT_LT(games.size(), 3U * 40U);
}

/// An engine that fails in every game.
class FailingPlayer final : public RandomStripPlayer {
 public:
  FailingPlayer() : RandomStripPlayer(0) {}
  Choice choose(const Position&, const std::function<bool()>&) override {
    throw PlayerFault("greedy", "crash", "it crashed");
  }
};

TEST_F(Runner, AGameThatIsVoidTwiceEndsItsPairingAndTheOthersArePlayed) {
  TournamentPlan failing = plan(1);
  const auto make = failing.make_player;
  failing.make_player = [&](std::size_t index, const Game& game) -> std::unique_ptr<Player> {
    if (config_.players[index].name == "greedy") return std::make_unique<FailingPlayer>();
    return make(index, game);
  };
  std::vector<PairingState> pairings = load_pairings(failing, {});
  std::vector<std::string> voided;
  std::vector<std::string> reasons;
  std::size_t stored = 0;
  RunHooks hooks;
  hooks.store = [&](const GameRecord&) { ++stored; };
  hooks.report = [](const RunStatus&) {};
  hooks.store_void = [&](const VoidRecord& game) { voided.push_back(game.id); };
  hooks.give_up = [&](const VoidRecord& game, const std::string& why) {
    EXPECT_EQ(game.message, "it crashed");
    reasons.push_back(why);
  };
  hooks.stop.is_made = [] { return false; };
  EXPECT_FALSE(run_games(failing, pairings, hooks));
  EXPECT_EQ(stored, 40U);
  ASSERT_EQ(voided.size(), 4U);
  EXPECT_EQ(voided[0], voided[1]) << "a void game is played again at once";
  EXPECT_EQ(reasons, std::vector<std::string>(2, "one game was void twice"));
}

/// Two starts of one shard that know of each other meet in the middle.
TEST_F(Runner, LeavesOutWhatIsPlayedElsewhereAndMayBeginAtTheEnd) {
  std::vector<GameRecord> all;
  ASSERT_TRUE(play(plan(1), all));
  TournamentPlan late = plan(1);
  late.begins_at_the_end = true;
  std::vector<PairingState> pairings = load_pairings(late, {});
  std::vector<GameRecord> stored;
  RunHooks hooks;
  hooks.store = [&](const GameRecord& game) { stored.push_back(game); };
  hooks.report = [](const RunStatus&) {};
  hooks.stop.is_made = [] { return false; };
  const std::vector<GameRecord> elsewhere(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size()) - 6);
  hooks.played_elsewhere = [&]() -> std::vector<GameRecord> {
    return stored.empty() ? std::vector<GameRecord>{} : elsewhere;
  };
  nap_ = 1000;
  EXPECT_TRUE(run_games(late, pairings, hooks)) << "all are known";
  ASSERT_FALSE(stored.empty());
  EXPECT_EQ(stored.front().pair, config_.schedule.pairs - 1);
  EXPECT_LT(stored.size(), all.size() / 2);
  for (const PairingState& pairing : pairings) EXPECT_EQ(pairing.games_done(), pairing.games_wanted());
}

TEST_F(Runner, ADecidedMatchTellsItsHypothesisOnce) {
  config_.sprt = SprtSettings{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
  config_.schedule.pairs = 200;
  const TournamentPlan tested = plan(3);
  std::vector<PairingState> pairings = load_pairings(tested, {});
  std::vector<std::string> told;
  RunHooks hooks;
  hooks.store = [](const GameRecord&) {};
  hooks.report = [](const RunStatus&) {};
  hooks.tell = [&](const std::string& text) { told.push_back(text); };
  hooks.stop.is_made = [] { return false; };
  EXPECT_TRUE(run_games(tested, pairings, hooks));
  EXPECT_EQ(told.size(), static_cast<std::size_t>(std::ranges::count_if(pairings, &PairingState::is_decided)));
  EXPECT_GE(told.size(), 2U) << "greedy against the others";
  for (const std::string& text : told) EXPECT_NE(text.find(" taken: "), std::string::npos) << text;
}

}  // namespace
}  // namespace rootward::tournament
