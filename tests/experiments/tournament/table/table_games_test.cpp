// What tables keep of games: sums in which no order shows, and the table of games with all their fields.
#include "experiments/tournament/table/table_games.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "experiments/tournament/table/render.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

/// Games of three players; openings repeat, so that every number of a table is there.
StoredResults many_games() {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 40);
  add_pairs(results, "a", "b", {3, 7, 12, 9, 9});
  add_pairs(results, "a", "c", {12, 7, 9, 9, 3});
  add_half_pair(results, {"b", "c", 0, 0.5, 0.5});
  for (std::size_t i = 0; i < results.games.size(); ++i) {
    results.games[i].opening = {std::string(1, static_cast<char>('a' + results.games[i].pair % 7))};
    results.games[i].cpu_seconds = {0.1 * static_cast<double>(i), 1.0 / (1.0 + static_cast<double>(i))};
  }
  return results;
}

std::string json_of(const StoredResults& results) {
  return render_table(make_table(results, text_openings()), TableFormat::json);
}

TEST(TableGames, KnowNoOrder) {
  StoredResults results = many_games();
  const std::string expected = json_of(results);
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::shuffle(results.games.begin(), results.games.end(), std::mt19937(seed));
    EXPECT_EQ(json_of(results), expected);
  }
}

TEST(TableGames, OneMoreGameGivesTheTableOfAllTheGames) {
  const StoredResults all = many_games();
  StoredResults growing = all;
  growing.games.clear();
  growing.counted.emplace();
  StoredResults part = all;
  part.games.clear();
  for (const GameRecord& game : all.games) {
    growing.counted->add(game, text_openings().opening_key(game));
    part.games.push_back(game);
    ASSERT_EQ(json_of(growing), json_of(part)) << game.id;
  }
}

TEST(TableGames, WhatTwoCountedGivesTheTableOfAllTheGames) {
  StoredResults all = many_games();
  all.games[14].opening = all.games[0].opening;  // another pair, the same moves
  all.games[14].moves = all.games[0].moves;
  all.games[3].ended = "forfeit:crash";
  const std::string expected = json_of(all);
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    std::shuffle(all.games.begin(), all.games.end(), std::mt19937(seed));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, all.games.size() / 2, all.games.size()}) {
      StoredResults joined = all;
      joined.games.clear();
      joined.counted.emplace();
      TableGames later;
      for (std::size_t i = 0; i < all.games.size(); ++i)
        (i < cut ? *joined.counted : later).add(all.games[i], text_openings().opening_key(all.games[i]));
      joined.counted->join(later);
      EXPECT_EQ(joined.counted->size(), all.games.size());
      EXPECT_EQ(json_of(joined), expected) << seed << " " << cut;
    }
  }
}

TEST(TableGames, WithoutIntervalsOverOpeningsAllElseIsTheSame) {
  const StoredResults results = many_games();
  TableOptions options = text_openings();
  options.has_bootstrap = false;
  ResultTable table = make_table(results, text_openings());
  ASSERT_TRUE(table.pairings.front().bootstrap_ci95);
  for (PairingRow& pairing : table.pairings) pairing.bootstrap_ci95.reset();
  EXPECT_EQ(render_table(make_table(results, options), TableFormat::json), render_table(table, TableFormat::json));
}

TEST(TableGames, GiveTheTableOfTheGamesThemselves) {
  const StoredResults results = many_games();
  StoredResults counted = results;
  counted.counted.emplace();
  for (const GameRecord& game : results.games) counted.counted->add(game, text_openings().opening_key(game));
  counted.games.clear();
  const StoredResults copy = counted;  // as first_pairs() and whoever keeps results make them
  for (const TableFormat format :
       {TableFormat::text, TableFormat::md, TableFormat::csv, TableFormat::latex, TableFormat::json}) {
    const std::string expected = render_table(make_table(results, text_openings()), format);
    EXPECT_EQ(render_table(make_table(counted, {}), format), expected);
    EXPECT_EQ(render_table(make_table(copy, {}), format), expected);
  }
}

}  // namespace
}  // namespace rootward::tournament
