// `rootward tool data` as a user meets it: good folders, broken ones, SGF games, a teacher's labels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/selfplay/shard_file.h"
#include "lab/store/folder_lock.h"
#include "tests/cli/frame/program.h"
#include "tests/cli/tournament/process.h"
#include "tests/evaluators/net/tiny_nets.h"
#include "tests/experiments/selfplay/made_games.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using selfplay::read_shard;
using selfplay::testing::write_played_shard;
using ::testing::HasSubstr;

constexpr const char* kGame = "{name: go, size: 5, komi: 24.5}";

class DataCommands : public ::testing::Test {
 protected:
  DataCommands() : folder_(std::filesystem::temp_directory_path() / ("rootward-cli-data-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~DataCommands() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string whole(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
    return run_program(folder_.string(), arguments);
  }

  std::filesystem::path folder_;
};

TEST_F(DataCommands, CheckStatsAndShowTellOfAGoodFolder) {
  write_played_shard(path("run"), kGame, 3, 0, 20);
  const Finished check = run({"tool", "data", "check", "run"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("1 shards, 20 games"));
  EXPECT_THAT(check.out, HasSubstr("all good"));
  const json stats = json::parse(run({"tool", "data", "stats", "run", "--json"}).out);
  EXPECT_EQ(stats["schema"], "rootward.data-stats/1");
  EXPECT_EQ(stats["generations"][0]["games"], 20);
  EXPECT_THAT(run({"tool", "data", "stats", "run"}).out, HasSubstr("generation"));
  EXPECT_THAT(run({"tool", "data", "show", "run", "--game", "3000004"}).out, HasSubstr("game 3000004 of {name: go"));
  const Finished tree = run({"tool", "data", "show", "run", "--game", "3000004", "--sgf"});
  EXPECT_THAT(tree.out, HasSubstr("(;FF[4]GM[1]"));
  EXPECT_THAT(tree.out, HasSubstr("C[full, weight 1.00, value"));
  EXPECT_EQ(run({"tool", "data", "show", "run", "--game", "7"}).exit_code, 2);
}

TEST_F(DataCommands, SeveralFoldersAndShardsAreTakenTogether) {
  const std::string first = write_played_shard(path("run"), kGame, 0, 0, 20);
  const std::string second = write_played_shard(path("run"), kGame, 0, 1, 20);
  write_played_shard(path("other"), kGame, 1, 0, 20);
  EXPECT_THAT(run({"tool", "data", "check", first, second, "other"}).out, HasSubstr("3 shards, 60 games"));
  const json stats = json::parse(run({"tool", "data", "stats", first, second, "other", "--json"}).out);
  EXPECT_EQ(stats["generations"][0]["games"], 40);
  EXPECT_EQ(stats["generations"][1]["games"], 20);
  const Finished samples = run({"tool", "data", "samples", "run", "other", "--generation", "1", "--count", "9"});
  EXPECT_EQ(json::parse(samples.out.substr(0, samples.out.find('\n')))["window_games"], 57) << samples.err;
  const std::string game = "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[bc])";
  write("a.sgf", game);
  write("b.sgf", game);
  EXPECT_THAT(run({"tool", "data", "sgf", "a.sgf", "b.sgf", "--game", kGame, "--out", "sgf"}).out,
              HasSubstr("2 games"));
  const Finished wrong = run({"tool", "data", "stats", "run", "--jsno"});
  EXPECT_THAT(wrong.err, HasSubstr("error: tool data stats: unknown option '--jsno'; did you mean --json?"));
  EXPECT_THAT(wrong.err, HasSubstr("'rootward tool data stats --help' shows"));
}

TEST_F(DataCommands, StatsAskANetworkAboutItsPolicy) {
  write("n.safetensors", net::safetensors_bytes(random_residual({}, 1)));
  write_played_shard(path("run"), kGame, 0, 0, 4);
  const Finished done = run({"tool", "data", "stats", "run", "--json", "--evaluator",
                             "{name: net, file: n.safetensors}", "--positions", "30"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  const json network = json::parse(done.out)["generations"][0]["network"];
  EXPECT_EQ(network["positions"], 30);
  EXPECT_GT(network["entropy"], 0.5);
  EXPECT_GT(network["divergence"], 0.0);
}

TEST_F(DataCommands, AStreamThatCannotBeWrittenEnds) {
  write_played_shard(path("run"), kGame, 0, 0, 4);
  const Outcome end =
      run_shell("rootward tool data samples " + path("run") + " --generation 0 --count 20000 > /dev/full");
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.err, HasSubstr("standard output"));
}

TEST_F(DataCommands, AStreamEndsWithItsReader) {
  write_played_shard(path("run"), kGame, 0, 0, 4);
  const Outcome end = run_shell("{ timeout 60 '" ROOTWARD_PROGRAM "' tool data samples " + path("run") +
                                " --generation 0 --count 1000000000; echo \"code $?\" >&2; } | head -c 1 > /dev/null");
  EXPECT_THAT(end.err, HasSubstr("code 0\n"));
}

TEST_F(DataCommands, SamplesAreTheSameBytesTwiceWithAnyThreads) {
  write_played_shard(path("run"), kGame, 0, 0, 40);
  const auto draw = [&](const std::string& threads) {
    const Finished done =
        run({"tool", "data", "samples", "run", "--generation", "0", "--count", "600", "--threads", threads});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return done.out;
  };
  const std::string bytes = draw("1");
  EXPECT_GT(bytes.size(), 600U * 100);
  EXPECT_EQ(bytes, draw("3"));
  EXPECT_EQ(
      run({"tool", "data", "samples", "run", "--generation", "0", "--count", "9", "--out", "s.safetensors"}).exit_code,
      0);
  EXPECT_GT(whole("s.safetensors").size(), 9U * 500);
}

TEST_F(DataCommands, UnmetSamplesOfGamesThatWereAllMetAreAHeaderAlone) {
  write_played_shard(path("run"), kGame, 0, 0, 1);  // game 0 is held out, and no other there to meet it
  const std::vector<std::string> words = {"tool", "data",    "samples", "run",       "--generation",
                                          "0",    "--count", "9",       "--held-out"};
  EXPECT_EQ(run(words).exit_code, 0);
  std::vector<std::string> unmet = words;
  unmet.push_back("--unmet");
  EXPECT_EQ(json::parse(run(unmet).out.substr(0, run(unmet).out.find('\n')))["count"], 9);
  selfplay::Shard shard = read_shard(path("run/data/00000-000.games"));
  shard.games.push_back(shard.games[0]);
  shard.games[1].number = 1;
  write("run/data/00000-000.games", selfplay::shard_bytes(shard.header, shard.games));
  const Finished done = run(unmet);
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(json::parse(done.out)["count"], 0);
}

TEST_F(DataCommands, BadInputIsExitCode2AndLosesNothing) {
  const std::string shard = write_played_shard(path("run"), kGame, 0, 0, 10);
  write("run/data/00000-001.games", whole("run/data/00000-000.games").substr(0, 900));
  const Finished check = run({"tool", "data", "check", "run"});
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_THAT(check.out, HasSubstr("1 shards, 10 games"));
  EXPECT_THAT(check.err, HasSubstr("00000-001.games: offset"));
  EXPECT_EQ(run({"tool", "data", "samples", "run", "--generation", "0", "--count", "9"}).exit_code, 2);
  EXPECT_EQ(read_shard(shard).games.size(), 10U);
  std::filesystem::remove(folder_ / "run/data/00000-001.games");
  write_played_shard(path("run"), "go:7", 1, 0, 5);
  const Finished other = run({"tool", "data", "samples", "run", "--generation", "1", "--count", "9"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("those before are"));
  const Finished nothing = run({"tool", "data", "check", "."});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("no shards there"));
  EXPECT_EQ(
      run({"tool", "data", "samples", "run", "--generation", "0", "--count", "9", "--planes", "history 99"}).exit_code,
      2);
  EXPECT_EQ(
      run({"tool", "data", "samples", "run", "--generation", "0", "--count", "9", "--window", "{row: 3}"}).exit_code,
      2);
}

TEST_F(DataCommands, SgfGamesBecomeShardsAndOthersAreCounted) {
  write("games.sgf",
        "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[bc];B[cb];W[];B[])"
        "(;FF[4]GM[1]SZ[5]KM[24.5];B[cc];W[bb])"
        "(;FF[4]GM[1]SZ[5]KM[24.5]RE[B+R];B[cc];W[cd])"
        "(;FF[4]GM[1]SZ[5]KM[6.5]RE[B+R];B[cc])"
        "(;FF[4]GM[1]SZ[9]KM[24.5]RE[B+R];B[cc])"
        "(;FF[4]GM[1]SZ[5]KM[24.5]AB[aa]RE[B+R];W[cc])"
        "(;FF[4]GM[1]SZ[5]KM[24.5]RE[B+R];W[cc];B[bb])"
        "(;FF[4]GM[1]SZ[5]KM[24.5]RE[B+R];B[cc];W[cc])");
  const Finished done = run({"tool", "data", "sgf", "games.sgf", "--game", kGame, "--out", "masters"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("3 games with 9 positions; 1 of them have no result"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 of another komi"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 of another board"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 with stones set up"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 in which White begins"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 with an illegal move"));
  const selfplay::Shard shard = read_shard(path("masters/data/00000-000.games"));
  ASSERT_EQ(shard.games.size(), 3U);
  EXPECT_EQ(shard.games[0].score_halves, -7);
  EXPECT_EQ(shard.games[1].ending, selfplay::Ending::unknown);
  EXPECT_EQ(shard.games[2].plies[1].root_value, -32767);
  EXPECT_DOUBLE_EQ(shard.header.smoothing, 0.02);
  EXPECT_EQ(origin_of(shard.header), (selfplay::Origin{"game records (SGF)", "not stated"}));
  const Finished check = run({"tool", "data", "check", "masters"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  const Finished samples =
      run({"tool", "data", "samples", "masters", "--generation", "0", "--count", "3", "--out", "s.safetensors"});
  EXPECT_EQ(samples.exit_code, 0) << samples.err;
  EXPECT_EQ(run({"tool", "data", "sgf", "games.sgf", "--game", "go:19", "--out", "none"}).exit_code, 2);
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const Finished pipe = run({"tool", "data", "sgf", "pipe", "--game", kGame, "--out", "none"});
  EXPECT_EQ(pipe.exit_code, 2);
  EXPECT_THAT(pipe.err, HasSubstr("pipe: is a pipe or a device; allowed: a file on a disk"));
}

TEST_F(DataCommands, AFileThatIsNoSgfIsCountedAndTheOthersAreTaken) {
  write("good.sgf", "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[bc])");
  write("empty.sgf", "");
  write("torn.sgf", "(;FF[4]GM[1]SZ[5]KM[24.5]RE[B+R];B[cc");
  const Finished done =
      run({"tool", "data", "sgf", "empty.sgf", "good.sgf", "torn.sgf", "--game", kGame, "--out", "masters"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("left out: 2 in files that are no SGF"));
  EXPECT_EQ(read_shard(path("masters/data/00000-000.games")).games.size(), 1U);
}

TEST_F(DataCommands, GamesOfEveryEncodingAreTakenWhole) {
  write("a.sgf",
        "(;SZ[5]KM[24.5]CA[Shift_JIS]RE[W+3.5];B[cc]C[\x83\x5c];W[bc];B[cb])"
        "(;SZ[5]KM[24.5]CA[GBK]RE[W+3.5];B[cc]C[\x8f\x5d];W[bc])"
        "(;SZ[5]KM[]PB[Andr\xe9]RE[W+3.5];B[cc])");
  write("b.sgf", "(;SZ[5]KM[24.5]CA[UTF-16];B[cc])");
  const Finished done = run({"tool", "data", "sgf", "a.sgf", "b.sgf", "--game", kGame, "--out", "masters"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("3 games with 6 positions"));
  EXPECT_THAT(done.out, HasSubstr("left out: 1 in files that are no SGF"));
  EXPECT_THAT(done.err, HasSubstr("left out: b.sgf:1:16: CA: UTF-16 is not read; allowed: UTF-8"));
  EXPECT_THAT(done.err, HasSubstr("1 game names no encoding (CA) and is not UTF-8; read as ISO-8859-1"));
}

TEST_F(DataCommands, RelabelTakesOneRunAtATime) {
  write("teacher.safetensors", net::safetensors_bytes(random_residual({}, 1)));
  for (const char* name : {"one", "two"}) write_played_shard(path(name), kGame, 0, 0, 2);
  const Finished done = run({"tool", "data", "relabel", "one", "two", "--evaluator",
                             "{name: net, file: teacher.safetensors}", "--out", "taught"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("games of two runs; label each into an --out of its own"));
  EXPECT_FALSE(std::filesystem::exists(path("taught/data/00000-000.games"))) << "nothing is written before";
}

TEST_F(DataCommands, AnImportWritesOverNothingButItself) {
  write("a.sgf", "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[bc])");
  write("b.sgf", "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[cb])");
  const auto import = [&](const std::string& file, const std::string& out) {
    return run({"tool", "data", "sgf", file, "--game", kGame, "--out", out});
  };
  ASSERT_EQ(import("a.sgf", "masters").exit_code, 0);
  const std::string shard = file_text(path("masters/data/00000-000.games"));
  EXPECT_EQ(import("a.sgf", "masters").exit_code, 0) << "the same again";
  const Finished other = import("b.sgf", "masters");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("masters/data/00000-000.games: holds other games than these; choose another --out"));
  EXPECT_EQ(file_text(path("masters/data/00000-000.games")), shard);
  const std::string played = file_text(write_played_shard(path("run"), kGame, 0, 0, 4));
  EXPECT_EQ(import("a.sgf", "run").exit_code, 2);
  EXPECT_EQ(file_text(path("run/data/00000-000.games")), played);
  const FolderLock lock(path("masters/.lock"), FolderLock::Kind::exclusive, "masters");
  EXPECT_EQ(import("a.sgf", "masters").exit_code, 1);
}

TEST_F(DataCommands, WhereGamesAndLabelsComeFromAndTheirLicencesStayWithThem) {
  write("game.sgf", "(;FF[4]GM[1]SZ[5]KM[24.5]RE[W+3.5];B[cc];W[bc];B[cb];W[];B[])");
  net::TensorFile teacher = random_residual({}, 1);
  teacher.metadata["licence"] = "CC0";
  write("teacher.safetensors", net::safetensors_bytes(teacher));
  ASSERT_EQ(
      run({"tool", "data", "sgf", "game.sgf", "--game", kGame, "--licence", "theirs", "--out", "masters"}).exit_code,
      0);
  const std::vector<std::string> relabel = {
      "tool", "data", "relabel", "masters", "--evaluator", "{name: net, file: teacher.safetensors}", "--out"};
  const auto origins_by = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> words = relabel;
    words.push_back(out);
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run(words).exit_code, 0);
    return json::parse(run({"tool", "data", "stats", out, "--json"}).out)["generations"][0]["origins"];
  };
  const std::string path = "game records (SGF), labelled by teacher.safetensors";
  EXPECT_EQ(origins_by("taught", {}), json::array({{{"path", path}, {"licence", "theirs; CC0"}}}));
  EXPECT_EQ(origins_by("told", {"--licence", "MIT"}), json::array({{{"path", path}, {"licence", "theirs; MIT"}}}));
  EXPECT_THAT(run({"tool", "data", "stats", "taught"}).out,
              HasSubstr("generation 0: " + path + "; licence: theirs; CC0"));
}

TEST_F(DataCommands, RelabelGivesATeachersTargetsAndGoesOnWhereItWas) {
  write("teacher.safetensors", net::safetensors_bytes(random_residual({}, 1)));
  write_played_shard(path("run"), kGame, 0, 0, 6);
  const std::vector<std::string> raw = {
      "tool", "data", "relabel", "run", "--evaluator", "{name: net, file: teacher.safetensors}", "--out", "taught"};
  const Finished done = run(raw);
  ASSERT_EQ(done.exit_code, 0) << done.err;
  const selfplay::Shard before = read_shard(path("run/data/00000-000.games"));
  const selfplay::Shard after = read_shard(path("taught/data/00000-000.games"));
  ASSERT_EQ(after.games.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(after.games[i].score_halves, before.games[i].score_halves);
    EXPECT_NE(after.games[i].plies[5].policy, before.games[i].plies[5].policy);
    EXPECT_TRUE(after.games[i].plies[0].policy.empty());
  }
  EXPECT_NE(after.header.network, before.header.network);
  EXPECT_EQ(origin_of(before.header), selfplay::own_origin());
  EXPECT_EQ(origin_of(after.header).path, "self-play from the rules alone, labelled by teacher.safetensors");
  EXPECT_EQ(run({"tool", "data", "check", "taught"}).exit_code, 0);
  EXPECT_THAT(run(raw).out, HasSubstr("0 shards written, 1 were there"));
  const std::string taught = file_text(path("taught/data/00000-000.games"));
  write("taught/data/00000-000.games", selfplay::shard_bytes(after.header, {after.games[0]}));
  const Finished fewer = run(raw);
  EXPECT_EQ(fewer.exit_code, 2);
  EXPECT_THAT(fewer.err, HasSubstr("was made from other games"));
  write("taught/data/00000-000.games", taught);
  {
    const FolderLock lock(path("taught/.lock"), FolderLock::Kind::exclusive, "taught");
    EXPECT_EQ(run(raw).exit_code, 1) << "another process writes there";
  }
  std::vector<std::string> search = raw;
  search.insert(search.end(), {"--search", "{budget: {simulations: 12}}"});
  EXPECT_EQ(run(search).exit_code, 2) << "another teacher";
  search[7] = "searched";
  const Finished searched = run(search);
  ASSERT_EQ(searched.exit_code, 0) << searched.err;
  EXPECT_EQ(run({"tool", "data", "check", "searched"}).exit_code, 0);
}

TEST_F(DataCommands, CardsOfNetworksAreMeasuredOnceAndGainNetworks) {
  write("n.safetensors", net::safetensors_bytes(random_residual({}, 1)));
  write("m.safetensors", net::safetensors_bytes(random_residual({}, 2)));
  write_played_shard(path("run"), kGame, 0, 0, 40);
  const std::vector<std::string> card = {
      "tool", "net",   "card",  "n.safetensors", "--positions",   "run",           "--count",
      "6",    "--out", "cards", "--teacher",     "n.safetensors", "--simulations", "60"};
  const Finished first = run(card);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("positions: evaluators against the truth"));
  const std::string truths = whole("cards/records.jsonl");
  const Finished more = run({"tool", "net", "card", "m.safetensors", "--evaluator",
                             "blurred={name: noisy, of: playouts, sd: 1}", "--out", "cards", "--format", "json"});
  ASSERT_EQ(more.exit_code, 0) << more.err;
  EXPECT_TRUE(whole("cards/records.jsonl").starts_with(truths)) << "what is there stays";
  std::set<std::string> names;
  const json told = json::parse(more.out);
  for (const json& row : told["cards"]) {
    names.insert(row["evaluator"].get<std::string>());
    EXPECT_EQ(row["excess_cross_entropy"].is_null(), row["evaluator"] == "blurred") << "playouts have no priors";
  }
  EXPECT_EQ(names, (std::set<std::string>{"n", "m", "blurred"}));
  EXPECT_EQ(run({"verify", "cards"}).exit_code, 0);
  EXPECT_EQ(run({"check", "cards/study.yaml"}).exit_code, 0);
  const Finished other = run({"tool", "net", "card", "--out", "cards", "--simulations", "61"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("--simulations 61: cards was begun with 60"));
  EXPECT_THAT(run({"tool", "net", "card", "n.safetensors", "--out", "new"}).err, HasSubstr("--positions"));
}

}  // namespace
}  // namespace rootward::testing
