// What is read from a folder is checked: records of every kind are altered member by member, with checksums that are
// right, and whoever reads them tells a table or what is wrong. ROOTWARD_ALTERATIONS=0: all alterations, as the slow
// test has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "cli/bench/signature.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "lab/store/line_checksum.h"
#include "tests/cli/altered/apart.h"
#include "tests/cli/tournament/results.h"
#include "tests/cli/tuning/sample_tunings.h"
#include "tests/core/altered_json.h"
#include "tests/experiments/cluster/fake_slurm.h"

namespace rootward::testing {
namespace {

namespace fs = std::filesystem;

std::size_t alterations() {
  const char* const asked = std::getenv("ROOTWARD_ALTERATIONS");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 16;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// A folder `f` in a place of its own, and who reads it.
class AlteredRecords : public ::testing::Test {
 protected:
  void make(const std::vector<Command>& commands) {
    const ToldApart made = run_apart(place_.path(), commands);
    for (const int code : made.exit_codes) ASSERT_EQ(code, 0) << made.said;
    ASSERT_EQ(made.exit_codes.size(), commands.size()) << made.death << made.said;
  }

  /// The first line of each schema in the file, and its last.
  void alter_lines(const std::string& file, const std::vector<Command>& readers) {
    const std::vector<std::string> lines = lines_of(read_whole_file(place_.path(file)));
    std::set<std::string> schemas;
    for (std::size_t number = 0; number < lines.size(); ++number) {
      std::string line = lines[number];
      const bool has_sum = take_checksum(line) != Checksum::none;
      const Json record = parse_json(line);
      if (!schemas.insert(record.value("schema", "").text()).second) continue;
      for (const AlteredJson& one : altered_json(record, alterations())) {
        std::vector<std::string> changed = lines;
        const bool can_have_sum = has_sum && one.json.is_object() && !one.json.empty();
        changed[number] = can_have_sum ? with_checksum(dump_json(one.json)) : dump_json(one.json);
        expect_no_trouble(file, text_of(changed), readers, one.what);
      }
    }
  }

  /// A file that is one JSON value.
  void alter_whole(const std::string& file, const std::vector<Command>& readers) {
    const Json whole = parse_json(read_whole_file(place_.path(file)));
    for (const AlteredJson& one : altered_json(whole, alterations()))
      expect_no_trouble(file, dump_json(one.json, 1) + "\n", readers, one.what);
  }

  void expect_no_trouble(const std::string& file, const std::string& text, const std::vector<Command>& readers,
                         const std::string& what) {
    fs::remove_all(place_.path("kept"));
    fs::copy(place_.path("f"), place_.path("kept"), fs::copy_options::recursive);
    write_file_atomically(place_.path(file), text);
    const ToldApart told = run_apart(place_.path(), readers);
    const std::string trouble = trouble_in(told);
    EXPECT_EQ(trouble, "") << file << what << "\n" << told.said;
    for (const int code : told.exit_codes)
      EXPECT_TRUE(code == 0 || code == 1 || code == 2 || code == 3 || code == 75) << file << what << ": " << code;
    fs::remove_all(place_.path("f"));
    fs::rename(place_.path("kept"), place_.path("f"));
  }

  Workplace place_;
};

const std::vector<Command> kReaders = {{"table", "f"},
                                       {"table", "f", "--format", "json"},
                                       {"table", "f", "--format", "csv"},
                                       {"report", "f", "--out", "page.html"},
                                       {"verify", "f"},
                                       {"status", "f", "--json"}};

std::vector<Command> and_then(std::vector<Command> commands, const std::vector<Command>& more) {
  commands.insert(commands.end(), more.begin(), more.end());
  return commands;
}

constexpr const char* kAdjudicated = R"(name: small
seed: 7
game: {name: go, size: 3}
defaults: {search: {budget: {simulations: 20}}}
players: {average: {backup: average}, softmax: {backup: softmax}}
schedule: {type: round_robin, pairs: 2, opening: {random_plies: 1}, adjudicate: {value: 0.9, plies: 2, plays_out: true}}
)";

TEST_F(AlteredRecords, OfATournament) {
  place_.write("c.yaml", kAdjudicated);
  const Command run = {"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"};
  make({run});
  const std::vector<Command> readers = and_then(kReaders, {{"verify", "--replay", "f"}, run});
  alter_lines("f/games.jsonl", readers);
  alter_whole("f/manifest.json", readers);
}

TEST_F(AlteredRecords, OfShardsAndWhatIsJoined) {
  place_.write("c.yaml", kAdjudicated);
  const Command first = {"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet", "--shard", "1/2"};
  make({first});
  const std::vector<Command> readers = and_then(kReaders, {first, {"merge", "f", "--out", "f"}});
  (void)bench::signature();  // here, once: each child that plays a shard tells it
  const std::string attempt = attempts_in(place_.path("f"), "1-of-2").at(0);
  alter_lines(attempt.substr(place_.path().size()), readers);
  std::vector<std::string> unended = lines_of(read_whole_file(attempt));
  unended.pop_back();
  write_file_atomically(attempt, text_of(unended));
  alter_lines(attempt.substr(place_.path().size()), readers);
  make({{"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet", "--shard", "2/2"}, {"merge", "f", "--out", "f"}});
  alter_lines("f/games.done", readers);
}

TEST_F(AlteredRecords, OfVoidGames) {
  place_.write("c.yaml", kAdjudicated);
  make({{"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"}});
  const Json game = parse_json(lines_of(read_whole_file(place_.path("f/games.jsonl"))).at(0));
  Json lost = {{"schema", "rootward.void/1"}};
  for (const char* key : {"id", "pairing", "pair", "seats", "seed"}) lost[key] = game.at(key);
  lost["player"] = "average";
  lost["reason"] = "crash";
  lost["message"] = "it ended";
  lost["opening"] = game.at("opening");
  lost["moves"] = Json::array();
  write_file_atomically(place_.path("f/voids.jsonl"), with_checksum(dump_json(lost)) + "\n");
  alter_lines("f/voids.jsonl", kReaders);
}

constexpr const char* kStudy = R"(name: small
seed: 3
games: {ttt: tictactoe}
instances: 2
random_plies: 2
alpha_beta: true
evaluations: true
features: 500
traps: 3
operators: {average: average, softer: {name: softmax, g: [-6, -4]}}
checkpoints: [8, 16]
)";

TEST_F(AlteredRecords, OfAStudyOfEstimates) {
  place_.write("c.yaml", kStudy);
  const Command converge = {"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"};
  make({converge});
  const std::vector<Command> readers = and_then(kReaders, {converge});
  alter_lines("f/records.jsonl", readers);
  alter_whole("f/manifest.json", readers);
}

TEST_F(AlteredRecords, ASearchWithoutItsCurvesIsRefusedWithItsPlace) {
  place_.write("c.yaml", kStudy);
  make({{"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"}});
  std::vector<std::string> lines = lines_of(read_whole_file(place_.path("f/records.jsonl")));
  const auto search = std::ranges::find_if(
      lines, [](const std::string& line) { return line.find("rootward.convergence/1") != std::string::npos; });
  ASSERT_NE(search, lines.end());
  std::string text = *search;
  ASSERT_EQ(take_checksum(text), Checksum::right);
  Json record = parse_json(text);
  record["curves"] = Json::array();
  *search = with_checksum(dump_json(record));
  write_file_atomically(place_.path("f/records.jsonl"), text_of(lines));
  const std::string place = "f/records.jsonl:" + std::to_string(search - lines.begin() + 1) + ": ";
  for (const Command& reader : kReaders) {
    const ToldApart told = run_apart(place_.path(), {reader});
    EXPECT_EQ(trouble_in(told), "") << reader[0];
    if (reader[0] == "status") continue;
    EXPECT_EQ(told.exit_codes, std::vector<int>{1}) << reader[0];
    EXPECT_NE(told.said.find(place), std::string::npos) << told.said;
    EXPECT_NE(told.said.find("curves: are of [], but average has the operators [average]"), std::string::npos)
        << told.said;
  }
}

TEST_F(AlteredRecords, OfShadows) {
  place_.write("c.yaml",
               "name: shadows\nseed: 2022\ngames: {p: {name: p_game, branching: 2, depth: 4}}\ninstances: 2\n"
               "skip_ties: true\nshadow: true\noperators: {average: average, max: max}\ncheckpoints: [8, 32]\n");
  const Command converge = {"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"};
  make({converge});
  alter_lines("f/records.jsonl", and_then(kReaders, {converge}));
}

TEST_F(AlteredRecords, OfWalks) {
  place_.write("c.yaml",
               "name: walks\nseed: 2016\ngames: {holes: {name: grid_world, holes: 3}}\ninstances: 2\nepisodes: true\n"
               "operators: {average: average}\ncheckpoints: [8, 16]\n");
  const Command converge = {"run", "c.yaml", "--out", "f", "--threads", "1", "--quiet"};
  make({converge});
  alter_lines("f/records.jsonl", and_then(kReaders, {converge}));
}

constexpr const char* kTuning = R"(name: small
seed: 8
game: tictactoe
defaults: {search: {budget: {simulations: 10}}}
candidate: {backup: average}
opponents: {strong: {backup: average}, weak: {backup: average, search: {budget: {simulations: 5}}}}
opening: {random_plies: 1}
games: 4
test_games: 4
parameters: {search.selection.c: {low: 0.2, high: 3.0, scale: log}}
)";

