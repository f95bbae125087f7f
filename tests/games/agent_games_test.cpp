// Single agents: bandits, D-chains and Grid World against their known truths.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/errors.h"
#include "games/bandit.h"
#include "games/d_chain.h"
#include "games/grid_world.h"
#include "games/perft.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

template <class P>
void play_all(P& position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) position.play(*position.parse_action(move));
}

TEST(Bandit, ArmsPayTheirMeans) {
  for (const bool is_gaussian : {false, true}) {
    const Bandit::Rules rules{.means = {0.9, 0.6}, .is_gaussian = is_gaussian, .deviation = 0.3};
    Bandit position(rules);
    EXPECT_EQ(*position.exact_value(), 2 * 0.9 - 1);
    position.play(1);
    Rng rng(2);
    double sum = 0;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) sum += 0.5 * (position.draw_result(rng) + 1);
    EXPECT_NEAR(sum / kDraws, 0.6, 4 * 0.5 / std::sqrt(kDraws));
    EXPECT_EQ(position.result(), 2 * 0.6 - 1);
  }
}

TEST(Bandit, MeansAreGivenOrDrawn) {
  const auto rules = [](const GivenParams& given) {
    return make_bandit_rules(resolve_params(bandit_description().parameters, given));
  };
  EXPECT_EQ(rules({{"means", std::vector<double>{0.25, 0.75}}}).means, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(rules({}).means.size(), 10U);
  EXPECT_NE(rules({{"seed", std::int64_t{2}}}).means, rules({}).means);
}

TEST(DChain, ValuesAreTheKnownOnes) {
  const DChain::Rules plain{.depth = 10, .end_reward = 1, .trap = 0};
  EXPECT_EQ(*DChain(plain).exact_value(), 1) << "always right";
  const DChain::Rules modified{.depth = 10, .end_reward = 0.5, .trap = 0};
  DChain position(modified);
  EXPECT_NEAR(*position.exact_value(), 2 * 0.9 - 1, 1e-15) << "left at once";
  play_all(position, {"right", "right", "right", "right", "right"});
  EXPECT_NEAR(*position.exact_value(), 2 * 0.5 - 1, 1e-15) << "from state 6 on leaving brings less than a half";
  EXPECT_EQ(DChain::from_text(modified, "3 left").result(), 2 * 0.7 - 1);
  EXPECT_EQ(DChain::from_text(modified, "10 right").result(), 0);
  EXPECT_EQ(DChain::from_text(modified, "10 left").result(), -1);
  DChain counted(modified);
  EXPECT_EQ(perft(counted, 4), 2U);
  EXPECT_EQ(perft(counted, 11), 0U);
}

TEST(DChain, TheEntropyTrapHoldsNothing) {
  const DChain::Rules rules{.depth = 3, .end_reward = 1, .trap = 4};
  DChain position(rules);
  play_all(position, {"right", "right", "right"});
  EXPECT_FALSE(position.is_over());
  EXPECT_EQ(*position.exact_value(), 1);
  DChain inside = position;
  position.play(0);
  EXPECT_TRUE(position.is_over());
  EXPECT_EQ(position.result(), 1);
  inside.play(1);
  EXPECT_EQ(*inside.exact_value(), -1);
  EXPECT_EQ(perft(inside, 4), 16U);
  EXPECT_EQ(perft(inside, 5), 0U);
  play_all(inside, {"left", "right", "left", "left"});
  EXPECT_TRUE(inside.is_over());
  EXPECT_EQ(inside.result(), -1);
}

double start_value(double slip, int holes = 0, std::uint64_t seed = 1) {
  const GridWorldRules rules({.slip = slip, .holes = holes, .max_steps = 400, .seed = seed});
  return rules.best_return(GridWorldRules::kStart, 400);
}

// Value iteration on the endless walk; a walk of more than 400 steps is too rare to show.
TEST(GridWorld, StartValuesAreThePublishedOnes) {
  EXPECT_NEAR(start_value(0), 92, 1e-9);
  EXPECT_NEAR(start_value(0.1), 90.7360, 5e-5);
  EXPECT_NEAR(start_value(0.3), 87.3086, 5e-5);
}

TEST(GridWorld, HolesAreDistinctInTheMiddleAndCost) {
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GridWorldRules rules({.slip = 0.1, .holes = 30, .max_steps = 100, .seed = seed});
    int holes = 0;
    for (int cell = 0; cell < GridWorldRules::kCells; ++cell) {
      holes += rules.is_hole(cell) ? 1 : 0;
      if (rules.is_hole(cell)) {
        EXPECT_GE(cell / 9, 1);
        EXPECT_LE(cell / 9, 7);
        EXPECT_EQ(rules.best_return(cell, 50), 0);
      }
    }
    EXPECT_EQ(holes, 30);
    mean += start_value(0.1, 30, seed) / 20;
  }
  EXPECT_LT(mean, 80);
}

