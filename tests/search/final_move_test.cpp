// The final-move rules on a block made by hand.
#include "search/final_move.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "games/tictactoe.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::named;

struct RootChildren {
  RootChildren(const std::vector<std::uint32_t>& visits, const std::vector<double>& values)
      : tree({.has_priors = false, .has_proofs = true, .extra_columns = 0}),
        block(tree.block(tree.expand(tree.root(), Seat::first, std::vector<Action>(visits.size())))) {
    block.header().visited = static_cast<std::uint16_t>(visits.size());
    for (std::size_t i = 0; i < visits.size(); ++i) {
      block.visits()[i] = visits[i];
      block.values()[i] = values[i];
      block.means()[i] = -values[i];
    }
  }
  Tree tree;
  Block block;
};

std::uint32_t choose(const RootChildren& root, const std::string& rule, Reads reads = Reads::value,
                     std::uint64_t seed = 1) {
  SearchSettings settings;
  settings.final_move = named(final_moves(), rule);
  settings.final_reads = reads;
  Rng rng(seed);
  return choose_final_move(root.block, settings, rng);
}

TEST(FinalMove, EachRuleReadsWhatItSays) {
  const RootChildren root({50, 40, 2}, {0.1, 0.2, 0.3});
  EXPECT_EQ(choose(root, "most_visits"), 0U);
  EXPECT_EQ(choose(root, "best_value"), 2U);
  EXPECT_EQ(choose(root, "best_value", Reads::mean), 0U);
  EXPECT_EQ(choose(root, "secure"), 1U);  // 0.1 - 0.141, 0.2 - 0.158, 0.3 - 0.707
}

// Values of ments lie beyond [-1, 1]: cut there, the first would be as good as the second.
TEST(FinalMove, ReadsValuesBeyondTheUnitIntervalAsTheyAre) {
  EXPECT_EQ(choose(RootChildren({50, 50}, {1.25, 1.5}), "most_visits"), 1U) << "ties by value";
  EXPECT_EQ(choose(RootChildren({50, 40}, {1.25, 1.5}), "best_value"), 1U);
  EXPECT_EQ(choose(RootChildren({50, 50}, {-1.5, -1.25}), "secure"), 1U);
}

/// Children with sums of squares.
struct SquaredChildren {
  explicit SquaredChildren(const std::vector<std::uint32_t>& visits, const std::vector<double>& means,
                           const std::vector<double>& squares)
      : tree({.has_priors = false, .has_proofs = true, .extra_columns = 1, .squares_column = kFirstExtraColumn}),
        block(tree.block(tree.expand(tree.root(), Seat::first, std::vector<Action>(visits.size())))) {
    block.header().visited = static_cast<std::uint16_t>(visits.size());
    for (std::size_t i = 0; i < visits.size(); ++i) {
      block.visits()[i] = visits[i];
      block.values()[i] = block.means()[i] = means[i];
      block.squares()[i] = squares[i];
    }
  }
  [[nodiscard]] std::uint32_t chosen(const GivenParams& given = {}) const {
    SearchSettings settings;
    settings.final_move = named(final_moves(), "lcb", given);
    Rng rng(1);
    return choose_final_move(block, settings, rng);
  }
  Tree tree;
  Block block;
};

// s^2 = (100 - 100 .04) / 99 and (40 - 40 .09) / 39: bounds .2 - .196946 and .3 - .305505.
TEST(FinalMove, LcbTakesTheHighestBoundOfTheReturns) {
  const SquaredChildren root({100, 40}, {0.2, 0.3}, {100, 40});
  EXPECT_EQ(root.chosen(), 0U);
  EXPECT_EQ(root.chosen({{"z", 1.0}}), 1U);
}

TEST(FinalMove, LcbPutsChildrenWithFewVisitsLast) {
  const SquaredChildren root({100, 5, 1}, {0.2, 1, 1}, {100, 5, 1});
  EXPECT_EQ(root.chosen(), 0U) << "five wins, a twentieth of the visits";
  EXPECT_EQ(root.chosen({{"min_share", 0.05}}), 1U);
  EXPECT_EQ(SquaredChildren({1, 1}, {-1, 1}, {1, 1}).chosen({{"z", 0.0}}), 1U) << "by value where none has two";
}