TEST_F(AlteredRecords, OfATuning) {
  place_.write("c.yaml", kTuning);
  const std::string optimizer = write_optimizer(place_);
  const auto tune = [&](const char* out) {
    return Command{"run",         "c.yaml",  "--out",     out, "--evaluations", "3",
                   "--optimizer", optimizer, "--threads", "1", "--quiet"};
  };
  make({tune("f"), tune("other")});
  Command more = tune("f");
  more.insert(more.end(), {"--import", "other"});
  const std::vector<Command> readers = and_then(kReaders, {{"plan", "f"}, tune("f")});
  for (const char* file : {"f/games.jsonl", "f/evaluations.jsonl", "f/asked.jsonl", "f/tests.jsonl"})
    alter_lines(file, readers);
  alter_whole("f/manifest.json", readers);
  const Json told = parse_json(lines_of(read_whole_file(place_.path("f/evaluations.jsonl"))).at(0));
  const Json imported = {{"schema", "rootward.imported/1"},
                         {"from", "other"},
                         {"id", 1},
                         {"params", told.at("params")},
                         {"mean", 0.5},
                         {"stderr", 0.1},
                         {"games", 4}};
  write_file_atomically(place_.path("f/imported.jsonl"), with_checksum(dump_json(imported)) + "\n");
  alter_lines("f/imported.jsonl", readers);
}

