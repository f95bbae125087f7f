// P-games, trap trees and synthetic trees: leaves and values against plain recursion over the whole tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/errors.h"
#include "games/p_game.h"
#include "games/perft.h"
#include "games/synthetic_tree.h"
#include "games/trap_tree.h"
#include "tests/games/game_properties.h"

namespace rootward {
namespace {

Params params_of(const Described& description, const GivenParams& given) {
  return resolve_params(description.parameters, given);
}
GivenParams shape(int branching, int depth, int seed) {
  return {{"branching", std::int64_t{branching}}, {"depth", std::int64_t{depth}}, {"seed", std::int64_t{seed}}};
}

/// First seat's view, by playing everything out.
template <class P>
double minimax(P& position) {
  if (position.is_over()) return position.result();
  const double sign = sign_of(position.to_move());
  double best = -2;
  ActionList actions;
  position.legal_actions(actions);
  for (const Action action : actions) {
    const typename P::Mark mark = position.mark();
    position.play(action);
    best = std::max(best, sign * minimax(position));
    position.rewind(mark);
  }
  return sign * best;
}

TEST(PGame, ALeafIsTheSignOfMaxMinusMin) {
  const PGameModel model(3, 4, 17);
  for (std::uint64_t leaf = 0; leaf < 81; ++leaf) {
    const std::vector<TreePlace> path = {{1, leaf / 27}, {2, leaf / 9}, {3, leaf / 3}, {4, leaf}};
    const int sum = model.edge(path[0]) - model.edge(path[1]) + model.edge(path[2]) - model.edge(path[3]);
    EXPECT_EQ(model.leaf(leaf), sum > 0 ? 1 : sum < 0 ? -1 : 0);
  }
}

TEST(PGame, EdgesAreUniformIn0To127) {
  const PGameModel model(8, 8, 5);
  std::vector<int> seen(128);
  constexpr int kDraws = 128'000;
  for (std::uint64_t i = 0; i < kDraws; ++i) ++seen[static_cast<std::size_t>(model.edge({7, i}))];
  double chi_square = 0;
  for (const int count : seen) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi_square, 127 + 5 * std::sqrt(2 * 127.0));
}

TEST(PGame, AlphaBetaIsMinimax) {
  for (int seed = 1; seed <= 30; ++seed) {
    const PGameModel model = make_p_game(params_of(p_game_description(), shape(3, 6, seed)));
    PGame position(model);
    EXPECT_EQ(*position.exact_value(), minimax(position)) << seed;
    position.play(1);
    EXPECT_EQ(*position.exact_value(), minimax(position)) << seed;
  }
}

TEST(PGame, MovesThatGiveAnotherAreSolvedToo) {
  for (const double changes : {0.0, 0.25, 0.5, 0.75}) {
    for (int seed = 1; seed <= 10; ++seed) {
      GivenParams given = shape(3, 6, seed);
      given["changes"] = changes;
      const PGameModel model = make_p_game(params_of(p_game_description(), given));
      PGame position(model);
      EXPECT_EQ(*position.exact_value(), minimax(position)) << changes << " " << seed;
      position.play(2);
      position.play(1);
      EXPECT_EQ(*position.exact_value(), minimax(position)) << changes << " " << seed;
    }
  }
}

/// The mover follows from the place alone, and what he chose is his.
TEST(PGame, TheOtherPlayerMovesWithTheGivenProbability) {
  for (const double changes : {0.0, 0.25, 0.75, 1.0}) {
    const PGameModel model(4, 8, 11, changes);
    int changed = 0;
    for (std::uint64_t i = 0; i < 10'000; ++i) changed += model.mover({7, i}, Seat::first) == Seat::second ? 1 : 0;
    EXPECT_NEAR(changed, 10'000 * changes, 4 * std::sqrt(10'000 * changes * (1 - changes)) + 0.5) << changes;
  }
  const PGameModel agent(3, 4, 17, 0);
  const int sum = agent.edge({1, 1}) + agent.edge({2, 4}) + agent.edge({3, 13}) + agent.edge({4, 40});
  EXPECT_GT(sum, 0);
  EXPECT_EQ(agent.leaf(40), 1);
  const PGameModel plain(3, 6, 9), alternating(3, 6, 9, 1);
  for (std::uint64_t leaf = 0; leaf < 729; ++leaf) ASSERT_EQ(plain.leaf(leaf), alternating.leaf(leaf));
}

TEST(PGame, LargeTreesAreSolvedAndCounted) {
  for (const auto& [branching, depth] : {std::pair{2, 20}, std::pair{8, 8}}) {
    const PGameModel model = make_p_game(params_of(p_game_description(), shape(branching, depth, 3)));
    EXPECT_TRUE(PGame(model).exact_value().has_value());
    PGame position(model);
    EXPECT_EQ(perft(position, 3), static_cast<std::uint64_t>(branching) * static_cast<std::uint64_t>(branching) *
                                      static_cast<std::uint64_t>(branching));
  }
  const PGameModel endless(2, 62, 1);
  EXPECT_FALSE(PGame(endless).exact_value().has_value());
}

TEST(PGame, UntiedTreesHaveARightMove) {
  int changed = 0;
  for (int seed = 1; seed <= 40; ++seed) {
    GivenParams given = shape(2, 6, seed);
    given["untied"] = true;
    const PGameModel model = make_p_game(params_of(p_game_description(), given));
    changed += model.seed() != static_cast<std::uint64_t>(seed) ? 1 : 0;
    PGame left(model), right(model);
    left.play(0);
    right.play(1);
    EXPECT_NE(*left.exact_value(), *right.exact_value());
  }
  EXPECT_GT(changed, 5);
  GivenParams huge = shape(2, 62, 1);
  huge["untied"] = true;
  EXPECT_THROW((void)make_p_game(params_of(p_game_description(), huge)), ParamError);
  EXPECT_THROW((void)make_p_game(params_of(p_game_description(), shape(8, 30, 1))), ParamError);
}

TrapTreeModel trap_tree(double density, int favour, int seed, int trap_depth = 6) {
  GivenParams given = shape(3, 6, seed);
  given["density"] = density;
  given["favour"] = std::int64_t{favour};
  given["trap_depth"] = std::int64_t{trap_depth};
  return make_trap_tree(params_of(trap_tree_description(), given));
}

TEST(TrapTree, WithoutTrapsItIsThePGame) {
  const PGameModel plain(3, 6, 9);
  const TrapTreeModel trapless = trap_tree(0, 64, 9);
  for (std::uint64_t leaf = 0; leaf < 729; ++leaf) EXPECT_EQ(trapless.leaf(leaf), plain.leaf(leaf));
}

TEST(TrapTree, BehindATrapEverythingIsLostAndBesideItLooksBetter) {
  const PGameModel plain(3, 6, 9);
  const TrapTreeModel traps = trap_tree(0.5, 40, 9);
  int nodes = 0;
  for (std::uint64_t index = 0; index < 3; ++index) {
    const TreePlace node{1, index};
    const std::optional<int> trap = traps.trap_at(node);
    if (!trap) continue;
    ++nodes;
    for (int reply = 0; reply < 3; ++reply) {
      const TreePlace below{2, index * 3 + static_cast<std::uint64_t>(reply)};
      if (reply == *trap) {
        EXPECT_FALSE(traps.step(below, Seat::second).has_value());
        for (std::uint64_t leaf = 0; leaf < 81; ++leaf) EXPECT_EQ(traps.leaf(below.index * 81 + leaf), -1);
      } else {
        EXPECT_EQ(traps.step(below, Seat::second), *plain.step(below, Seat::second) + 40);
      }
    }
    EXPECT_EQ(traps.exact(node, Seat::second), -1);
  }
  EXPECT_GT(nodes, 0);
}

TEST(TrapTree, DensityAndDepthSayWhereTrapsAre) {
  const TrapTreeModel traps(PGameModel(10, 8, 4), {.density = 0.3, .depth = 3, .favour = 1});
  int found = 0;
  for (std::uint64_t index = 0; index < 1000; ++index) found += traps.trap_at({3, index}).has_value() ? 1 : 0;
  EXPECT_NEAR(found, 300, 60);
  for (std::uint64_t index = 0; index < 1000; ++index) {
    EXPECT_FALSE(traps.trap_at({2, index}).has_value()) << "MAX chooses there";
    EXPECT_FALSE(traps.trap_at({5, index}).has_value()) << "too deep";
  }
}

TEST(TrapTree, AlphaBetaIsMinimax) {
  for (int seed = 1; seed <= 20; ++seed) {
    const TrapTreeModel model = trap_tree(0.3, 64, seed);
    TrapTree position(model);
    EXPECT_EQ(*position.exact_value(), minimax(position)) << seed;
  }
}

TEST(SyntheticTree, LeavesSpanTheRangeAndValuesAreExact) {
  for (const bool is_minimax : {false, true}) {
    const SyntheticTreeModel model({.branching = 4, .depth = 4, .is_minimax = is_minimax, .noise = 0.05, .seed = 7});
    double low = 2, high = -2;
    for (std::uint64_t leaf = 0; leaf < 256; ++leaf) {
      low = std::min(low, model.leaf(leaf));
      high = std::max(high, model.leaf(leaf));
    }
    EXPECT_EQ(low, -1);
    EXPECT_EQ(high, 1);
    SyntheticTree position(model);
    EXPECT_EQ(*position.exact_value(), minimax(position));
    if (!is_minimax) {
      EXPECT_EQ(*position.exact_value(), 1);
    }
    position.play(2);
    EXPECT_EQ(*position.exact_value(), minimax(position));
    EXPECT_EQ(position.to_move(), is_minimax ? Seat::second : Seat::first);
  }
}

TEST(SyntheticTree, MovesThatGiveAnotherAreInTheValues) {
  for (const double changes : {0.0, 0.5}) {
    const SyntheticTreeModel model({.branching = 3, .depth = 5, .is_minimax = true, .changes = changes, .seed = 7});
    SyntheticTree position(model);
    EXPECT_EQ(*position.exact_value(), minimax(position));
    if (changes == 0) {
      EXPECT_EQ(*position.exact_value(), 1) << "MAX makes every move";
    }
  }
  EXPECT_THROW((void)make_synthetic_tree(params_of(synthetic_tree_description(), {{"changes", 0.5}})), ParamError)
      << "a single agent makes every move";
}

TEST(SyntheticTree, ReturnsAreGaussianAroundTheLeaf) {
  const SyntheticTreeModel model({.branching = 2, .depth = 2, .is_minimax = false, .noise = 0.05, .seed = 7});
  Rng rng(1);
  double sum = 0, squares = 0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    const double deviation = model.draw(3, rng) - model.leaf(3);
    sum += deviation;
    squares += deviation * deviation;
  }
  // The scale of [-1, 1] is twice that of [0, 1]: standard deviation 0.1; four standard errors.
  EXPECT_NEAR(sum / kDraws, 0, 4 * 0.1 / std::sqrt(kDraws));
  EXPECT_NEAR(std::sqrt(squares / kDraws), 0.1, 4 * 0.1 / std::sqrt(2.0 * kDraws));
}