TEST(GridWorld, StepsSlipsAndEnds) {
  const GridWorldRules sure({.slip = 0, .holes = 0, .max_steps = 100, .seed = 1});
  GridWorld position(sure);
  play_all(position, {"up", "down", "left"});
  EXPECT_EQ(position.to_text(), "3,1 3");
  play_all(position, {"right", "DOWN", "down", "down", "down", "down", "down", "down"});
  EXPECT_TRUE(position.is_over());
  EXPECT_EQ(position.ending(), Ending::rules);
  EXPECT_NEAR(position.result(), 2.0 * (100 - 11 + 100) / 192 - 1, 1e-15);

  const GridWorldRules slippery({.slip = 0.2, .holes = 0, .max_steps = 2, .seed = 1});
  GridWorld slips(slippery);
  slips.play(1);
  EXPECT_TRUE(slips.is_chance());
  EXPECT_EQ(slips.to_text(), "4,0 0 down");
  EXPECT_NEAR(slips.probability(1), 0.85, 1e-15);
  EXPECT_NEAR(slips.probability(3), 0.05, 1e-15);
  slips.play(3);
  EXPECT_EQ(slips.to_text(), "5,0 1");
  slips.play(1);
  slips.play(1);
  EXPECT_TRUE(slips.is_over());
  EXPECT_EQ(slips.ending(), Ending::move_limit);
  EXPECT_EQ(slips.result(), -1);
}

// The exact value at a chance node is the mean over its outcomes, at a choice the best of the moves.
TEST(GridWorld, ExactValuesFitTogether) {
  const GridWorldRules rules({.slip = 0.3, .holes = 12, .max_steps = 30, .seed = 3});
  GridWorld position(rules);
  double best = -2;
  for (Action intended = 0; intended < 4; ++intended) {
    GridWorld chance = position;
    chance.play(intended);
    double mean = 0;
    for (Action outcome = 0; outcome < 4; ++outcome) {
      GridWorld next = chance;
      next.play(outcome);
      mean += chance.probability(outcome) * *next.exact_value();
    }
    EXPECT_NEAR(*chance.exact_value(), mean, 1e-12);
    best = std::max(best, mean);
  }
  EXPECT_NEAR(*position.exact_value(), best, 1e-12);
  int intended = 0;
  Rng rng(4);
  position.play(1);
  for (int i = 0; i < 10'000; ++i) intended += position.draw_outcome(rng) == 1 ? 1 : 0;
  EXPECT_NEAR(intended, 7750, 4 * std::sqrt(10'000 * 0.775 * 0.225));
}

TEST(AgentGames, KeepTheProperties) {
  testing::check_game_properties<DChain>({.depth = 5, .end_reward = 0.5, .trap = 3}, 1, 30);
  testing::check_game_properties<DChain>({.depth = 1, .end_reward = 1, .trap = 0}, 1, 4);
  testing::check_game_properties<GridWorld>(GridWorldRules({.slip = 0.2, .holes = 10, .max_steps = 20, .seed = 1}), 2,
                                            20);
  testing::check_game_properties<GridWorld>(GridWorldRules({.slip = 0, .holes = 3, .max_steps = 12, .seed = 1}), 2, 20);
}

TEST(AgentGames, RefuseTextsOfNoPosition) {
  const DChain::Rules chain{.depth = 5, .end_reward = 1, .trap = 0};
  for (const char* text : {"", "0", "6", "3 ", "3 up", "3 right", "3 left left", "x"})
    EXPECT_THROW((void)DChain::from_text(chain, text), UsageError) << text;
  const GridWorldRules grid({.slip = 0.1, .holes = 0, .max_steps = 20, .seed = 1});
  for (const char* text :
       {"", "4", "4,0", "9,0 1", "4,0 21", "4,0 1 ", "4,0 1 north", "4,0 1 up up", "4,8 9 up", "4,8 7", "3,0 0"})
    EXPECT_THROW((void)GridWorld::from_text(grid, text), UsageError) << text;
  const Bandit::Rules bandit{.means = {0.5, 0.5}};
  for (const char* text : {"", "0", "3", "1 2", "a"})
    EXPECT_THROW((void)Bandit::from_text(bandit, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
