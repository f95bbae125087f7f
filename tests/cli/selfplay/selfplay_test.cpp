// Self-play as scripts drive it: the same shards whatever the threads and whoever kills it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "core/json.h"
#include "experiments/selfplay/shard_file.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"
#include "tests/experiments/cluster/fake_slurm.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::read_text;
using testing::run_program;
using testing::ScratchFolder;
using testing::write_text;

constexpr const char* kRun = R"(
name: small
seed: 3
game: {name: go, size: 5, komi: 24.5}
network: {blocks: 1, filters: 8, value_hidden: 8}
selfplay: {coast: {value: 0.3}}
training: {generation: 260}
phases: [{games: 1000, simulations: 4, rate: 0.1}]
)";

constexpr const char* kShards[] = {"data/00000-000.games", "data/00000-001.games"};

std::vector<std::string> command(const std::string& out, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"run", "run.yaml", "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string shards_of(const ScratchFolder& folder, const std::string& out) {
  std::string bytes;
  for (const char* shard : kShards) bytes += read_text(folder.path(out + "/" + shard));
  return bytes;
}

TEST(Selfplay, shards_are_the_same_bytes_by_one_thread_two_and_after_kills) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  const Finished one = run_program(folder.path(), command("one", {"--threads", "1"}));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(run_program(folder.path(), command("two", {"--threads", "2"})).exit_code, 0);
  EXPECT_EQ(shards_of(folder, "two"), shards_of(folder, "one"));
  int kills = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    testing::Process process(folder.path(), command("killed", {"--threads", "2"}));
    const std::string growing = selfplay::unfinished_path(folder.path(std::string("killed/") + kShards[0]));
    const auto size = [&] {
      std::error_code error;
      const std::uintmax_t bytes = std::filesystem::file_size(growing, error);
      return error ? 0 : bytes;
    };
    const std::uintmax_t before = size();
    if (process.wait_until([&] { return size() > before + 2000; })) ++kills;
    process.send(SIGKILL);
    process.wait();
  }
  EXPECT_GT(kills, 0);
  testing::leave_as_killed(folder.path("killed"), testing::dead_process());
  EXPECT_EQ(run_program(folder.path(), command("killed", {"--threads", "2"})).exit_code, 0);
  EXPECT_EQ(shards_of(folder, "killed"), shards_of(folder, "one"));
  EXPECT_EQ(testing::files_in(folder.path("killed")), testing::files_in(folder.path("one")));
  // As a kill between the whole shard and the end of its unfinished one leaves it.
  const std::string unfinished = selfplay::unfinished_path(folder.path(std::string("killed/") + kShards[0]));
  write_text(unfinished, "games");
  EXPECT_EQ(run_program(folder.path(), command("killed", {"--threads", "2"})).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(unfinished));
  const selfplay::Shard shard = selfplay::read_shard(folder.path(std::string("one/") + kShards[0]));
  EXPECT_EQ(shard.games.size(), selfplay::kGamesPerShard);
  EXPECT_EQ(shard.header.network_file, "random.safetensors");
}

TEST(Selfplay, says_when_random_weights_play_and_what_the_games_cost) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  const auto play = [&](const std::string& out, std::vector<std::string> more) {
    more.insert(more.end(), {"--json", "--games", "20"});
    const Finished done = run_program(folder.path(), command(out, std::move(more)));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return done;
  };
  const Finished first = play("out", {"--threads", "1"});
  EXPECT_THAT(first.err, HasSubstr("no network has been trained yet: random weights play"));
  EXPECT_THAT(first.err, HasSubstr("networks/random.safetensors"));
  Json one = parse_json(first.out);
  EXPECT_EQ(one["schema"], "rootward.selfplay/1");
  EXPECT_EQ(one["played"], 20);
  EXPECT_EQ(one["cached"], 0);
  EXPECT_GT(one["evaluations"].get<int>(), one["plies"].get<int>());
  const Finished again = play("out", {});
  EXPECT_EQ(parse_json(again.out)["played"], 0) << "all were stored";
  const std::string network = folder.path("out/networks/random.safetensors");
  EXPECT_THAT(play("given", {"--network", network}).err, Not(HasSubstr("random weights play")));
  // A memory changes what is asked, and nothing else; its count is that of each game alone.
  const std::vector<std::string> remembering = {"--set", "selfplay.search.evaluator.cache=10000", "--threads"};
  std::vector<std::string> alone = remembering, three = remembering;
  alone.push_back("1");
  three.push_back("3");
  Json remembered = parse_json(play("remembering", alone).out), by_three = parse_json(play("three", three).out);
  EXPECT_GT(remembered["cached"].get<int>(), 0);
  EXPECT_EQ(remembered["plies"], one["plies"]);
  EXPECT_EQ(remembered["cached"].get<int>() + remembered["evaluations"].get<int>(), one["evaluations"].get<int>());
  EXPECT_EQ(remembered["cached"], by_three["cached"]);
}

