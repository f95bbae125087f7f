// Ratings: what feeds them, who is rated, and what is done where no finite rating exists.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

StoredResults round_robin() {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 200);
  add_pairs(results, "a", "b", {12, 20, 100, 38, 30});
  add_pairs(results, "a", "c", {10, 20, 80, 50, 40});
  add_pairs(results, "b", "c", {30, 30, 80, 30, 30});
  return results;
}

TEST(Rating, RatesARoundRobin) {
  const ResultTable table = make_table(round_robin(), text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_TRUE(table.rating_method->has_first_player_advantage);
  EXPECT_EQ(table.rating_method->prior_draws, 0.0);
  double sum = 0;
  for (const PlayerRow& player : table.players) sum += player.rating->elo;
  EXPECT_NEAR(sum, 0.0, 1e-9);
  EXPECT_EQ(table.players.front().name, "a");
  EXPECT_GT(row_of(table, "a").rating->elo, row_of(table, "b").rating->elo);
}

TEST(Rating, AGauntletOfSeveralReferencesIsRatedFromTheFirst) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"r", "s", "a", "b"}, 200);
  results.config.schedule.references = {"r", "s"};
  for (const char* reference : {"r", "s"}) {
    add_pairs(results, "a", reference, {12, 20, 100, 38, 30});
    add_pairs(results, "b", reference, {30, 30, 80, 30, 30});
  }
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_EQ(table.rating_method->anchor, "r");
  EXPECT_EQ(row_of(table, "r").rating->elo, 0.0);
  EXPECT_EQ(row_of(table, "r").rating->standard_error, 0.0);
  // a has 227 of 400 points against each, b half: 400 log10(227 / 173) but for the fitted advantage of the first seat.
  EXPECT_NEAR(row_of(table, "a").rating->elo - row_of(table, "b").rating->elo, 400 * std::log10(227.0 / 173.0), 1.0);
  EXPECT_GT(row_of(table, "a").rating->standard_error, 0.0);
  EXPECT_EQ(table.players.front().name, "a") << "by rating, not the reference first";
}

/// Pairs with scores 0, 1/2 and 1, so many of each, by numbers from `first` on; 400 in all.
void add_shuffled(StoredResults& results, const std::string& a, const std::string& b, std::uint32_t first) {
  for (std::uint32_t i = 0; i < 400; ++i) add_pair(results, {a, b, (first + i) % 400, i % 4 / 2 * 1.0, i % 2 * 1.0});
}

// 50 % of 400 pairs with the deviation sqrt(1/8): .01768 is 12.29 Elo. Both rated from r, whom both have met; a and b
// meet in pairs that are even to the last, so that their difference adds nothing.
TEST(Rating, ErrorsComeFromPairsAndKnowWhatOpeningsShare) {
  const auto difference_of = [](std::uint32_t first) {
    StoredResults results = empty_results(ScheduleType::pairings, {"r", "a", "b", "c"}, 400);
    results.config.schedule.references = {"r"};
    results.config.schedule.pairings = {{"a", "r"}, {"b", "a"}, {"c", "b"}};
    add_shuffled(results, "a", "r", 0);
    add_shuffled(results, "b", "a", first);
    add_pairs(results, "c", "b", {0, 0, 400, 0, 0});
    const ResultTable table = make_table(results, text_openings());
    EXPECT_TRUE(table.rating_method->counts_pairs);
    EXPECT_NEAR(row_of(table, "a").rating->standard_error, 12.29, 0.05);
    EXPECT_NEAR(row_of(table, "c").rating->standard_error, std::hypot(row_of(table, "b").rating->standard_error, 0.61),
                0.05)
        << "400 even pairs: one pair more won and one more lost";
    return row_of(table, "b").rating->standard_error;
  };
  EXPECT_NEAR(difference_of(0), 24.57, 0.1) << "the same pairs with the same results: errors add up";
  EXPECT_NEAR(difference_of(1), 12.29, 0.1) << "correlated by -1/2: sqrt(1 + 1 - 1)";
}

// 29 pairs are too few to tell how much pairs deviate: 58 games of which half are won, 1 / sqrt(58 / 4) logits.
TEST(Rating, FewPairsCountBySingleGames) {
  for (const std::uint64_t pairs : {29U, 30U}) {
    StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b"}, 30);
    add_pairs(results, "a", "b", {0, 5, pairs - 10, 5, 0});
    const ResultTable table = make_table(results, text_openings());
    EXPECT_EQ(table.rating_method->counts_pairs, pairs == 30);
    const double error = 2 * row_of(table, "a").rating->standard_error;  // of the difference
    if (pairs == 29)
      EXPECT_NEAR(error, 400 / std::log(10) / std::sqrt(58 / 4.0), 0.5);
    else
      EXPECT_LT(error, 30) << "ten of thirty pairs are uneven, by half a point";
  }
}

