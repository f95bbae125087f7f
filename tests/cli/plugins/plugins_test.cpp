// Games by the C interface wherever a game is named: tournaments that go as the built-in game's, tunings, estimates,
// shadows, companions, exact values, perft, play, the explorer, plans; and what is refused.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "evaluators/net/random_residual.h"
#include "evaluators/net/safetensors.h"
#include "tests/cli/frame/program.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string library(const std::string& name) { return std::string(ROOTWARD_PLUGINS) + "/" + name + ".so"; }

/// Two searching players; `game` as the key has it.
std::string tournament(const std::string& game, int pairs, int simulations = 60) {
  return fmt::format(R"(name: mine
seed: 5
game: {}
defaults: {{search: {{budget: {{simulations: {}}}}}}}
players:
  average: {{backup: average}}
  softmax: {{backup: softmax}}
schedule: {{type: round_robin, pairs: {}, opening: {{random_plies: 2}}}}
)",
                     game, simulations, pairs);
}

/// A place with the named games in it, under their own names.
class Plugins : public ::testing::Test {
 protected:
  void bring(const std::string& name, const std::string& as = "") const {
    fs::copy_file(library(name), place_.path((as.empty() ? name : as) + ".so"), fs::copy_options::overwrite_existing);
  }
  [[nodiscard]] Finished rootward(const std::vector<std::string>& arguments) const {
    return run_program(place_.path(), arguments);
  }
  /// The moves of all games, by match and opening.
  [[nodiscard]] std::vector<std::string> moves_in(const std::string& file) const {
    std::vector<std::string> all;
    std::istringstream lines(file_text(place_.path(file)));
    for (std::string line; std::getline(lines, line);) {
      const json game = json::parse(line);
      all.push_back(fmt::format("{} {} {} {} {}", game.at("pairing").dump(), game.at("pair").dump(),
                                game.at("seats").dump(), game.at("opening").dump(), game.at("moves").dump()));
    }
    std::ranges::sort(all);
    return all;
  }
  Workplace place_;
};

TEST_F(Plugins, ATournamentGoesAsTheBuiltInGames) {
  bring("connect4");
  place_.write("mine.yaml", tournament("{name: plugin, file: ./connect4.so}", 6));
  place_.write("ours.yaml", tournament("connect4", 6));
  const Finished mine = rootward({"run", "mine.yaml", "--out", "mine", "--threads", "2"});
  ASSERT_EQ(mine.exit_code, 0) << mine.err;
  ASSERT_EQ(rootward({"run", "ours.yaml", "--out", "ours", "--quiet"}).exit_code, 0);
  const std::vector<std::string> games = moves_in("mine/games.jsonl");
  EXPECT_EQ(games.size(), 12U);
  EXPECT_EQ(games, moves_in("ours/games.jsonl"));
  const auto tables = [&](const char* folder) {
    const std::string text = rootward({"table", folder, "--no-cost"}).out;
    return text.substr(text.find("Against average"));
  };
  EXPECT_EQ(tables("mine"), tables("ours"));
  EXPECT_EQ(rootward({"verify", "mine"}).exit_code, 0);
}

