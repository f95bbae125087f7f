// Shards and `merge`: together they are the whole; what is missing or contradicts is named.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CliShard : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) { return run_program(place_.path(), arguments); }
  void play_whole() { ASSERT_EQ(run({"run", config_, "--out", "whole", "--quiet"}).exit_code, 0); }
  void play_shard(const std::string& folder, const std::string& shard) {
    const Finished finished = run({"run", config_, "--out", folder, "--shard", shard, "--quiet"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }
  static std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(folder, absent))
      names.push_back(entry.path().filename().string());
    return names;
  }
  std::vector<std::string> games(const std::string& folder) { return games_in(place_.path(folder + "/games.jsonl")); }

  Workplace place_;
  std::string config_ = place_.write("quick.yaml", quick_config(7));
};

TEST_F(CliShard, InOneFolderJoinToTheWhole) {
  play_whole();
  for (const char* shard : {"1/3", "2/3", "3/3"}) play_shard("shared", shard);
  const Finished merged = run({"merge", "shared", "--out", "joined"});
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_TRUE(games("joined") == games("whole"));
  // Only times and rates, which CPU seconds decide, may differ in the table.
  EXPECT_EQ(line_count(place_.path("joined/table.csv")), line_count(place_.path("whole/table.csv")));
  ASSERT_EQ(run({"merge", "shared"}).exit_code, 0) << "a folder can be joined in itself";
  EXPECT_TRUE(games("shared") == games("whole"));
  const Finished again = run({"run", config_, "--out", "shared"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(games("shared") == games("whole")) << "nothing is left to play";
}

TEST_F(CliShard, RunAtTheSameTimeInOneFolder) {
  play_whole();
  Process first(place_.path(), {"run", config_, "--out", "shared", "--shard", "1/2", "--threads", "1"});
  Process second(place_.path(), {"run", config_, "--out", "shared", "--shard", "2/2", "--threads", "1"});
  const Finished one = first.wait();
  const Finished two = second.wait();
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(two.exit_code, 0) << two.err;
  ASSERT_EQ(run({"merge", "shared", "--out", "joined"}).exit_code, 0);
  EXPECT_TRUE(games("joined") == games("whole"));
}

/// Pairs are dealt out over all pairings: each of the 21 is a shard of its own.
TEST_F(CliShard, CanBeAsManyAsThereArePairsOfAllPairings) {
  for (const char* shard : {"1/21", "8/21", "21/21"}) {
    const Finished finished = run({"run", config_, "--out", "shared", "--shard", shard, "--quiet"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr(": 2 games in shared"));
  }
}

/// Above 5,000 shards attempts lie in a hundred folders.
TEST_F(CliShard, OfThousandsLieInFoldersOfTheirOwn) {
  const std::string many = place_.write("many.yaml",
                                        "name: many\nseed: 3\ngame: tictactoe\n"
                                        "players: {a: {player: random}, b: {player: random}}\n"
                                        "schedule: {type: round_robin, pairs: 6000}\n");
  for (const char* shard : {"37/6000", "5937/6000", "6000/6000"})
    ASSERT_EQ(run({"run", many, "--out", "many", "--shard", shard, "--quiet"}).exit_code, 0) << shard;
  const auto count = [&](const char* folder) {
    return names_in(place_.path(std::string("many/shards") + folder)).size();
  };
  EXPECT_EQ(count("/37"), 2U);
  EXPECT_EQ(count("/00"), 1U);
  EXPECT_EQ(count(""), 2U);
  const std::vector<std::string> again = {"run", many, "--out", "many", "--shard", "37/6000", "--quiet"};
  ASSERT_EQ(run(again).exit_code, 0);
  EXPECT_EQ(count("/37"), 2U) << "nothing was missing";
  EXPECT_THAT(run({"status", "many", "--json"}).out, HasSubstr(R"("games":{"wanted":12000,"stored":6})"));
  const Finished merged = run({"merge", "many", "--tidy"});
  EXPECT_EQ(merged.exit_code, 75) << merged.err;
  EXPECT_EQ(games("many").size(), 6U);
  EXPECT_TRUE(names_in(place_.path("many/shards")).empty()) << "what was whole is gone, and so are its folders";
  ASSERT_EQ(run(again).exit_code, 0);
  EXPECT_EQ(count("/37"), 0U) << "joined games are not played again";
}

TEST_F(CliShard, ThatIsWholeWritesNothing) {
  play_shard("shared", "1/2");
  const std::vector<std::string> before = attempts_in(place_.path("shared"), "");
  play_shard("shared", "1/2");
  EXPECT_TRUE(attempts_in(place_.path("shared"), "") == before);
}

/// However it was played, what a table says of the games is the same in every format.
TEST_F(CliShard, TablesWithoutCostAreTheSameBytes) {
  play_whole();
  for (const char* shard : {"3/3", "1/3", "2/3"}) play_shard("shared", shard);
  ASSERT_EQ(run({"merge", "shared"}).exit_code, 0);
  for (const char* format : {"text", "md", "csv", "latex", "json"}) {
    const Finished one = run({"table", "whole", "--no-cost", "--format", format});
    const Finished many = run({"table", "shared", "--no-cost", "--format", format});
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(one.out, many.out) << format;
    EXPECT_EQ(one.out.find("sims/s"), std::string::npos) << format;
  }
}

/// The joined games stand in the schedule's order: pair by pair over all pairings.
TEST_F(CliShard, JoinInTheOrderOfTheSchedule) {
  for (const char* shard : {"2/2", "1/2"}) play_shard("shared", shard);
  ASSERT_EQ(run({"merge", "shared"}).exit_code, 0);
  const std::string text = file_text(place_.path("shared/games.jsonl"));
  std::vector<int> pairs;
  for (std::size_t at = text.find("\"pair\":"); at != std::string::npos; at = text.find("\"pair\":", at + 1))
    pairs.push_back(std::stoi(text.substr(at + 7)));
  EXPECT_EQ(pairs.size(), 42U);
  EXPECT_TRUE(std::ranges::is_sorted(pairs));
  ASSERT_EQ(run({"merge", "shared"}).exit_code, 0);
  EXPECT_EQ(file_text(place_.path("shared/games.jsonl")), text);
}

TEST_F(CliShard, SeveralFoldersNeedAFolderToWrite) {
  play_shard("host1", "1/2");
  const Finished merged = run({"merge", "host1", "host1", "host2"});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("--out DIR"));
}

TEST_F(CliShard, OfSeveralFoldersJoinAndMissingShardsAreNamed) {
  play_whole();
  play_shard("host1", "1/2");
  const Finished half = run({"merge", "host1", "--out", "joined"});
  EXPECT_EQ(half.exit_code, 75);
  EXPECT_THAT(half.err, AllOf(HasSubstr("20 games of the schedule are missing: of shard 2 of 2\n"),
                              HasSubstr("rootward run CONFIG --out joined --shard 2/2\n")));
  play_shard("host2", "2/2");
  EXPECT_EQ(run({"merge", "host1", "host2", "--out", "joined"}).exit_code, 0);
  EXPECT_TRUE(games("joined") == games("whole"));
}

TEST_F(CliShard, JoinedIntoOneOfThemLeaveNoShardsAndNoSessionTwice) {
  play_whole();
  play_shard("host1", "1/2");
  play_shard("host2", "2/2");
  for (int time = 1; time <= 2; ++time) {
    const Finished merged = run({"merge", "host1", "host2", "--out", "host1", "--tidy"});
    ASSERT_EQ(merged.exit_code, 0) << merged.err;
    EXPECT_TRUE(games("host1") == games("whole"));
    EXPECT_FALSE(std::filesystem::exists(place_.path("host1/shards")));
    const std::string manifest = file_text(place_.path("host1/manifest.json"));
    std::size_t sessions = 0;
    for (std::size_t at = manifest.find("\"ended\""); at != std::string::npos; at = manifest.find("\"ended\"", at + 1))
      ++sessions;
    EXPECT_EQ(sessions, 2U) << "the tournament's own, and both shards' as one";
    EXPECT_THAT(manifest, HasSubstr("\"tasks\": 2"));
  }
}

TEST_F(CliShard, AGameOfNoPairingLeavesEverythingAsItWas) {
  play_shard("host1", "1/2");
  play_shard("host2", "2/2");
  std::string text = attempt_games(place_.path("host2"), "2-of-2.");
  for (std::size_t at = text.find("average"); at < text.find('\n'); at = text.find("average"))
    text.replace(at, 7, "nobody");
  place_.write("host2/games.jsonl", without_checksums(text));
  const Finished merged = run({"merge", "host1", "host2", "--out", "joined"});
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_THAT(merged.err, HasSubstr("none of the tournament's schedule"));
  EXPECT_FALSE(std::filesystem::exists(place_.path("joined")));
  EXPECT_EQ(run({"merge", "host1", "host2", "--out", "host1"}).exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(place_.path("host1/games.jsonl")));
  EXPECT_EQ(attempts_in(place_.path("host1"), "1-of-2.").size(), 1U);
}

TEST_F(CliShard, AMergeWithGamesMissingCanBeRunToItsEnd) {
  play_whole();
  play_shard("host1", "1/2");
  EXPECT_EQ(run({"merge", "host1", "--out", "joined"}).exit_code, 75);
  EXPECT_EQ(run({"run", config_, "--out", "joined", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(games("joined") == games("whole"));
}

TEST_F(CliShard, ContradictingGamesAreNamedAndRefused) {
  play_whole();
  play_shard("host1", "1/2");
  std::string text = without_checksums(attempt_games(place_.path("host1"), "1-of-2."));
  const std::size_t last_digit = text.find_first_not_of("0123456789", text.find("\"seed\":") + 7) - 1;
  text[last_digit] = text[last_digit] == '1' ? '2' : '1';
  place_.write("host1/games.jsonl", text);
  const std::size_t id = text.find("\"id\":\"") + 6;
  const Finished merged = run({"merge", "whole", "host1", "--out", "joined"});
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_THAT(merged.err, HasSubstr(text.substr(id, text.find('"', id) - id)));
  EXPECT_FALSE(std::filesystem::exists(place_.path("joined/games.jsonl")));
}

TEST_F(CliShard, ContradictingAttemptsAreToldWithTheirNodes) {
  play_shard("host1", "1/2");
  std::string text = without_checksums(attempt_games(place_.path("host1"), "1-of-2."));
  std::string game = text.substr(0, text.find('\n') + 1);
  const std::size_t simulations = game.find("\"simulations\":[") + 15;
  game[simulations] = game[simulations] == '1' ? '2' : '1';
  place_.write("host1/games.jsonl", game);
  const Finished merged = run({"merge", "host1"});
  EXPECT_EQ(merged.exit_code, 1);
  EXPECT_THAT(merged.err, HasSubstr("stored twice with different content"));
  EXPECT_THAT(merged.err, HasSubstr(" (node "));
}

TEST_F(CliShard, OtherConfigurationsAndFoldersAreRefused) {
  play_whole();
  ASSERT_EQ(run({"run", config_, "--out", "other", "--set", "seed=8", "--quiet"}).exit_code, 0);
  const Finished merged = run({"merge", "whole", "other", "--out", "joined"});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("seed"));
  const Finished missing = run({"merge", "nowhere", "--out", "joined"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("nowhere"));
}

TEST_F(CliShard, FoldersWithMorePairsTakeTheOthersIn) {
  ASSERT_EQ(run({"run", config_, "--out", "few", "--set", "schedule.pairs=3", "--quiet"}).exit_code, 0);
  play_whole();
  for (const std::vector<std::string>& order :
       std::vector<std::vector<std::string>>{{"few", "whole"}, {"whole", "few"}}) {
    const std::string out = "joined-" + order[0];
    ASSERT_EQ(run({"merge", order[0], order[1], "--out", out}).exit_code, 0);
    EXPECT_TRUE(games(out) == games("whole"));
  }
}

}  // namespace
}  // namespace rootward::testing