TEST(Rating, AnUnbeatenPlayerGetsAPriorThatIsTold) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 10);
  add_pairs(results, "a", "b", {0, 0, 0, 0, 10});
  add_pairs(results, "a", "c", {0, 0, 0, 0, 10});
  add_pairs(results, "b", "c", {2, 1, 4, 1, 2});
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_EQ(table.rating_method->prior_draws, 2.0);
  EXPECT_FALSE(table.rating_method->counts_pairs);
  EXPECT_GT(row_of(table, "a").rating->elo, row_of(table, "b").rating->elo + 200);
}

TEST(Rating, WhereTheFirstSeatAlwaysWinsItsAdvantageIsNotFitted) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 3);
  for (std::uint32_t pair = 0; pair < 3; ++pair) {
    for (const auto& [first, second] : {std::pair{"a", "b"}, std::pair{"a", "c"}, std::pair{"b", "c"}}) {
      add_pair(results, {first, second, pair, 1.0, 0.0});
    }
  }
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_FALSE(table.rating_method->has_first_player_advantage);
  EXPECT_NEAR(row_of(table, "a").rating->elo, 0.0, 1e-6);
}

TEST(Rating, StoppedMatchesFeedNoRating) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 500);
  add_pairs(results, "a", "b", {25, 28, 80, 35, 32});
  add_pairs(results, "a", "c", {10, 20, 80, 50, 40});
  add_pairs(results, "b", "c", {25, 28, 80, 35, 32});
  results.config.sprt = SprtSettings{0, 40, 0.05, 0.05};
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.pairings[1].is_stopped_early);
  ASSERT_FALSE(table.pairings[2].is_stopped_early);
  StoredResults without = results;
  std::erase_if(without.games, [&table](const GameRecord& game) {
    for (const PairingRow& pairing : table.pairings) {
      if (pairing.is_stopped_early && game.pairing == std::array<std::string, 2>{pairing.a, pairing.b}) return true;
    }
    return false;
  });
  const ResultTable expected = make_table(without, text_openings());
  for (const PlayerRow& player : table.players) {
    const PlayerRow& other = row_of(expected, player.name);
    ASSERT_EQ(player.rating.has_value(), other.rating.has_value()) << player.name;
    if (player.rating) {
      EXPECT_NEAR(player.rating->elo, other.rating->elo, 1e-9) << player.name;
    }
  }
}

TEST(Rating, GauntletsAreNotRated) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"a", "b"}, 4);
  add_pairs(results, "b", "a", {1, 0, 2, 0, 1});
  EXPECT_FALSE(make_table(results, text_openings()).rating_method.has_value());
}

TEST(Rating, PairingsThatConnectAllPlayersAreRatedFromTheReference) {
  StoredResults results = empty_results(ScheduleType::pairings, {"r", "a", "b"}, 200);
  results.config.schedule.references = {"r"};
  results.config.schedule.pairings = {{"a", "r"}, {"b", "a"}};
  add_pairs(results, "a", "r", {12, 20, 100, 38, 30});
  add_pairs(results, "b", "a", {12, 20, 100, 38, 30});
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_EQ(table.rating_method->anchor, "r");
  const double step = 400 * std::log10(227.0 / 173.0);  // 227 of 400 points each
  EXPECT_NEAR(row_of(table, "a").rating->elo, step, 1.0) << "but for the fitted advantage of the first seat";
  EXPECT_NEAR(row_of(table, "b").rating->elo, 2 * step, 2.0) << "who never met the reference";
}

TEST(Rating, ALadderIsRatedFromItsFirstPlayer) {
  StoredResults results = empty_results(ScheduleType::ladder, {"a", "b", "c"}, 200);
  add_pairs(results, "a", "b", {12, 20, 100, 38, 30});
  add_pairs(results, "b", "c", {12, 20, 100, 38, 30});
  const ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.rating_method.has_value());
  EXPECT_EQ(table.rating_method->anchor, "a");
  EXPECT_LT(row_of(table, "c").rating->elo, row_of(table, "b").rating->elo);
}

TEST(Rating, PairingsAroundTheReferenceOrApartFromEachOtherAreNotRated) {
  StoredResults star = empty_results(ScheduleType::pairings, {"r", "a", "b"}, 4);
  star.config.schedule.references = {"r"};
  star.config.schedule.pairings = {{"a", "r"}, {"b", "r"}};
  add_pairs(star, "a", "r", {1, 0, 2, 0, 1});
  add_pairs(star, "b", "r", {1, 0, 2, 0, 1});
  EXPECT_FALSE(make_table(star, text_openings()).rating_method.has_value()) << "scores say the same";
  StoredResults apart = empty_results(ScheduleType::pairings, {"a", "b", "c", "d"}, 4);
  apart.config.schedule.pairings = {{"a", "b"}, {"c", "d"}};
  add_pairs(apart, "a", "b", {1, 0, 2, 0, 1});
  add_pairs(apart, "c", "d", {1, 0, 2, 0, 1});
  EXPECT_FALSE(make_table(apart, text_openings()).rating_method.has_value()) << "nothing tells a from c";
}

}  // namespace
}  // namespace rootward::tournament