TEST(Selfplay, parts_of_a_generation_are_the_whole) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  ASSERT_EQ(run_program(folder.path(), command("whole")).exit_code, 0);
  EXPECT_EQ(run_program(folder.path(), command("parts", {"--shard", "2/2"})).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path(std::string("parts/") + kShards[0])));
  EXPECT_EQ(run_program(folder.path(), command("parts", {"--shard", "1/2"})).exit_code, 0);
  EXPECT_EQ(shards_of(folder, "parts"), shards_of(folder, "whole"));
  const auto status = [&] { return run_program(folder.path(), {"status", "parts"}); };
  EXPECT_THAT(status().out, Not(HasSubstr("260 games"))) << "shards leave the manifest alone";
  EXPECT_EQ(run_program(folder.path(), command("parts")).exit_code, 0);
  EXPECT_EQ(status().exit_code, 75) << "the phases have more generations";
  EXPECT_THAT(status().out, HasSubstr("260 games"));
  EXPECT_EQ(run_program(folder.path(), {"verify", "parts"}).exit_code, 0);
  EXPECT_EQ(testing::files_in(folder.path("parts")), testing::files_in(folder.path("whole")));
  EXPECT_THAT(read_text(folder.path("parts/manifest.json")), HasSubstr("\"attempts\":"));

  std::vector<std::string> next = {"--generation", "1", "--network", "parts/networks/random.safetensors"};
  for (const char* shard : {"1/2", "2/2", "1/1"}) {
    std::vector<std::string> part = next;
    part.insert(part.end(), {"--shard", shard});
    EXPECT_EQ(run_program(folder.path(), command("parts", part)).exit_code, 0) << shard;
  }
  EXPECT_THAT(status().out, HasSubstr("520 games")) << "of a later generation, too";
}

TEST(Selfplay, a_stopped_generation_ends_incomplete_and_goes_on) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  testing::Process process(folder.path(), command("out", {"--games", "20000", "--threads", "1"}));
  ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(folder.path("out/data")); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  process.send(SIGTERM);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("continue with"));
}

TEST(Selfplay, a_folder_of_another_run_or_network_is_refused) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  ASSERT_EQ(run_program(folder.path(), command("out", {"--games", "5"})).exit_code, 0);
  const Finished other = run_program(folder.path(), command("out", {"--games", "5", "--set", "seed=4"}));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("seed: stored 3, now 4"));
  const Finished trained = run_program(folder.path(), command("out", {"--games", "5", "--set", "training.batch=64"}));
  EXPECT_EQ(trained.exit_code, 0) << "what is learnt does not change the games: " << trained.err;
  const Finished next = run_program(folder.path(), command("out", {"--games", "5", "--generation", "1"}));
  EXPECT_EQ(next.exit_code, 2);
  EXPECT_THAT(next.err, HasSubstr("networks/00001.safetensors"));
  const Finished begun =
      run_program(folder.path(), command("begun", {"--games", "5", "--set", "start=out/networks/random.safetensors"}));
  EXPECT_EQ(begun.exit_code, 2) << "random weights are not what the shards would say that they come from";
  EXPECT_THAT(begun.err, HasSubstr("networks/00000.safetensors is not there: the trainer makes it of `start`"));
  const Finished grown = run_program(folder.path(), command("out", {"--games", "6"}));
  EXPECT_EQ(grown.exit_code, 2);
  EXPECT_THAT(grown.err, HasSubstr("finished with 5 games"));
}

constexpr const char* kStudy = R"(
name: games
seed: 3
lists: {seed: [3, 4]}
steps:
  games: {each: seed, selfplay: {base: run.yaml, seed: $seed, training: {generation: 255}}}
)";

/// A study whose step plays 255 games with each of two seeds.
class SelfplayStep : public ::testing::Test {
 protected:
  SelfplayStep() {
    write_text(folder_.path("run.yaml"), kRun);
    write_text(folder_.path("study.yaml"), kStudy);
  }
  Finished play(const std::string& out, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"run", "study.yaml", "--out", out, "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(folder_.path(), words);
  }
  std::string games(const std::string& out) {
    return shards_of(folder_, out + "/games/3") + shards_of(folder_, out + "/games/4");
  }
  void expect_whole(const std::string& out) {
    EXPECT_EQ(run_program(folder_.path(), {"status", out}).exit_code, 0);
    const Finished verified = run_program(folder_.path(), {"verify", out});
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
    EXPECT_THAT(verified.out, HasSubstr("games/4: 255 lines, all in order"));
  }
  const ScratchFolder folder_;
};