/// Best play for the mean is best play for the win: both ways to score give the same sign.
TEST(SyntheticTree, AMatchIsWonByTheBetterHalf) {
  const SyntheticTreeModel model(
      {.branching = 3, .depth = 4, .is_minimax = true, .noise = 0.2, .is_won = true, .seed = 8});
  int won = 0;
  for (std::uint64_t leaf = 0; leaf < 81; ++leaf) {
    const std::optional<Value> result = model.match_result(leaf);
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(*result, model.leaf(leaf) > 0 ? 1 : -1);
    won += *result == 1 ? 1 : 0;
  }
  EXPECT_GT(won, 20);
  EXPECT_LT(won, 61);
  const SyntheticTreeModel plain({.branching = 3, .depth = 4, .is_minimax = true, .noise = 0.2, .seed = 8});
  EXPECT_FALSE(plain.match_result(0).has_value());
  EXPECT_EQ(plain.leaf(7), model.leaf(7));
  EXPECT_THROW((void)make_synthetic_tree(params_of(synthetic_tree_description(), {{"score", std::string("win")}})),
               ParamError)
      << "a single agent wins against nobody";
}

TEST(SyntheticTree, IsBounded) {
  EXPECT_THROW((void)make_synthetic_tree(params_of(synthetic_tree_description(),
                                                   {{"branching", std::int64_t{200}}, {"depth", std::int64_t{3}}})),
               ParamError);
}

TEST(TreeGames, KeepTheProperties) {
  testing::check_game_properties<PGame>(PGameModel(3, 7, 1), 3, 10);
  testing::check_game_properties<PGame>(PGameModel(12, 2, 1), 3, 10);
  testing::check_game_properties<PGame>(PGameModel(3, 7, 1, 0.5), 3, 10);
  testing::check_game_properties<TrapTree>(trap_tree(0.4, 10, 2), 4, 10);
  const PGameModel model(3, 7, 1);
  testing::check_playout_draws(PGame(model), 5);
  for (const char* text : {"", "0", "4", "1 ", "1  2", "1 2 3 1 2 3 1 1", "-1", "a"})
    EXPECT_THROW((void)PGame::from_text(model, text), UsageError) << text;
}

}  // namespace
}  // namespace rootward
