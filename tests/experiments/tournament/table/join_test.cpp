// Joining folders of one tournament, and keeping others apart.
#include "experiments/tournament/table/join.h"

#include <gtest/gtest.h>

#include "core/errors.h"
#include "tests/experiments/tournament/table/sample_results.h"

namespace rootward::tournament {
namespace {

StoredResults part(std::uint32_t first_pair, std::uint32_t last_pair) {
  StoredResults results = empty_results(ScheduleType::gauntlet, {"average", "softmax"}, 8);
  for (std::uint32_t pair = first_pair; pair <= last_pair; ++pair) {
    add_pair(results, {"softmax", "average", pair, 1.0, pair % 2 == 0 ? 0.5 : 0.0});
  }
  return results;
}

TEST(Join, PartsOfOneTournamentBecomeOne) {
  const std::vector<StoredResults> joined = join_results({part(0, 4), part(3, 7)});
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_EQ(joined[0].games.size(), 16U);
  EXPECT_EQ(joined[0].duplicate_ids, 4U);
  const ResultTable whole = make_table(part(0, 7), text_openings());
  const ResultTable table = make_table(joined[0], text_openings());
  EXPECT_EQ(table.pairings[0].pentanomial, whole.pairings[0].pentanomial);
  EXPECT_EQ(table.pairings[0].range.ci95, whole.pairings[0].range.ci95);
}

TEST(Join, FurtherPlayersAndPairsAreTakenIn) {
  StoredResults more = part(0, 1);
  more.config.schedule.pairs = 20;
  PlayerSpec player;
  player.name = "coulom";
  player.kind = "random";
  more.config.players.push_back(player);
  const std::vector<StoredResults> joined = join_results({part(0, 1), more});
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_EQ(joined[0].config.players.size(), 3U);
  EXPECT_EQ(joined[0].config.schedule.pairs, 20U);
}

TEST(Join, OtherSeedsNamesOrPlayersStayApart) {
  StoredResults seed = part(0, 1);
  seed.config.seed = 10;
  StoredResults name = part(0, 1);
  name.config.name = "other";
  StoredResults player = part(0, 1);
  player.config.players[1].kind = "search";
  EXPECT_EQ(join_results({part(0, 1), seed, name, player}).size(), 4U);
}

TEST(Join, DisagreementIsAnError) {
  StoredResults other = part(0, 1);
  other.games[0].score = 0.0;
  EXPECT_THROW(join_results({part(0, 1), other}), RunError);
}

}  // namespace
}  // namespace rootward::tournament