/// A game's mark is part of what a run is, and the run keeps the file.
TEST_F(Plugins, AnotherFileOfTheSameNameIsRefusedWithBothMarks) {
  bring("connect4", "mine");
  const std::string config = place_.write("mine.yaml", tournament("{name: plugin, file: ./mine.so}", 2));
  ASSERT_EQ(rootward({"run", config, "--out", "r", "--quiet"}).exit_code, 0);
  const json manifest = json::parse(file_text(place_.path("r/manifest.json")));
  const std::string resolved = manifest.at("resolved_config").get<std::string>();
  const std::size_t at = resolved.find("sha256: ");
  ASSERT_NE(at, std::string::npos);
  const std::string mark =
      resolved.substr(resolved.find_first_not_of('"', at + 8), 64);  // quoted where it reads as a number
  EXPECT_EQ(file_text(place_.path("r/game-" + mark.substr(0, 16) + ".so")), file_text(library("connect4")));

  bring("connect4_plain", "mine");
  const std::string games = file_text(place_.path("r/games.jsonl"));
  place_.write("mine.yaml", tournament("{name: plugin, file: ./mine.so}", 4));
  const Finished other = rootward({"run", config, "--out", "r"});
  EXPECT_EQ(other.exit_code, 2);
  const Finished shown = rootward({"check", config, "--json"});
  const std::string other_mark = json::parse(shown.out).at("game").at("sha256").get<std::string>();
  EXPECT_NE(other_mark, mark);
  EXPECT_THAT(other.err, AllOf(HasSubstr(mark), HasSubstr(other_mark)));
  EXPECT_EQ(file_text(place_.path("r/games.jsonl")), games);

  bring("connect4", "mine");
  EXPECT_EQ(rootward({"run", config, "--out", "r", "--quiet"}).exit_code, 0);
  EXPECT_EQ(line_count(place_.path("r/games.jsonl")), 8U);
  fs::remove(place_.path("mine.so"));
  EXPECT_EQ(rootward({"verify", "r"}).exit_code, 0) << "the copy beside the manifest is enough to play them again";
}

/// By the configuration, whose game's file is gone, and by the folder.
TEST_F(Plugins, ARunGoesOnWithItsCopyOfAFileThatIsGone) {
  const auto run = [&](const std::string& what, const std::string& out, int pairs) {
    return rootward({"run", what, "--out", out, "--set", fmt::format("schedule.pairs={}", pairs)});
  };
  bring("connect4", "mine");
  const std::string config = place_.write("mine.yaml", tournament("plugin:./mine.so", 2));
  ASSERT_EQ(run(config, "r", 2).exit_code, 0);
  ASSERT_EQ(run(config, "whole", 8).exit_code, 0);
  fs::remove(place_.path("mine.so"));
  const Finished by_file = run(config, "r", 4);
  EXPECT_EQ(by_file.exit_code, 0) << by_file.err;
  EXPECT_THAT(by_file.err, HasSubstr("./mine.so is not there; what r keeps of it is played"));
  EXPECT_EQ(line_count(place_.path("r/games.jsonl")), 8U);
  const Finished by_folder = run("r", "r", 6);
  EXPECT_EQ(by_folder.exit_code, 0) << by_folder.err;
  EXPECT_EQ(line_count(place_.path("r/games.jsonl")), 12U);
  place_.write("mine.so", "no game");
  EXPECT_THAT(run(config, "r", 8).err, HasSubstr("no shared library")) << "a file that is there counts";
  EXPECT_EQ(run("r", "r", 8).exit_code, 0);
  EXPECT_EQ(moves_in("r/games.jsonl"), moves_in("whole/games.jsonl"));
  fs::remove(place_.path("mine.so"));
  const Finished table = run(config, "r", 8);
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("average"));
  const Finished elsewhere = run(config, "new", 2);
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_THAT(elsewhere.err, HasSubstr("./mine.so is not there"));
}

/// Its process stands in the manifest.
TEST_F(Plugins, AStudyGoesOnWithoutItsProcesssFile) {
  place_.write("two.yaml",
               "discount: 0.9\nhorizon: 5\nstart: a\nstates:\n"
               "  a: {stay: [[1, a, 0.3]], go: [[1, b, 0]]}\n  b: {back: [[0.5, a, 0], [0.5, b, 1]]}\n");
  const std::string config = place_.write("study.yaml", R"(name: study
seed: 3
games: {two: {name: mdp, file: ./two.yaml}}
instances: 1
repeats: 2
operators: {average: average, max: max}
checkpoints: [10, 30]
)");
  const auto run = [&](const std::string& what, int repeats) {
    return rootward({"run", what, "--out", "r", "--set", fmt::format("repeats={}", repeats)});
  };
  ASSERT_EQ(run(config, 2).exit_code, 0);
  fs::remove(place_.path("two.yaml"));
  const Finished by_file = run(config, 3);
  EXPECT_EQ(by_file.exit_code, 0) << by_file.err;
  EXPECT_THAT(by_file.err, HasSubstr("./two.yaml is not there; what r keeps of it is played"));
  const Finished by_folder = run("r", 4);
  EXPECT_EQ(by_folder.exit_code, 0) << by_folder.err;
  EXPECT_EQ(line_count(place_.path("r/records.jsonl")), 1U + 8U);
  EXPECT_EQ(rootward({"verify", "r"}).exit_code, 0);
}

