// What tables keep of games: the order is that of ids as texts, and the table that of games with all their fields.
#include "experiments/tournament/table/table_games.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "experiments/arena/game_id.h"
#include "experiments/tournament/table/render.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

TEST(TableGames, StandInTheOrderOfTheirIdsAsTexts) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "a-1", "b"}, 200);
  for (const auto& [a, b] : {std::pair("a", "b"), std::pair("a-1", "b"), std::pair("a", "a-1")})
    for (const std::uint32_t pair : {0U, 1U, 2U, 9U, 10U, 11U, 99U, 100U, 101U, 199U})
      add_pair(results, {a, b, pair, 1.0, 0.0});
  std::shuffle(results.games.begin(), results.games.end(), std::mt19937(5));
  TableGames games(0);
  std::vector<std::string> ids;
  for (const GameRecord& game : results.games) {
    games.add(game, "");
    ids.push_back(game.id);
  }
  games.finish();
  std::ranges::sort(ids);
  std::vector<std::string> found(ids.size());
  for (const TableGames::Pairing& pairing : games.pairings()) {
    std::size_t place = pairing.first;
    for (const TableGame& game : games.games_of(pairing))
      found[place++] = game_id(pairing.names, game.pair(), game.is_swapped() ? 1 : 0);
  }
  EXPECT_EQ(found, ids);
  EXPECT_EQ(games.openings_used(), 10U);
}

TEST(TableGames, GiveTheTableOfTheGamesThemselves) {
  StoredResults results = empty_results(ScheduleType::round_robin, {"a", "b", "c"}, 40);
  add_pairs(results, "a", "b", {3, 7, 12, 9, 9});
  add_pairs(results, "a", "c", {12, 7, 9, 9, 3});
  add_half_pair(results, {"b", "c", 0, 0.5, 0.5});
  for (std::size_t i = 0; i < results.games.size(); ++i)
    results.games[i].cpu_seconds = {0.1 * static_cast<double>(i), 1.0 / (1.0 + static_cast<double>(i))};
  StoredResults counted = results;
  counted.counted.emplace(std::size_t{0});
  for (const GameRecord& game : results.games) counted.counted->add(game, text_openings().opening_key(game));
  counted.counted->finish();
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
