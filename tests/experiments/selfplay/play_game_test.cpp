// Whole games of self-play on small boards, by playouts in the network's place.
#include "experiments/selfplay/play_game.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "experiments/selfplay/play_generation.h"
#include "experiments/selfplay/shard_rules.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kPlayed = R"(
name: played
seed: 11
game: {name: go, size: 3, komi: 0.5}
selfplay: {search: {evaluator: playouts}}
phases: [{games: 100, simulations: 8, rate: 0.1}]
)";

struct Played {
  TrainingConfig config;
  std::unique_ptr<Game> game = make_game(config.game);
  GamePlan plan = plan_of(config, *game, 3);
  std::unique_ptr<Searcher> searcher = game->make_searcher(generation_search(config, 3, ""));

  explicit Played(const std::vector<Override>& overrides = {})
      : config(parse_training(kPlayed, "played.yaml", overrides)) {}

  PlayedGame play(std::uint64_t index) {
    PlayGame one(plan, *game, *searcher, index);
    while (!one.is_over()) {
      one.prepare();
      one.take(searcher->think(one.position(), std::nullopt, nullptr));
    }
    return one.finish();
  }
};

TEST(PlayGame, its_targets_sum_and_its_moves_are_the_games) {
  Played run;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const ShardGame game = run.play(index).game;
    EXPECT_EQ(game.number, 3 * kGamesPerGeneration + index);
    const std::unique_ptr<Position> position = run.game->start();
    for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
      const Ply& one = game.plies[ply];
      ASSERT_TRUE(position->is_legal(one.action));
      EXPECT_EQ(one.kind == PlyKind::opening, ply < game.opening_plies);
      if (one.kind == PlyKind::opening) {
        EXPECT_EQ(one.weight, 0);
        EXPECT_TRUE(one.policy.empty());
      } else {
        EXPECT_EQ(one.weight, one.kind == PlyKind::coast ? 20 : 200);
        int sum = 0;
        for (const PolicyShare& share : one.policy) sum += share.share;
        EXPECT_EQ(sum, kShareUnit);
      }
      position->play(one.action);
    }
    ASSERT_TRUE(position->is_over());
    ShardGame scored;
    score_by_rules(*position, scored);
    EXPECT_EQ(game.score_halves, scored.score_halves);
    EXPECT_EQ(game.ending, scored.ending);
  }
}

TEST(PlayGame, a_game_depends_on_its_number_alone) {
  Played run;
  Played other;
  const ShardGame game = run.play(5).game;
  for (std::uint64_t index = 0; index < 5; ++index) (void)other.play(index);
  EXPECT_EQ(other.play(5).game, game);
  EXPECT_NE(other.play(6).game.plies, game.plies);
}

TEST(PlayGame, decided_games_coast) {
  Played run({{"selfplay.coast.value", "0.5"}, {"selfplay.coast.moves", "1"}});
  std::size_t coasted = 0;
  for (std::uint64_t index = 0; index < 20; ++index)
    for (const Ply& ply : run.play(index).game.plies) coasted += ply.kind == PlyKind::coast ? 1 : 0;
  EXPECT_GT(coasted, 0U);
}

/// Neither as a move of the opening, nor as a searched one, nor as a target; from that ply on it is one of the moves.
TEST(PlayGame, nobody_passes_before_the_first_pass) {
  for (const char* root : {"gumbel", "dirichlet"}) {
    Played run({{"selfplay.first_pass", "5"},
                {"selfplay.openings", "{policy_share: 0.5, policy_plies: 4, fork_share: 0.5}"},
                {"selfplay.search.root", root},
                {"selfplay.search.selection", std::string_view(root) == "gumbel" ? "improved_policy" : "puct"}});
    const Action pass = run.game->facts().pass_action;
    std::size_t early = 0;
    std::size_t late = 0;
    for (std::uint64_t index = 0; index < 40; ++index) {
      const std::vector<Ply> plies = run.play(index).game.plies;
      for (std::size_t ply = 0; ply < plies.size(); ++ply) {
        std::size_t passes = plies[ply].action == pass ? 1 : 0;
        for (const PolicyShare& share : plies[ply].policy) passes += share.action == pass ? 1 : 0;
        (ply < 5 ? early : late) += passes;
      }
    }
    EXPECT_EQ(early, 0U) << root;
    EXPECT_GT(late, 0U) << root;
  }
}

const std::vector<Override> kAlphaZero = {{"selfplay.search.root", "dirichlet"}, {"selfplay.search.selection", "puct"}};

TEST(AlphaZeroMode, its_targets_are_visits_and_cheap_moves_have_no_weight) {
  std::vector<Override> overrides = kAlphaZero;
  overrides.push_back({"selfplay.cheap", "{share: 0.75, simulations: 2}"});
  overrides.push_back({"selfplay.coast.moves", "0"});
  Played run(overrides);
  std::size_t cheap = 0;
  std::size_t full = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    for (const Ply& ply : run.play(index).game.plies) {
      if (ply.kind == PlyKind::cheap) {
        ++cheap;
        EXPECT_EQ(ply.weight, 0);
      }
      if (ply.kind != PlyKind::full) continue;
      ++full;
      for (const PolicyShare& share : ply.policy) {  // 8 simulations: each share is a number of eighths
        const double eighths = share.share * 8.0 / kShareUnit;
        EXPECT_NEAR(eighths, std::round(eighths), 1e-3);
      }
    }
  }
  EXPECT_NEAR(static_cast<double>(cheap) / static_cast<double>(cheap + full), 0.75, 0.1);
}

TEST(AlphaZeroMode, players_resign_but_in_games_that_go_on) {
  std::vector<Override> overrides = kAlphaZero;
  overrides.push_back({"selfplay.resign", "{value: -0.2, moves: 1, never: 0.3}"});
  Played run(overrides);
  int resigned = 0;
  int spared = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const PlayedGame played = run.play(index);
    EXPECT_FALSE(played.is_spared && played.game.ending == Ending::resigned);
    EXPECT_TRUE(played.is_spared || !played.is_spared_wrongly);
    resigned += played.game.ending == Ending::resigned ? 1 : 0;
    spared += played.is_spared ? 1 : 0;
  }
  EXPECT_GT(resigned, 10);
  EXPECT_GT(spared, 2);
}

}  // namespace
}  // namespace rootward::selfplay