constexpr const char* kFeatures = R"(name: features
seed: 1
games: {hex: {name: hex, size: 3}, c4: {name: connect4, width: 4, height: 4}}
instances: 3
random_plies: 3
truth: {nodes: 100000}
evaluations: true
features: 500
operators: {playouts: average}
checkpoints: [8, 16]
)";

constexpr const char* kGrid = R"(name: small
seed: 4
operators: [max]
lists: {seed: [1, 2], domain: {hex+playouts: {game: {name: hex, size: 3}}}}
steps:
  features: {estimates: features.yaml}
  tune:
    each: [domain, operator, seed]
    tuning: {seed: $seed, name: $operator-$seed, game: $domain.game, defaults: {search: {budget: {simulations: 8}}},
             candidate: {backup: $operator}, opponent: {backup: average}, opening: {random_plies: 1}, games: 2,
             test_games: 2, parameters: {search.selection.c: {low: 0.2, high: 3}}}
    evaluations: 1
  final:
    each: [domain, operator]
    tournament: {game: $domain.game, defaults: {search: {budget: {simulations: 8}}},
                 schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}}
    tuned_players: tune
    control: average
    games: 4
  answer: {grid: {finals: final, features: features}}
)";

/// Tournaments and tunings whose games were dropped, and what advice reads.
TEST_F(AlteredRecords, OfAGrid) {
  place_.write("features.yaml", kFeatures);
  place_.write("grid.yaml", kGrid);
  const Command grid = {"run", "grid.yaml", "--out", "f", "--threads", "1", "--quiet"};
  Command drop = grid;
  drop.emplace_back("--drop-games");
  make({grid, drop});
  std::size_t kept = 0;
  for (const std::string& file : files_in(place_.path("f"))) {
    if (!file.ends_with(".json") || file.ends_with("manifest.json") || file == "answer.json") continue;
    if (++kept > 3) break;
    alter_whole("f/" + file, {{"table", "f"}, grid, {"status", "f"}});
  }
  EXPECT_GT(kept, 1U);
  alter_whole("f/answer.json", {{"report", "f", "--advice"}, {"report", "f", "--advice", "--markdown"}});
}