TEST_F(SelfplayStep, plays_what_the_single_command_plays) {
  const Finished whole = play("whole", {"--threads", "2"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  ASSERT_EQ(run_program(folder_.path(), command("one", {"--games", "255"})).exit_code, 0);
  EXPECT_EQ(shards_of(folder_, "whole/games/3"), shards_of(folder_, "one"));
  expect_whole("whole");
  EXPECT_THAT(run_program(folder_.path(), {"status", "whole"}).out, HasSubstr("510 games"));
  EXPECT_THAT(run_program(folder_.path(), {"table", "whole"}).out, HasSubstr("rootward table whole/games/4"));
  const Finished table = run_program(folder_.path(), {"table", "whole/games/4", "--format", "json"});
  EXPECT_EQ(parse_json(table.out)["generations"][0]["games"], 255);
  EXPECT_EQ(run_program(folder_.path(), {"table", "whole/games/4", "--format", "csv"}).exit_code, 2);
  EXPECT_EQ(run_program(folder_.path(), {"report", "whole", "--out", "page.html"}).exit_code, 0);
  EXPECT_THAT(read_text(folder_.path("page.html")), HasSubstr("       0    255"));
}

/// sbatch plays the array that it is given before it returns, but for the last task the first time.
TEST_F(SelfplayStep, is_the_same_by_tasks_of_a_cluster_of_which_one_is_lost) {
  const testing::FakeSlurm slurm;
  slurm.say(
      "sbatch",
      "here=$(dirname \"$0\")\nn=$(cat \"$here/jobs\" 2>/dev/null || echo 0)\nn=$((n + 1))\necho $n > "
      "\"$here/jobs\"\n"
      "for word in \"$@\"; do case $word in --array=*) tasks=${word#--array=};; esac; done\n"
      "echo \"$tasks\" >> \"$here/tasks\"\n"
      "while [ \"$1\" != cluster/array.sh ]; do shift; done\n"
      "[ $n -gt 1 ] || tasks=1\n"
      "for task in $(seq ${tasks%-*} ${tasks#*-}); do SLURM_ARRAY_TASK_ID=$task \"$@\" > \"$here/log\" 2>&1; done\n"
      "echo $n");
  ASSERT_EQ(play("whole").exit_code, 0);
  const Finished sent = play("sent", {"--slurm", "--cpus", "1"});
  ASSERT_EQ(sent.exit_code, 0) << sent.err << slurm.text("log");
  EXPECT_EQ(games("sent"), games("whole"));
  EXPECT_EQ(slurm.text("tasks"), "1-2\n1-2\n2\n") << "a member has two files, and what was lost is played alone";
  expect_whole("sent");
  ASSERT_EQ(play("sent", {"--slurm"}).exit_code, 0);
  EXPECT_EQ(slurm.text("jobs"), "3\n") << "nothing was missing any more";
}

TEST_F(SelfplayStep, is_the_same_by_shards_and_after_a_kill) {
  ASSERT_EQ(play("whole").exit_code, 0);
  testing::Process process(folder_.path(), {"run", "study.yaml", "--out", "killed", "--quiet", "--threads", "1"});
  const std::string growing = selfplay::unfinished_path(folder_.path(std::string("killed/games/3/") + kShards[0]));
  ASSERT_TRUE(process.wait_until([&] { return std::filesystem::exists(growing); }));
  process.send(SIGKILL);
  process.wait();
  for (const char* command : {"status", "verify", "table"})
    EXPECT_NE(run_program(folder_.path(), {command, "killed"}).exit_code, 2) << command << ": no game is there yet";
  ASSERT_EQ(play("killed").exit_code, 0);
  EXPECT_EQ(games("killed"), games("whole"));
  expect_whole("killed");
  EXPECT_EQ(play("parts", {"--shard", "2/2"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_.path(std::string("parts/games/3/") + kShards[0])));
  EXPECT_TRUE(std::filesystem::exists(folder_.path(std::string("parts/games/4/") + kShards[0])))
      << "first files are not all one shard's";
  EXPECT_EQ(play("parts", {"--shard", "1/2"}).exit_code, 0);
  EXPECT_EQ(run_program(folder_.path(), {"status", "parts"}).exit_code, 75);
  ASSERT_EQ(play("parts").exit_code, 0);
  EXPECT_EQ(games("parts"), games("whole"));
  expect_whole("parts");
}

TEST(Check, a_training_run_is_told_as_json) {
  const ScratchFolder folder;
  write_text(folder.path("run.yaml"), kRun);
  const Finished checked = run_program(folder.path(), {"check", "run.yaml", "--json"});
  ASSERT_EQ(checked.exit_code, 0) << checked.err;
  const Json json = parse_json(checked.out);
  EXPECT_EQ(json["network"]["filters"], 8);
  EXPECT_EQ(json["network"]["plane_count"], 10);
  EXPECT_EQ(json["shape"], (Json{{"lines", 5}, {"columns", 5}, {"actions", 26}}));
  EXPECT_EQ(json["phases"][0]["rate_end"], 0.1);
  EXPECT_EQ(json["seed"], 3);
  EXPECT_EQ(json["training"]["window"]["rows"], 250'000);
}

}  // namespace
}  // namespace rootward
