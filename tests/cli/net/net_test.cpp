// Networks as a user meets them: evaluate, search, net info and convert, tournaments with records, and refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string whole(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class NetCommands : public ::testing::Test {
 protected:
  NetCommands() : folder_(std::filesystem::temp_directory_path() / ("rootward-cli-net-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
    write("a.safetensors", net::safetensors_bytes(random_residual({}, 1)));
    write("b.safetensors", net::safetensors_bytes(random_residual({}, 2)));
    write("k.bin.gz", packed_gzip(random_katago({}, 3)));
  }
  ~NetCommands() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
    return run_program(folder_.string(), arguments);
  }
  [[nodiscard]] json evaluation(const std::string& game, const std::string& moves, const std::string& evaluator) const {
    const Finished done = run({"evaluate", game, "--moves", moves, "--evaluator", evaluator, "--json"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return json::parse(done.out);
  }
  static std::string tournament(const std::string& temperature, int simulations = 6) {
    return "name: nets\nseed: 5\ngame: {name: go, size: 5, move_limit: 30}\ndefaults:\n  search:\n    budget: "
           "{simulations: " +
           std::to_string(simulations) + "}\n" + temperature +
           "players:\n"
           "  a: {backup: average, search: {evaluator: {name: net, file: a.safetensors, cache: 500}}}\n"
           "  b: {backup: softmax, search: {evaluator: {name: net, file: b.safetensors, symmetry: random}}}\n"
           "schedule: {type: round_robin, pairs: 3, opening: {random_plies: 1}}\n";
  }
  [[nodiscard]] std::vector<json> games(const std::string& out) const {
    std::vector<json> games;
    std::ifstream lines(folder_ / out / "games.jsonl");
    for (std::string line; std::getline(lines, line);) {
      games.push_back(json::parse(line));
      games.back().erase("cpu_seconds");
      games.back().erase("crc");
    }
    std::ranges::sort(games, {}, [](const json& game) { return game.at("id").get<std::string>(); });
    return games;
  }

  std::filesystem::path folder_;
};

constexpr const char* kTemperature = "    temperature: {value: 1, moves: 4}\n";

TEST_F(NetCommands, EvaluateGivesAValueAndPriorsOverTheLegalMoves) {
  const json answer = evaluation("go:5", "C3 pass", "{name: net, file: a.safetensors}");
  EXPECT_EQ(answer.at("to_move"), "black");
  EXPECT_EQ(answer.at("priors").size(), 25U);
  EXPECT_FALSE(answer.at("priors").contains("C3"));
  double sum = 0;
  for (const auto& [move, prior] : answer.at("priors").items()) sum += prior.get<double>();
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_LE(std::abs(answer.at("value").get<double>()), 1);
}

TEST_F(NetCommands, AConvertedNetAnswersTheSame) {
  for (const std::string file : {"a.safetensors", "k.bin.gz"}) {
    const std::string game = file == "k.bin.gz" ? "go:9" : "go:5";
    const Finished done = run({"tool", "net", "convert", file, "c.safetensors"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(evaluation(game, "C3 D4", "{name: net, file: " + file + "}"),
              evaluation(game, "C3 D4", "{name: net, file: c.safetensors}"));
  }
}

TEST_F(NetCommands, InfoTellsTheFacts) {
  const Finished done = run({"tool", "net", "info", "k.bin.gz"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, ContainsRegex("format +KataGo version 8\n"));
  EXPECT_THAT(done.out, ContainsRegex("architecture +KataGo, 3 blocks, 2 of them pooled, 10 channels\n"));
  EXPECT_THAT(done.out, ContainsRegex("board sizes +7x7 to 19x19\n"));
  EXPECT_THAT(done.out, ContainsRegex("speed here +9x9: [0-9]+ evaluations a second of one core by f32-"));
  EXPECT_THAT(done.out, ContainsRegex("\n +19x19: [0-9]+ evaluations a second of one core by i16 "));
  const std::string numbers = " on 150 positions: KL [0-9.e-]+, largest prior [0-9.]+, value rms [0-9.e-]+, same move ";
  EXPECT_THAT(done.out, ContainsRegex("9x9, i16 against f32-[a-z]+" + numbers));
}

TEST_F(NetCommands, AConvertedResidualNetMayKeepItsLayout) {
  const Finished done = run({"tool", "net", "convert", "--keep-layout", "a.safetensors", "c.safetensors"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  for (const std::string precision : {"f32", "i16"})
    EXPECT_EQ(evaluation("go:5", "C3 D4", "{name: net, file: a.safetensors, precision: " + precision + "}"),
              evaluation("go:5", "C3 D4", "{name: net, file: c.safetensors, precision: " + precision + "}"));
  const Finished refused = run({"tool", "net", "convert", "--keep-layout", "k.bin.gz", "c.safetensors"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("k.bin.gz: --keep-layout is for residual networks with named tensors"));
}

/// For a user without the folder of networks.
class EmbeddedNet : public NetCommands {
 protected:
  EmbeddedNet() { unsetenv("ROOTWARD_NETS"); }
};

TEST_F(EmbeddedNet, EvaluatesSearchesAndPlaysWithoutAnyFile) {
  const json unnamed = evaluation("go:9", "", "net");
  EXPECT_EQ(unnamed.at("priors").size(), 82U);
  EXPECT_EQ(unnamed, evaluation("go:9", "", "{name: net, file: builtin:go9-4x32}"));
  const Finished search = run({"search", "go:9", "--json", "--search", "{budget: {simulations: 20}, evaluator: net}"});
  ASSERT_EQ(search.exit_code, 0) << search.err;
  EXPECT_EQ(json::parse(search.out).at("simulations"), 20);
  EXPECT_EQ(run({"tool", "net", "convert", "builtin:go9-4x32", "own.safetensors"}).exit_code, 0);
  EXPECT_EQ(unnamed, evaluation("go:9", "", "{name: net, file: own.safetensors}"));
}

TEST_F(EmbeddedNet, IsToldWithItsLicenceAndItsRun) {
  const Finished list = run({"tool", "net", "info"});
  EXPECT_EQ(list.exit_code, 0) << list.err;
  EXPECT_THAT(list.out, ContainsRegex("file +builtin:go9-4x32\n"));
  EXPECT_THAT(list.out, ContainsRegex("board sizes +9x9\n"));
  EXPECT_THAT(list.out, ContainsRegex("run +[^\n]*[0-9]+ games, [0-9]+ samples\n"));
  EXPECT_THAT(list.out, ContainsRegex("licence +MIT\n"));
  EXPECT_THAT(list.out, ContainsRegex("speed here +9x9: [0-9]+ evaluations a second of one core by f32"));
  EXPECT_THAT(run({"tool", "net", "info", "builtin:go9-4x32"}).out, ContainsRegex("komi +trained for 7.5\n"));
}

TEST_F(EmbeddedNet, IsNamedInRecordsWithItsHash) {
  write("t.yaml",
        "name: own\nseed: 1\ngame: {name: go, size: 9, komi: 7.5, move_limit: 12}\ndefaults:\n  search: {budget: "
        "{simulations: 4}, evaluator: net, temperature: {value: 1, moves: 8}}\nplayers: {a: {backup: average}, b: "
        "{backup: softmax}}\nschedule: {type: round_robin, pairs: 1, opening: {random_plies: 2}}\n");
  ASSERT_EQ(run({"check", "t.yaml"}).exit_code, 0);
  const Finished done = run({"run", "t.yaml", "--out", "own", "--quiet"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  const std::string network = games("own").front().at("networks").at(0).get<std::string>();
  EXPECT_THAT(network, ContainsRegex("^[0-9a-f]+ f32-"));
  const json manifest = json::parse(whole(folder_ / "own" / "manifest.json"));
  EXPECT_EQ(manifest.at("networks").at("a"), network);
  EXPECT_THAT(manifest.at("resolved_config").get<std::string>(), HasSubstr("file: \"builtin:go9-4x32\""));
}

TEST_F(EmbeddedNet, RunsTheCommittedTournamentAndPlaysForTraining) {
  const std::string config = std::string(ROOTWARD_SOURCE_DIR) + "/configs/go9-net-small.yaml";
  const Finished done = run({"run", config, "--out", "fresh", "--quiet", "--set", "schedule.pairs=1", "--set",
                             "game.move_limit=20", "--set", "defaults.search.budget.simulations=2"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(games("fresh").size(), 12U) << "six operators, a pair each";
  write("training.yaml",
        "name: own\nseed: 3\ngame: {name: go, size: 9, komi: 7.5, move_limit: 16}\nphases: [{games: 1000, "
        "simulations: 4, rate: 0.1}]\n");
  const std::vector<std::string> selfplay = {"run", "training.yaml", "--games", "2", "--out", "own-run"};
  std::vector<std::string> by_own = selfplay;
  by_own.insert(by_own.end(), {"--network", "builtin:go9-4x32"});
  const Finished played = run(by_own);
  ASSERT_EQ(played.exit_code, 0) << played.err;
  EXPECT_EQ(run({"tool", "data", "check", "own-run"}).exit_code, 0);
  const Finished taught = run({"tool", "data", "relabel", "own-run", "--evaluator", "net", "--out", "taught"});
  EXPECT_EQ(taught.exit_code, 0) << taught.err;
}

TEST_F(EmbeddedNet, OfOtherBoardsAndUnknownNamesAreRefusedWithAdvice) {
  const Finished large = run({"evaluate", "go:19", "--evaluator", "net"});
  EXPECT_EQ(large.exit_code, 2);
  EXPECT_THAT(large.err, HasSubstr("builtin:go9-4x32: this network plays on 9x9, the game's board is 19x19; name a "
                                   "network for this game by `file`"));
  const Finished unheard = run({"evaluate", "go:5", "--evaluator", "playouts", "--set", "search.evaluator.count=9"});
  EXPECT_EQ(unheard.exit_code, 2) << unheard.out;
  EXPECT_THAT(unheard.err, HasSubstr("evaluate has no player"));
  const Finished unknown = run({"evaluate", "go:9", "--evaluator", "{name: net, file: builtin:go9-4x23}"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean builtin:go9-4x32?"));
}

TEST_F(NetCommands, BrokenNetsAreRefusedInOneLine) {
  const std::string good = whole(folder_ / "a.safetensors");
  write("torn.safetensors", good.substr(0, good.size() - 3));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"tool", "net", "info", "torn.safetensors"},
        {"evaluate", "go:5", "--evaluator", "{name: net, file: torn.safetensors}"},
        {"evaluate", "go:9", "--evaluator", "{name: net, file: a.safetensors}"},
        {"evaluate", "tictactoe", "--evaluator", "{name: net, file: a.safetensors}"},
        {"evaluate", "go:5", "--evaluator", "{name: net, file: missing.safetensors}"}}) {
    const Finished done = run(arguments);
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_TRUE(done.out.empty());
    EXPECT_THAT(done.err, ContainsRegex("^error: [^\n]+\n$"));
  }
  EXPECT_THAT(run({"evaluate", "go:9", "--evaluator", "{name: net, file: a.safetensors}"}).err,
              HasSubstr("a.safetensors: this network plays on 5x5, the game's board is 9x9"));
}

TEST_F(NetCommands, SearchUsesPuctAndSelfWhereTheEvaluatorGivesPriors) {
  const auto search = [&](const std::string& more) {
    return run({"search", "go:5", "--json", "--seed", "3", "--search",
                "{budget: {simulations: 40}, evaluator: {name: net, file: a.safetensors}" + more + "}"});
  };
  const Finished plain = search("");
  ASSERT_EQ(plain.exit_code, 0) << plain.err;
  json first = json::parse(plain.out),
       second = json::parse(search(", selection: {name: puct, c: 0.5}, expansion: {kind: self, after: 0}").out);
  first.erase("seconds");
  second.erase("seconds");
  EXPECT_EQ(first, second);
  // The root evaluates itself first: 39 of 40 simulations reach a move.
  std::uint64_t visits = 0;
  for (const json& child : first.at("children")) visits += child.at("visits").get<std::uint64_t>();
  EXPECT_EQ(visits, 39U);
}

TEST_F(NetCommands, TournamentsAreTheSameForAnyNumberOfThreads) {
  write("t.yaml", tournament(kTemperature));
  ASSERT_EQ(run({"run", "t.yaml", "--out", "one", "--threads", "1", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run({"run", "t.yaml", "--out", "three", "--threads", "3", "--quiet"}).exit_code, 0);
  const std::vector<json> one = games("one");
  ASSERT_EQ(one.size(), 6U);
  EXPECT_EQ(one, games("three"));
  EXPECT_THAT(one[0].at("networks")[0].get<std::string>(), ContainsRegex("^[0-9a-f]{16} f32-"));
  EXPECT_NE(one[0].at("networks")[0], one[0].at("networks")[1]);
  std::uint64_t cached = 0;
  for (const json& game : one)
    cached += game.at("cached_evaluations")[game.at("seats")[0] == "a" ? 0 : 1].get<std::uint64_t>();
  EXPECT_GT(cached, 0U);
  const Finished table = run({"table", "one"});
  EXPECT_THAT(table.out, HasSubstr("first 4 moves drawn at temperature 1"));
}

// a and c ask one network: what one seat was told the other need not ask for again.
TEST_F(NetCommands, SeatsOfOneNetworkRememberTogetherAndPlayTheSameGames) {
  const auto configuration = [](const std::string& cache, const std::string& other) {
    const auto player = [&](const std::string& name, const std::string& net) {
      return "  " + name + ": {search: {evaluator: {name: net, file: " + net + ".safetensors, cache: " + cache +
             "}}}\n";
    };
    return "name: nets\nseed: 5\ngame: {name: go, size: 5, move_limit: 30}\ndefaults:\n  search:\n"
           "    budget: {simulations: 12}\n    temperature: {value: 1, moves: 4}\nplayers:\n" +
           player("a", "a") + player("b", "b") + player("c", other) +
           "schedule: {type: round_robin, pairs: 2, opening: {random_plies: 1}}\n";
  };
  std::filesystem::copy_file(folder_ / "a.safetensors", folder_ / "same.safetensors");
  write("t.yaml", configuration("5000", "same"));
  ASSERT_EQ(run({"run", "t.yaml", "--out", "one", "--threads", "1", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run({"run", "t.yaml", "--out", "three", "--threads", "3", "--quiet"}).exit_code, 0);
  EXPECT_EQ(games("one"), games("three"));
  write("t.yaml", configuration("0", "same"));
  ASSERT_EQ(run({"run", "t.yaml", "--out", "alone", "--quiet"}).exit_code, 0);
  const std::vector<json> remembering = games("one"), forgetful = games("alone");
  ASSERT_EQ(remembering.size(), forgetful.size());
  std::uint64_t of_one_network = 0, of_two = 0;
  for (std::size_t i = 0; i < forgetful.size(); ++i) {
    EXPECT_EQ(remembering[i].at("moves"), forgetful[i].at("moves"));
    EXPECT_EQ(remembering[i].at("values"), forgetful[i].at("values"));
    const json& networks = remembering[i].at("networks");
    for (const json& count : remembering[i].at("cached_evaluations"))
      (networks[0] == networks[1] ? of_one_network : of_two) += count.get<std::uint64_t>();
  }
  EXPECT_GT(of_one_network, of_two) << "in a third of the games";
}

// The average against itself by one network: what is drawn by position is the same in both games of a pair.
TEST_F(NetCommands, SymmetriesDrawnByPositionFollowTheSeedAndThePairAlone) {
  write("book.txt", "A1\nB1\nC1\nB2\nB3\nC3\n");
  const std::string network = (folder_ / "a.safetensors").string();  // a replay begins in the results
  const auto configuration = [&](const std::string& symmetry, const std::string& cache, int seed = 5) {
    return "name: nets\nseed: " + std::to_string(seed) +
           "\ngame: {name: go, size: 5, move_limit: 30}\ndefaults: {search: {budget: {simulations: "
           "30}, evaluator: {name: net, file: " +
           network + ", symmetry: " + symmetry + ", cache: " + cache +
           "}}}\nplayers: {a: {backup: average}, b: {backup: average}}\n"
           "schedule: {type: round_robin, pairs: 6, opening: {book: book.txt}}\n";
  };
  const auto played = [&](const std::string& out, const std::string& threads) {
    const Finished done = run({"run", "t.yaml", "--out", out, "--threads", threads, "--quiet"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return games(out);
  };
  const auto remembered = [](const std::vector<json>& all) {
    std::uint64_t count = 0;
    for (const json& game : all)
      for (const json& seat : game.at("cached_evaluations")) count += seat.get<std::uint64_t>();
    return count;
  };
  write("t.yaml", configuration("by_position", "5000"));
  const std::vector<json> one = played("one", "1");
  EXPECT_EQ(one, played("three", "3"));
  const Finished again = run({"verify", "--replay", "one", "--again"});
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  for (std::size_t i = 0; i + 1 < one.size(); i += 2) {
    ASSERT_EQ(one[i].at("pair"), one[i + 1].at("pair"));
    EXPECT_EQ(one[i].at("moves"), one[i + 1].at("moves"));
  }
  write("t.yaml", configuration("by_position", "5000", 6));
  const std::vector<json> of_another_seed = played("other", "2");
  int others = 0;
  for (std::size_t i = 0; i < one.size(); ++i) others += one[i].at("moves") != of_another_seed[i].at("moves") ? 1 : 0;
  EXPECT_GT(others, 6) << "of twelve games";
  write("t.yaml", configuration("by_position", "0"));
  const std::vector<json> forgetful = played("forgetful", "2");
  ASSERT_EQ(forgetful.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].at("moves"), forgetful[i].at("moves"));
  write("t.yaml", configuration("random", "5000"));
  EXPECT_GT(remembered(one), 2 * remembered(played("drawn", "2")));
}

// Three names of one player: what is drawn by opening is the same in all matches.
TEST_F(NetCommands, SymmetriesDrawnByOpeningAreTheSameInAllMatches) {
  write("book.txt", "A1\nB1\nC1\nB2\nB3\nC3\n");
  const std::string network = (folder_ / "a.safetensors").string();
  const auto matches_alike = [&](const std::string& symmetry) {
    write("t.yaml",
          "name: nets\nseed: 5\ngame: {name: go, size: 5, move_limit: 30}\ndefaults: {search: {budget: "
          "{simulations: 30}, evaluator: {name: net, file: " +
              network + ", symmetry: " + symmetry +
              ", cache: 5000}}}\nplayers: {a: {backup: average}, b: {backup: average}, c: {backup: average}}\n"
              "schedule: {type: round_robin, pairs: 6, opening: {book: book.txt}}\n");
    for (const char* threads : {"1", "3"})
      EXPECT_EQ(run({"run", "t.yaml", "--out", symmetry + threads, "--threads", threads, "--quiet"}).exit_code, 0);
    const std::vector<json> all = games(symmetry + "1");
    EXPECT_EQ(all, games(symmetry + "3")) << "what is remembered, too";
    const Finished again = run({"verify", "--replay", symmetry + "1", "--again"});
    EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
    std::map<int, json> first_of_number;
    int alike = 0;
    for (const json& game : all)
      alike +=
          first_of_number.try_emplace(game.at("pair").get<int>(), game.at("moves")).first->second == game.at("moves");
    return alike;
  };
  EXPECT_EQ(matches_alike("by_opening"), 36);
  EXPECT_LT(matches_alike("by_position"), 24) << "of 36, of which 12 are one pair's, the first of its number";
}

/// A board of 5x5 has six first moves up to symmetry, and an opening of its own for each of six pairs.
TEST_F(NetCommands, TwoNetsNeedAnOpeningAPairOrTheSameTemperature) {
  write("t.yaml", tournament(""));
  for (const char* enough : {"schedule.pairs=3", "schedule.pairs=6", "schedule.opening.random_plies=4"})
    EXPECT_EQ(run({"check", "t.yaml", "--set", enough}).exit_code, 0) << enough;
  for (const char* few : {"schedule.pairs=7", "schedule.opening.random_plies=0", "schedule.opening={balance: [0, 1]}",
                          "schedule.opening={}"}) {
    const Finished done = run({"check", "t.yaml", "--set", few});
    EXPECT_EQ(done.exit_code, 2) << few;
    EXPECT_THAT(done.err,
                AllOf(HasSubstr("schedule.opening"), HasSubstr("a and b both play by networks and would repeat games")))
        << few;
  }
  EXPECT_EQ(run({"check", "t.yaml", "--set", "schedule.pairs=1", "--set", "schedule.opening={}"}).exit_code, 0);
}

/// A study's step is a tournament, refused before the first game of the steps before it.
TEST_F(NetCommands, AStudysStepsOfTwoNetsNeedAsManyOpeningsAsPairs) {
  write("t.yaml", tournament(""));
  write("study.yaml",
        "name: s\nseed: 1\nlists: {pairs: [6, 7]}\nsteps:\n  games: {each: pairs, tournament: {base: t.yaml, name: "
        "games-$pairs, schedule: {pairs: $pairs}}}\n");
  EXPECT_EQ(run({"check", "study.yaml", "--set", "lists.pairs=[5, 6]"}).exit_code, 0);
  const Finished done = run({"check", "study.yaml"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("7 pairs need as many openings, and there are 6"));
}

/// How many lie in the window is known when they have been looked for.
TEST_F(NetCommands, TwoNetsNeedAsManyBalancedOpeningsAsPairs) {
  write("t.yaml", tournament("", 2));
  const std::string opening = "schedule.opening={random_plies: 1, balance: [0, 1]}";
  EXPECT_EQ(run({"run", "t.yaml", "--out", "all", "--quiet", "--set", opening, "--set", "schedule.pairs=6"}).exit_code,
            0);
  const Finished wide = run({"run", "t.yaml", "--out", "wide", "--set", opening, "--set", "schedule.pairs=7"});
  EXPECT_EQ(wide.exit_code, 2);
  EXPECT_THAT(wide.err, HasSubstr("7 pairs need as many openings, and there are 6"));
}

TEST_F(NetCommands, AnotherNetworkDoesNotContinueARun) {
  write("t.yaml", tournament(kTemperature, 2));
  ASSERT_EQ(run({"run", "t.yaml", "--out", "out", "--games", "2", "--quiet"}).exit_code, 0);
  write("b.safetensors", net::safetensors_bytes(random_residual({}, 9)));
  const Finished done = run({"run", "t.yaml", "--out", "out", "--quiet"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("results of b by another network ("));
  EXPECT_EQ(games("out").size(), 2U);
}

TEST_F(NetCommands, CheckSaysThatAFileIsInOrder) {
  for (const char* file : {"a.safetensors", "k.bin.gz", "builtin:go9-4x32"}) {
    const Finished done = run({"tool", "net", "check", file});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr(std::string(file) + ": in order; "), HasSubstr(" parameters; boards: ")));
  }
  for (const bool is_pre : {false, true})
    for (const bool has_stem : {false, true})
      for (const bool has_norm : {false, true}) {
        write(
            "c.safetensors",
            net::safetensors_bytes(random_residual(
                {.has_stem = has_stem, .has_norm = has_norm, .is_pre_activation = is_pre, .has_point_bias = !has_norm},
                4)));
        const Finished done = run({"tool", "net", "check", "c.safetensors"});
        EXPECT_EQ(done.exit_code, 0) << done.err;
      }
}

TEST_F(NetCommands, CheckNamesEveryTensorThatIsWrong) {
  net::TensorFile file = random_residual({}, 1);
  file.metadata.erase("board");
  file.metadata.erase("architecture");
  file.tensors.erase("value.fc1.weight");
  file.tensors["tower.0.weight"] = file.tensors.at("block1.conv0.weight");
  file.tensors.erase("block1.conv0.weight");
  file.tensors.at("stem.weight").shape = {12, 7, 3, 3};
  file.tensors.at("value.fc0.weight").shape = {16, 25};
  file.tensors.at("block0.norm1.mean").shape = {3, 4};
  std::string bytes = net::safetensors_bytes(file);
  const std::size_t name = bytes.find("\"policy.fc.bias\"");
  bytes.replace(bytes.find("F32", name), 3, "I64");
  write("wrong.safetensors", bytes);
  const Finished done = run({"tool", "net", "check", "wrong.safetensors"});
  EXPECT_EQ(done.exit_code, 2);
  for (const char* line : {
           "metadata architecture: is missing; wanted: \"residual, post-activation\"",
           "metadata board: is missing; wanted: its lines, \"9\", or columns x lines, \"7x6\"",
           "tensor stem.weight: its shape is [12, 7, 3, 3]; wanted: [k, k, 7, 12] (PyTorch's [out, in, row, column]: "
           "permute(2, 3, 1, 0))",
           "tensor block0.norm1.mean: its shape is [3, 4]; wanted: [12]",
           "tensor block1.conv0.weight: is missing; wanted: [k, k, 12, 12]",
           "tensor policy.fc.bias: its type is I64; wanted: F32 or BF16",
           "tensor value.fc0.weight: its shape is [16, 25]; wanted: [points x 1, 16]",
           "tensor value.fc1.weight: is missing; wanted: [16, 1]",
           "tensor tower.0.weight: F32 [3, 3, 12, 12] is no part of this architecture",
       })
    EXPECT_THAT(done.err, HasSubstr(std::string("error: wrong.safetensors: ") + line));
  EXPECT_EQ(done.out, "");
}

TEST_F(NetCommands, CheckRefusesWhatIsNoNetworksFile) {
  write("short.safetensors", "abc");
  write("long.safetensors", std::string("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10));
  write("list.safetensors", std::string("\x02\0\0\0\0\0\0\0[]", 10));
  for (const char* file : {"short.safetensors", "long.safetensors", "list.safetensors", "absent.safetensors"}) {
    const Finished done = run({"tool", "net", "check", file});
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_THAT(done.err, AllOf(HasSubstr("error: "), HasSubstr(file)));
  }
}

TEST_F(NetCommands, TheDocumentedPythonWritesANetThatIsRead) {
  if (std::system("command -v python3 >/dev/null 2>&1") != 0) GTEST_SKIP() << "python3 is not installed";
  const std::string docs = whole(std::string(ROOTWARD_SOURCE_DIR) + "/docs/nets.md");
  const std::size_t begin = docs.find("```python\n") + 10;
  write("tiny.py", docs.substr(begin, docs.find("```", begin) - begin));
  const std::string command = "cd '" + folder_.string() + "' && python3 tiny.py tiny.safetensors";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const json answer = evaluation("go:3", "", "{name: net, file: tiny.safetensors}");
  EXPECT_NEAR(answer.at("value").get<double>(), 0.462, 5e-4);
  EXPECT_NEAR(answer.at("priors").at("B2").get<double>(), 0.451, 5e-4);
  EXPECT_NEAR(answer.at("priors").at("pass").get<double>(), 0.061, 5e-4);
}

// 200 MB of nothing in 200 kB: no network unpacks to a thousand times its size.
TEST_F(NetCommands, AFileThatUnpacksWithoutEndIsRefusedEarly) {
  write("bomb.bin.gz", packed_gzip(std::string(200'000'000, '\0')));
  const Finished refused = run({"tool", "net", "info", "bomb.bin.gz"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("bomb.bin.gz: it unpacks to more bytes than any network has"));
}

}  // namespace
}  // namespace rootward::testing
