// The rules of self-play, each by itself: openings, coasting, resigning, temperature.
#include "experiments/selfplay/play_rules.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace rootward::selfplay {
namespace {

TEST(DrawnOpenings, have_the_configured_shares_and_mean) {
  const OpeningRule rule{.policy_share = 0.25, .policy_plies = 3.2, .fork_share = 0.05};
  constexpr int kGames = 40'000;
  int forks = 0;
  int plain = 0;
  double fork_plies = 0;
  double policy_plies = 0;
  for (std::uint64_t i = 0; i < kGames; ++i) {
    Rng rng = GameStreams(1, 0, i).rng("opening");
    const OpeningPlan plan = draw_opening(rule, 81, rng);
    if (plan.forks) {
      ++forks;
      fork_plies += plan.policy_plies;
      EXPECT_LT(plan.policy_plies, 81U);
    } else {
      plain += plan.policy_plies == 0 ? 1 : 0;
      policy_plies += plan.policy_plies;
    }
  }
  EXPECT_NEAR(forks, 0.05 * kGames, 5 * std::sqrt(0.05 * 0.95 * kGames));
  EXPECT_NEAR(fork_plies / forks, 40, 5 * 23.4 / std::sqrt(forks));
  EXPECT_NEAR(policy_plies / (0.25 * kGames), 3.2, 0.2);
  // No policy move: 70 % of the games, and those of the 25 % whose geometric number is 0.
  EXPECT_NEAR(plain, (0.7 + 0.25 / 4.2) * kGames, 5 * std::sqrt(0.25 * kGames));
}

TEST(DrawnOpenings, a_mean_of_zero_is_no_move) {
  Rng rng(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(draw_geometric(0, rng), 0U);
}

TEST(Coasting, begins_after_six_decided_plies_and_ends_with_the_first_open_one) {
  Coasting coasting(CoastRule{});
  for (int ply = 0; ply < 5; ++ply) coasting.note(0.9);
  EXPECT_FALSE(coasting.is_on());
  coasting.note(1.0);
  EXPECT_TRUE(coasting.is_on());
  coasting.note(0.95);
  EXPECT_TRUE(coasting.is_on());
  coasting.note(0.89);
  EXPECT_FALSE(coasting.is_on());
  for (int ply = 0; ply < 5; ++ply) coasting.note(-0.9);
  EXPECT_FALSE(coasting.is_on());
}

TEST(Coasting, needs_one_sign) {
  Coasting coasting(CoastRule{});
  for (int ply = 0; ply < 40; ++ply) coasting.note(ply % 5 == 0 ? -0.95 : 0.95);
  EXPECT_FALSE(coasting.is_on());
  for (int ply = 0; ply < 6; ++ply) coasting.note(-0.95);
  EXPECT_TRUE(coasting.is_on());
  coasting.note(0.95);
  EXPECT_FALSE(coasting.is_on());
}

TEST(Coasting, zero_moves_is_never) {
  Coasting coasting(CoastRule{.moves = 0});
  for (int ply = 0; ply < 40; ++ply) coasting.note(1);
  EXPECT_FALSE(coasting.is_on());
}

TEST(Resigning, takes_a_players_own_moves_in_a_row) {
  Resigning resigning({.value = -0.95, .moves = 3, .never = 0}, Rng(1));
  EXPECT_FALSE(resigning.note(Seat::first, -0.95));
  EXPECT_FALSE(resigning.note(Seat::second, 0.9));
  EXPECT_FALSE(resigning.note(Seat::first, -0.94));
  for (int move = 0; move < 2; ++move) EXPECT_FALSE(resigning.note(Seat::first, -1));
  EXPECT_FALSE(resigning.note(Seat::second, -1));
  EXPECT_TRUE(resigning.note(Seat::first, -0.99));
  EXPECT_FALSE(resigning.spared());
}

TEST(Resigning, a_share_of_games_goes_on_and_remembers_who_would_have) {
  int spared = 0;
  for (std::uint64_t game = 0; game < 2000; ++game) {
    Resigning resigning({.value = -0.95, .moves = 1, .never = 0.1}, Rng(game));
    const bool resigns = resigning.note(Seat::second, -1);
    EXPECT_NE(resigns, resigning.spared().has_value());
    if (!resigns) {
      ++spared;
      EXPECT_EQ(resigning.spared(), Seat::second);
    }
  }
  EXPECT_NEAR(spared, 200, 70);
  Resigning off({.value = -0.95, .moves = 0, .never = 0}, Rng(1));
  for (int move = 0; move < 9; ++move) EXPECT_FALSE(off.note(Seat::first, -1));
}

TEST(PlayTemperature, halves_its_way) {
  const TemperatureRule rule;
  EXPECT_NEAR(temperature_at(rule, 0), 0.75, 1e-12);
  EXPECT_NEAR(temperature_at(rule, 9), 0.45, 1e-12);
  EXPECT_NEAR(temperature_at(rule, 18), 0.30, 1e-12);
  EXPECT_NEAR(temperature_at(rule, 900), 0.15, 1e-12);
}

SearchResult visited(const std::vector<std::uint32_t>& visits) {
  SearchResult result;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    RootChild child;
    child.action = static_cast<Action>(i);
    child.visits = visits[i];
    result.children.push_back(child);
  }
  result.move = 0;
  return result;
}

TEST(DrawByVisits, follows_the_powers) {
  const SearchResult result = visited({8, 2, 0});
  Rng rng(3);
  std::map<Action, int> drawn;
  for (int i = 0; i < 20'000; ++i) ++drawn[draw_by_visits(result, 0.5, rng)];
  EXPECT_NEAR(drawn[1], 20'000 * 4.0 / 68, 200);
  EXPECT_EQ(drawn[2], 0);
}

TEST(DrawByVisits, takes_a_proven_win_and_leaves_proven_losses) {
  SearchResult won = visited({3, 97});
  won.children[0].proof = 1;
  won.children[0].value = 1;
  SearchResult lost = visited({90, 10});
  lost.children[0].proof = 1;
  lost.children[0].value = -1;
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(draw_by_visits(won, 1, rng), 0);
    EXPECT_EQ(draw_by_visits(lost, 1, rng), 1);
  }
}

TEST(GameStreams, differ_by_run_generation_game_and_name) {
  const GameStreams streams(1, 2, 3);
  EXPECT_EQ(streams.seed_of("moves"), GameStreams(1, 2, 3).seed_of("moves"));
  EXPECT_NE(streams.seed_of("moves"), streams.seed_of("opening"));
  EXPECT_NE(streams.seed, GameStreams(0, 2, 3).seed);
  EXPECT_NE(streams.seed, GameStreams(1, 3, 3).seed);
  EXPECT_NE(streams.seed, GameStreams(1, 2, 4).seed);
}

}  // namespace
}  // namespace rootward::selfplay
