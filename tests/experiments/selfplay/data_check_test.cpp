// `data check`: good games pass, and each planted fault is named.
#include "experiments/selfplay/data_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/parts.h"
#include "tests/experiments/selfplay/made_games.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::selfplay {
namespace {

using rootward::testing::read_text;
using rootward::testing::ScratchFolder;
using rootward::testing::write_text;
using ::testing::HasSubstr;

constexpr const char* kGo5 = "{name: go, size: 5, komi: 24.5}";

TEST(DataCheck, passes_all_good_games_of_go_and_of_connect_four) {
  for (const char* game : {kGo5, "go:13", "connect4:7x6"}) {
    const ScratchFolder folder;
    testing::write_played_shard(folder.path(), game, 0, 0, 12);
    testing::write_played_shard(folder.path(), game, 1, 0, 12);
    const CheckReport report = check_shards({folder.path()}, 2);
    EXPECT_THAT(report.faults, ::testing::IsEmpty());
    EXPECT_EQ(report.shards, 2U);
    EXPECT_EQ(report.games, 24U);
    EXPECT_GT(report.targets, 24U);
  }
}

TEST(DataCheck, names_each_fault_of_a_game) {
  const std::unique_ptr<Game> rules = make_game(parse_game(kGo5, {}));
  const ShardHeader header = testing::played_header(kGo5, 0);
  const ShardGame good = testing::played_game(*rules, 3);
  ASSERT_EQ(game_problem(*rules, header, good), "");
  const auto problem = [&](const std::function<void(ShardGame&)>& change) {
    ShardGame game = good;
    change(game);
    return game_problem(*rules, header, game);
  };
  EXPECT_THAT(problem([](ShardGame& game) { game.plies[3].action = game.plies[2].action; }), HasSubstr("not legal"));
  EXPECT_THAT(problem([](ShardGame& game) {
                game.plies[4].policy = {{game.plies[3].action, 65535}};
              }),
              HasSubstr("the policy names"));
  EXPECT_THAT(problem([](ShardGame& game) { game.plies[3].policy.clear(); }), HasSubstr("no policy"));
  EXPECT_THAT(problem([](ShardGame& game) { game.plies[1].kind = PlyKind::full; }), HasSubstr("said to be searched"));
  EXPECT_THAT(problem([](ShardGame& game) { game.score_halves = static_cast<std::int16_t>(game.score_halves + 2); }),
              HasSubstr("the score is"));
  EXPECT_THAT(
      problem([](ShardGame& game) { game.owner[0] = game.owner[0] == Owner::first ? Owner::second : Owner::first; }),
      HasSubstr("the owner of A1"));
  EXPECT_THAT(problem([](ShardGame& game) { game.plies.pop_back(); }), HasSubstr("not ended it"));
  EXPECT_THAT(problem([](ShardGame& game) { game.plies.push_back(game.plies.back()); }), HasSubstr("over before"));
  EXPECT_THAT(
      problem([](ShardGame& game) { game.ending = game.ending == Ending::rules ? Ending::move_limit : Ending::rules; }),
      HasSubstr("ended otherwise"));
}

TEST(DataCheck, counts_area_as_the_rules_do) {
  const std::vector<std::string> rows = {".X.O.",  //
                                         "XX.OO",  //
                                         ".....",  //
                                         "XXXX.",  //
                                         ".X.X."};
  const std::vector<Owner> owners = area_owners(rows);
  const auto count = [&](Owner owner) { return std::ranges::count(owners, owner); };
  EXPECT_EQ(owners[0], Owner::first);   // A1, an eye of X
  EXPECT_EQ(owners[4], Owner::nobody);  // E1, touched by both by way of E3
  EXPECT_EQ(owners[20], Owner::first);  // A5
  EXPECT_EQ(owners[24], Owner::second);
  EXPECT_EQ(count(Owner::first), 3 + 6 + 3);
  EXPECT_EQ(count(Owner::second), 3 + 1);
}

TEST(DataCheck, finds_a_planted_leak_of_a_held_out_game) {
  const ScratchFolder folder;
  const std::unique_ptr<Game> rules = make_game(parse_game(kGo5, {}));
  std::vector<ShardGame> games;
  for (std::uint64_t i = 0; i < 50; ++i) games.push_back(testing::played_game(*rules, i));
  const std::string path = folder.path("00000-000.games");
  write_text(path, shard_bytes(testing::played_header(kGo5, 0), games));
  EXPECT_THAT(check_shards({path}, 1).faults, ::testing::IsEmpty());
  games[31] = games[40];  // 40 is held out, 31 is trained on
  games[31].number = 31;
  write_text(path, shard_bytes(testing::played_header(kGo5, 0), games));
  EXPECT_THAT(check_shards({path}, 1).faults, ::testing::ElementsAre(HasSubstr("a leak: it is game 31")));
}

TEST(DataCheck, names_broken_shards_and_games_stored_twice) {
  const ScratchFolder folder;
  const std::string path = testing::write_played_shard(folder.path(), kGo5, 0, 0, 6);
  write_text(folder.path("data/00000-001.games"), read_text(path));
  std::string broken = read_text(path);
  broken.resize(broken.size() - 5);
  write_text(folder.path("data/00000-002.games"), broken);
  const CheckReport report = check_shards({folder.path()}, 1);
  EXPECT_EQ(report.shards, 2U);
  ASSERT_EQ(report.faults.size(), 7U);
  EXPECT_THAT(report.faults[0], HasSubstr("00000-001.games: game 0: is in"));
  EXPECT_THAT(report.faults[6], HasSubstr("00000-002.games: offset"));
}

TEST(DataCheck, runs_in_other_folders_may_have_the_same_numbers_but_no_game_twice) {
  const ScratchFolder folder;
  const std::string path = testing::write_played_shard(folder.path("a"), kGo5, 0, 0, 6);
  Shard other = read_shard(testing::write_played_shard(folder.path(), kGo5, 0, 1, 6));
  for (std::size_t i = 0; i < other.games.size(); ++i) other.games[i].number = i;
  std::filesystem::create_directories(folder.path("b/data"));
  write_text(folder.path("b/data/00000-000.games"), shard_bytes(other.header, other.games));
  EXPECT_THAT(check_shards({folder.path("a"), folder.path("b")}, 1).faults, ::testing::IsEmpty());
  write_text(folder.path("b/data/00000-000.games"), read_text(path));
  const CheckReport report = check_shards({folder.path("a"), folder.path("b")}, 1);
  ASSERT_EQ(report.faults.size(), 6U);
  EXPECT_THAT(report.faults[0], HasSubstr("game 0: is in " + path + " too"));
}

TEST(DataCheck, refuses_a_folder_without_shards) {
  const ScratchFolder folder;
  EXPECT_THROW(check_shards({folder.path()}, 1), UsageError);
  EXPECT_THROW(check_shards({folder.path("nowhere")}, 1), UsageError);
}

}  // namespace
}  // namespace rootward::selfplay