constexpr const char* kRounds = R"(name: small
seed: 8
lists: {domain: {ttt: tictactoe}, best: {best_of: search, count: 1}}
steps:
  search:
    each: domain
    tournament:
      game: $domain
      defaults: &defaults {search: {budget: {simulations: 8}}}
      players: &control {control: {backup: average}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    rounds: {pairs: [1]}
    formulas: {generations: 1, count: 3}
  tune:
    each: best
    over: domain
    tuning: {game: $domain, defaults: *defaults, candidate: {backup: $best.backup}, opponents: *control,
             opening: {random_plies: 1}, games: 2, parameters: {search.selection.c: {low: 0.2, high: 3}}}
    evaluations: 1
  last:
    each: best
    tournament: {game: {name: hex, size: 3}, defaults: *defaults, players: *control,
                 schedule: {type: gauntlet, reference: control, pairs: 2, opening: {random_plies: 1}}}
    tuned_players: tune
)";

TEST_F(AlteredRecords, OfRounds) {
  place_.write("rounds.yaml", kRounds);
  const Command play = {"run", "rounds.yaml", "--out", "f", "--threads", "1", "--quiet"};
  make({play});
  const std::vector<Command> readers = {play, {"status", "f"}};
  for (const std::string& file : files_in(place_.path("f"))) {
    if (file.ends_with("formulas.jsonl")) alter_lines("f/" + file, readers);
    if (file.ends_with("point.json") || file.ends_with("best-1.json")) alter_whole("f/" + file, readers);
  }
}

/// What `run --slurm` writes for its tasks, and a heartbeat.
TEST_F(AlteredRecords, OfAClustersFolder) {
  const FakeSlurm slurm;
  place_.write("c.yaml", kAdjudicated);
  make({{"run", "c.yaml", "--out", "f", "--slurm", "--tasks", "2", "--time", "10"}});
  const std::vector<Command> readers = {
      {"status", "f"}, {"status", "f", "--json"}, {"status", "f", "--missing"}, {"merge", "f", "--out", "f"}};
  for (const std::string& file : files_in(place_.path("f/cluster")))
    if (file.ends_with(".json")) alter_whole("f/cluster/" + file, readers);
  const Json alive = {{"schema", "rootward.alive/1"},
                      {"pid", 1},
                      {"host", "h"},
                      {"started", "2026-01-01T00:00:00Z"},
                      {"now", "2026-01-01T00:00:09Z"},
                      {"done", 3},
                      {"wanted", 8},
                      {"games_under_way", {{{"id", "a/b/1"}, {"ply", 3}}}},
                      {"simulations_per_second", 10.5},
                      {"games_per_hour", 3},
                      {"seconds_left", 9},
                      {"pending", {{{"id", 1}, {"params", {{"c", 1}}}, {"games", 2}}}},
                      {"incumbent", {{"mean", 0.5}, {"stderr", 0.1}}},
                      {"stopping", false}};
  write_file_atomically(place_.path("f/alive.json"), dump_json(alive) + "\n");
  alter_whole("f/alive.json", {{"status", "f"}, {"status", "f", "--json"}});
}

}  // namespace
}  // namespace rootward::testing