TEST_F(Plugins, ShardsJoinToTheWhole) {
  bring("dots");
  const std::string config =
      place_.write("mine.yaml", tournament("{name: plugin, file: ./dots.so, parameters: {rows: 2, columns: 2}}", 4));
  ASSERT_EQ(rootward({"run", config, "--out", "whole", "--quiet"}).exit_code, 0);
  for (const char* shard : {"1/2", "2/2"})
    ASSERT_EQ(rootward({"run", config, "--out", "parts", "--shard", shard, "--quiet"}).exit_code, 0);
  const Finished merged = rootward({"merge", "parts"});
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(moves_in("parts/games.jsonl"), moves_in("whole/games.jsonl"));
  EXPECT_EQ(rootward({"table", "parts", "--no-cost"}).out, rootward({"table", "whole", "--no-cost"}).out);
}

/// What a game does after 200,000 results, when the trial looks no more and some games are stored.
class LateFaults : public Plugins, public ::testing::WithParamInterface<std::pair<const char*, const char*>> {};

TEST_P(LateFaults, EndTheRunWithTheMovesAndStoredGamesStay) {
  const auto& [fault, message] = GetParam();
  bring("faults");
  const std::string config = place_.write(
      "mine.yaml",
      tournament(fmt::format("{{name: plugin, file: ./faults.so, parameters: {{fault: {}}}}}", fault), 200, 1000));
  const Finished run = rootward({"run", config, "--out", "r", "--threads", "2"});
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("the game faults broke a promise: "), HasSubstr(message),
                             ::testing::ContainsRegex("; the moves: [1-3]( [1-3])*")));
  const std::size_t stored = line_count(place_.path("r/games.jsonl"));
  EXPECT_GT(stored, 0U);
  EXPECT_LT(stored, 400U);
  const Finished table = rootward({"table", "r"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  const Finished sound = rootward({"verify", "r"});
  EXPECT_EQ(sound.exit_code, 0) << sound.out << sound.err;
}

INSTANTIATE_TEST_SUITE_P(Faults, LateFaults,
                         ::testing::Values(std::pair{"late", "5, which its facts do not allow"},
                                           std::pair{"late_crash", "ends the process by signal 11"},
                                           std::pair{"late_abort", "ends the process by signal 6"},
                                           std::pair{"late_exit", "ends the process"}),
                         [](const auto& instance) { return std::string(instance.param.first); });

TEST_F(Plugins, BrokenGamesAreRefusedBeforeTheFirstGame) {
  bring("faults");
  for (const auto& [fault, message] :
       {std::pair{"crash", "ends the process by signal 11"}, std::pair{"twice", "legal gives the move 1 twice"},
        std::pair{"result", "result gives 0.5"}, std::pair{"hidden", "something that is not in the state"},
        std::pair{"after", "outside of the state"}, std::pair{"endless", "the game is not over after 11 plies"}}) {
    const std::string game = fmt::format("{{name: plugin, file: ./faults.so, parameters: {{fault: {}}}}}", fault);
    const std::string config = place_.write("mine.yaml", tournament(game, 2));
    for (const char* command : {"check", "run"}) {
      const Finished refused = rootward({command, config});
      EXPECT_EQ(refused.exit_code, 2) << fault;
      EXPECT_THAT(refused.err, AllOf(StartsWith("error: mine.yaml:3:"), HasSubstr(message), HasSubstr("; the moves:")))
          << command;
    }
    EXPECT_FALSE(fs::exists(place_.path("results"))) << fault;
  }
}

TEST_F(Plugins, FilesThatAreNoGamesAreRefused) {
  place_.write("text.so", "no library");
  EXPECT_THAT(refusal("rootward search plugin:" + place_.path("text.so")), HasSubstr("is no shared library"));
  EXPECT_THAT(refusal("rootward search plugin:" + place_.path("none.so")), HasSubstr("is not there"));
  EXPECT_THAT(refusal("rootward search plugin:" + library("dots") + " --set game.parameters.rows=12"),
              HasSubstr("12 is not allowed; allowed: an integer in [1, 9]"));
  EXPECT_THAT(refusal("rootward search plugin:" + library("dots") + " --set game.parameters.row=2"),
              AllOf(HasSubstr("row"), HasSubstr("rows")));
  EXPECT_THAT(refusal("rootward search plugin:" + library("connect4") + " --moves '4 z'"),
              HasSubstr("z (move 2) is not a move of plugin:" + library("connect4") + "; legal here: 1 2 3 4 5 6 7"));
}

TEST_F(Plugins, ParametersThatAreNoMapAreRefused) {
  for (const auto& [written, shown] :
       {std::pair{"7", "7"}, std::pair{"[3, 3]", "a list"}, std::pair{"null", "an empty value"}}) {
    const std::string game = fmt::format("{{name: plugin, file: {}, parameters: {}}}", library("dots"), written);
    EXPECT_THAT(refusal("rootward tool perft '" + game + "' --depth 1"),
                HasSubstr(fmt::format("parameters: {} is not allowed; allowed: a map", shown)));
  }
  EXPECT_THAT(refusal("rootward tool perft plugin:" + library("dots") + " --depth 1 --set game.parameters=7"),
              HasSubstr("--set game.parameters: 7 is not allowed; allowed: a map"));
  EXPECT_EQ(run_shell("rootward tool perft '{name: plugin, file: " + library("dots") + ", parameters: {}}' --depth 1")
                .exit_code,
            0);
}

TEST_F(Plugins, CommandsPlayThem) {
  const std::string connect4 = "plugin:" + library("connect4");
  const std::string small =
      "plugin:" + library("dots") + " --set game.parameters.rows=2 --set game.parameters.columns=2";
  EXPECT_EQ(run_shell("rootward tool perft " + connect4 + " --depth 5").out,
            run_shell("rootward tool perft connect4 --depth 5").out);
  const std::string search = " --set search.budget.simulations=300 --seed 4 --json";
  json mine = json::parse(run_shell("rootward search " + connect4 + search).out);
  json ours = json::parse(run_shell("rootward search connect4" + search).out);
  EXPECT_EQ(mine.at("children"), ours.at("children"));
  const Outcome evaluated = run_shell("rootward evaluate " + small + " --evaluator playouts --moves 'a1h a1v'");
  EXPECT_EQ(evaluated.exit_code, 0) << evaluated.err;
  const Outcome listed = run_shell("rootward list games plugin:" + library("dots"));
  EXPECT_THAT(listed.out, AllOf(HasSubstr("rows"), HasSubstr("Closing a box moves again.")));
  const Outcome played = run_shell("printf 'a1h\\nquit\\n' | { rootward play " + small +
                                   " --search '{budget: {simulations: 50}}' --seed 2; }");
  EXPECT_EQ(played.exit_code, 0) << played.err;
  const Outcome tried = run_shell("rootward check plugin:" + library("dots"));
  EXPECT_EQ(tried.out,
            fmt::format("game dots and boxes ({}): 1000 random games, every promise kept\n", library("dots")));
}

TEST_F(Plugins, TheExplorerShowsThem) {
  bring("dots");
  bring("connect4");
  for (const char* game : {"dots", "connect4"}) {
    const Finished page = rootward({"explore", fmt::format("plugin:./{}.so", game), "--set",
                                    "search.budget.simulations=60", "--seed", "1", "--out", "page.html"});
    EXPECT_EQ(page.exit_code, 0) << page.err;
    EXPECT_THAT(file_text(place_.path("page.html")), HasSubstr("plugin"));
  }
}

TEST_F(Plugins, CompanionsShadowsAndExactValuesWorkWithThem) {
  const std::string search = " --set search.budget.simulations=200 --seed 4 --json";
  const std::string amaf = " --set 'search.companions={amaf: {}}'";
  const json mine = json::parse(run_shell("rootward search plugin:" + library("connect4") + search + amaf).out);
  const json ours = json::parse(run_shell("rootward search connect4" + search + amaf).out);
  EXPECT_EQ(mine.at("children"), ours.at("children"));
  EXPECT_THAT(refusal("rootward search plugin:" + library("dots") + amaf),
              AllOf(HasSubstr("amaf"), HasSubstr("a move of plugin:" + library("dots") + " means nothing")))
      << "its moves have no keys";
  const Outcome shadows =
      run_shell("rootward search plugin:" + library("dots") + search + " --shadow max --shadow softmax");
  EXPECT_EQ(shadows.exit_code, 0) << shadows.err;
  EXPECT_THAT(shadows.out, HasSubstr("softmax"));
}

/// Where a game shows the planes that the built-in one has, a network finds the same in them.
TEST_F(Plugins, NetworksSeeTheirPlanes) {
  net::ResidualShape shape{.size = 6, .columns = 7, .actions = 7, .planes = "history 1", .plane_count = 2};
  place_.write("ours.safetensors", net::safetensors_bytes(net::random_residual(shape, 3)));
  shape.planes = "own 2";
  place_.write("mine.safetensors", net::safetensors_bytes(net::random_residual(shape, 3)));
  const auto search = [&](const std::string& game, const std::string& network) {
    return run_shell(
        fmt::format("rootward search {} --seed 2 --json --search '{{budget: {{simulations: 80}}, evaluator: "
                    "{{name: net, file: {}}}}}'",
                    game, place_.path(network)));
  };
  const Outcome mine = search("plugin:" + library("connect4"), "mine.safetensors");
  ASSERT_EQ(mine.exit_code, 0) << mine.err;
  EXPECT_EQ(json::parse(mine.out).at("children"),
            json::parse(search("connect4", "ours.safetensors").out).at("children"));
  EXPECT_THAT(search("plugin:" + library("connect4"), "ours.safetensors").err,
              HasSubstr("the game connect four shows \"own 2\", not \"history 1\""));
  EXPECT_THAT(search("connect4", "mine.safetensors").err, HasSubstr("own 2"));
  EXPECT_THAT(search("plugin:" + library("dots"), "mine.safetensors").err, HasSubstr("shows no planes"));
}

TEST_F(Plugins, SelfPlayStoresTheirGames) {
  bring("connect4");
  const std::string config = place_.write("t.yaml", R"(name: t
seed: 4
game: {name: plugin, file: ./connect4.so}
network: {planes: own 2, blocks: 1, filters: 8}
phases: [{games: 8, simulations: 8, rate: 0.1}]
training: {generation: 8}
)");
  const Finished checked = rootward({"check", config});
  ASSERT_EQ(checked.exit_code, 0) << checked.err;
  const Finished run = rootward({"run", config, "--out", "r", "--generation", "0", "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Finished verified = rootward({"verify", "r"});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_EQ(rootward({"tool", "data", "stats", "r/data"}).exit_code, 0);
}

TEST_F(Plugins, EstimatesAreHeldAgainstTheTruth) {
  bring("dots");
  const std::string config = place_.write(
      "study.yaml",
      "name: study\nseed: 3\ngames: {boxes: {name: plugin, file: ./dots.so, parameters: {rows: 2, columns: 1}}}\n"
      "instances: 4\nrandom_plies: 2\nrepeats: 2\noperators: {average: average, max: max}\n"
      "checkpoints: {from: 10, to: 300, per_decade: 2}\nalpha_beta: true\n");
  EXPECT_THAT(rootward({"check", config}).out, HasSubstr("every promise kept"));
  const Finished run = rootward({"run", config, "--out", "r", "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(line_count(place_.path("r/records.jsonl")), 4U + 16U) << "truths and searches";
  EXPECT_THAT(run.out, HasSubstr("max"));
}

TEST_F(Plugins, TuningsPlayThem) {
  bring("dots");
  const std::string config = place_.write("t.yaml", R"(name: t
seed: 8
game: {name: plugin, file: ./dots.so, parameters: {rows: 2, columns: 2}}
defaults: {search: {budget: {simulations: 30}}}
candidate: {backup: average}
opponent: {backup: max}
opening: {random_plies: 2}
games: 4
test_games: 4
parameters:
  search.selection.c: {low: 0.2, high: 3.0, scale: log}
)");
  const Finished run = rootward({"run", config, "--out", "r", "--evaluations", "2", "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(line_count(place_.path("r/evaluations.jsonl")), 2U);
}

/// Slurm as scripts; its tasks are started by hand.
class PluginsOnACluster : public Plugins {
 protected:
  void submit(const std::string& config) const {
    fs::create_directory(place_.path("bin"));
    for (const auto& [name, script] : {std::pair{"sbatch", "echo 7"}, std::pair{"scontrol", "echo MaxArraySize = 1001"},
                                       std::pair{"squeue", "true"}, std::pair{"scancel", "true"}}) {
      place_.write(std::string("bin/") + name, std::string("#!/bin/sh\n") + script + "\n");
      fs::permissions(place_.path(std::string("bin/") + name), fs::perms::all);
    }
    const Outcome submitted = run_shell("cd " + place_.path() + "; export PATH=" + place_.path("bin") +
                                        ":$PATH; rootward run " + config + " --slurm --tasks 2 --out r");
    ASSERT_EQ(submitted.exit_code, 0) << submitted.err;
  }
  void play_and_join() const {
    for (const char* shard : {"1/2", "2/2"}) {
      const Finished task = rootward({"run", "r/cluster/config.yaml", "--out", "r", "--shard", shard, "--quiet"});
      EXPECT_EQ(task.exit_code, 0) << task.err;
    }
    EXPECT_EQ(rootward({"merge", "r"}).exit_code, 0);
  }
};

/// As a map, and in one word.
class PluginNames : public PluginsOnACluster, public ::testing::WithParamInterface<const char*> {};

TEST_P(PluginNames, TheFileTravelsWithThePlan) {
  bring("dots");
  submit(place_.write("mine.yaml", tournament(GetParam(), 4, 20)));
  std::vector<std::string> copies;
  for (const std::string& file : files_in(place_.path("r/cluster/inputs")))
    if (file.ends_with(".so")) copies.push_back(file);
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(file_text(place_.path("r/cluster/inputs/" + copies.front())), file_text(library("dots")));
  fs::remove(place_.path("dots.so"));
  play_and_join();
  EXPECT_EQ(line_count(place_.path("r/games.jsonl")), 8U);
}

INSTANTIATE_TEST_SUITE_P(PluginsOnACluster, PluginNames,
                         ::testing::Values("{name: plugin, file: ./dots.so}", "plugin:./dots.so"));

/// What a decision process's file says is part of the configuration, which travels.
TEST_F(PluginsOnACluster, ADecisionProcessTravelsWithThePlan) {
  fs::create_directory(place_.path("processes"));
  place_.write("processes/two.yaml",
               "discount: 0.9\nhorizon: 5\nstart: a\nstates:\n"
               "  a: {stay: [[1, a, 0.3]], go: [[1, b, 0]]}\n  b: {back: [[0.5, a, 0], [0.5, b, 1]]}\n");
  const std::string config = place_.write("study.yaml", R"(name: study
seed: 3
games: {two: {name: mdp, file: ./processes/two.yaml}}
instances: 1
repeats: 4
operators: {average: average, max: max}
checkpoints: [10, 30]
)");
  const Finished whole = rootward({"run", config, "--out", "whole", "--threads", "1", "--quiet"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  submit(config);
  fs::remove_all(place_.path("processes"));
  play_and_join();
  EXPECT_EQ(line_count(place_.path("r/records.jsonl")), 1U + 8U) << "a truth and searches";
  const auto table = [&](const char* folder) {
    const json stored = json::parse(rootward({"table", folder, "--format", "json"}).out);
    return stored.at("curves");
  };
  EXPECT_EQ(table("r"), table("whole"));
  const Finished checked = rootward({"verify", "r"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
}

}  // namespace
}  // namespace rootward::testing