TEST(FinalMove, LcbReadsTheReturnsOfASearch) {
  SearchSettings settings = testing::settings_with("max", 500);
  settings.final_move = named(final_moves(), "lcb");
  testing::Fixture<TicTacToe> fixture(settings, 1);
  (void)fixture.run(TicTacToe({}));
  const Block root = fixture.search->core().root_block();
  for (std::uint32_t i = 0; i < root.header().visited; ++i) {
    const double n = root.visits()[i];
    EXPECT_LE(root.squares()[i], n);
    EXPECT_GE(root.squares()[i], n * root.means()[i] * root.means()[i] - 1e-9);
    EXPECT_EQ(root.squares()[i], std::round(root.squares()[i])) << "wins, draws and losses";
  }
}

TEST(FinalMove, TiesGoByValueThenByChance) {
  EXPECT_EQ(choose(RootChildren({50, 50, 2}, {0.1, 0.2, 0.3}), "most_visits"), 1U);
  std::set<std::uint32_t> chosen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    chosen.insert(choose(RootChildren({50, 50, 2}, {0.2, 0.2, 0.3}), "most_visits", Reads::value, seed));
  }
  EXPECT_EQ(chosen, (std::set<std::uint32_t>{0, 1}));
}

TEST(FinalMove, AProvenWinIsTakenAtOnce) {
  const RootChildren root({50, 40, 2}, {0.1, 0.2, 1.0});
  root.block.proofs()[2] = 1;
  EXPECT_EQ(choose(root, "most_visits"), 2U);
}

TEST(FinalMove, AMoveLeftAsideIsPlayedOnlyWhereAllAre) {
  const RootChildren root({9, 4, 2}, {-1, -1, -1});
  for (std::size_t i = 0; i < 3; ++i) root.block.actions()[i] = static_cast<Action>(i);
  for (int i = 0; i < 3; ++i) root.block.prove_loss(0);
  const auto chosen = [&](const std::vector<Action>& aside) {
    Rng rng(1);
    return root.block.actions()[choose_final_move(root.block, {}, rng, aside)];
  };
  EXPECT_EQ(chosen({}), Action{0});
  EXPECT_EQ(chosen({Action{0}}), Action{1});
  EXPECT_EQ(chosen({Action{0}, Action{1}}), Action{2});
  EXPECT_LT(chosen({Action{0}, Action{1}, Action{2}}), Action{3});
}

TEST(FinalMove, DrawnMovesFollowVisitsAndTemperature) {
  const RootChildren root({8, 2}, {0.1, 0.2});
  constexpr int kDraws = 20'000;
  for (const auto& [temperature, share] : {std::pair{0.5, 64.0 / 68}, std::pair{1.0, 0.8}, std::pair{2.0, 2.0 / 3}}) {
    SearchSettings settings;
    settings.temperature = {.value = temperature, .moves = 1};
    Rng rng(17);
    int first = 0;
    for (int i = 0; i < kDraws; ++i) first += draw_final_move(root.block, settings, rng) == 0 ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(first) / kDraws, share, 5 * std::sqrt(share * (1 - share) / kDraws)) << temperature;
  }
}

TEST(FinalMove, AProvenWinIsNotLeftToTheDraw) {
  const RootChildren root({50, 40, 2}, {0.1, 0.2, 1.0});
  root.block.proofs()[2] = 1;
  Rng rng(1);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(draw_final_move(root.block, {}, rng), 2U);
}

TEST(FinalMove, RobustMaxAsksForMoreUntilVisitsAndValueAgree) {
  SearchSettings settings;
  settings.final_move = named(final_moves(), "robust_max");
  EXPECT_FALSE(is_final_move_settled(RootChildren({50, 40}, {0.1, 0.2}).block, settings));
  EXPECT_TRUE(is_final_move_settled(RootChildren({50, 40}, {0.3, 0.2}).block, settings));
  settings.final_move = named(final_moves(), "most_visits");
  EXPECT_TRUE(is_final_move_settled(RootChildren({50, 40}, {0.1, 0.2}).block, settings));
}

}  // namespace
}  // namespace rootward
