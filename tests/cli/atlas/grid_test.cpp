// A study with a grid and its advice, from the first tuning to the last table, with a kill on the way.
#include <gmock/gmock.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>

#include "core/json.h"
#include "experiments/study/grid.h"
#include "experiments/study/run.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "tests/cli/atlas/equal_time.h"
#include "tests/cli/frame/miniatures.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kGrid = R"(
name: small
question: Which?
seed: 4
operators: [max, softmax]
lists:
  seed: [5, 6]
  budget: [8, 16]
  domain:
    c4+playouts: {game: {name: connect4, width: 4, height: 4}}
    hex+playouts: {game: {name: hex, size: 3}}
steps:
  features:
    estimates:
      name: features
      games: {c4: {name: connect4, width: 4, height: 4}, hex: {name: hex, size: 3}}
      instances: 6
      random_plies: 3
      spread_plies: true
      truth: {nodes: 100000}
      evaluations: true
      features: 1000
      operators: {playouts: average}
      checkpoints: [8, 16]
  alone:
    each: domain
    tuning: &tuning
      name: first-pass
      seed: 0
      game: $domain.game
      defaults: {search: {budget: {simulations: 8}}}
      candidate: {backup: average}
      opponents: {uct: {backup: average}}
      opening: {random_plies: 1}
      games: 4
      test_games: 4
      parameters: {search.selection.c: {low: 0.2, high: 3, scale: log}}
    evaluations: 2
  tune:
    each: [domain, operator, seed]
    tuning:
      name: $operator-$seed
      seed: $seed
      game: $domain.game
      defaults: {search: {budget: {simulations: 8}}}
      candidate: {backup: $operator}
      opponents: {uct: {backup: average}}
      opening: {random_plies: 1}
      games: 4
      test_games: 4
      parameters: {search.selection.c: {low: 0.2, high: 3, scale: log}}
    tuned_players: alone
    evaluations: 2
  final:
    each: [domain, budget, operator]
    tournament:
      game: $domain.game
      defaults: {search: {budget: {simulations: $budget}}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    tuned_players: tune
    control: average
    games: {first: 8, most: 16, undecided: [0, 1000]}
  pool:
    each: [domain, budget, operator]
    tournament:
      game: $domain.game
      defaults: {search: {budget: {simulations: $budget}}}
      players: {pool-uct: {backup: average}, pool-coulom: {backup: coulom}}
      schedule: {type: gauntlet, reference: [pool-uct, pool-coulom], opening: {random_plies: 1}}
    tuned_players: tune
    control: average
    games: 8
  equal:
    each: [domain, operator]
    except: average
    tournament:
      game: $domain.game
      defaults: {search: {budget: {simulations: 16}}}
      schedule: {type: gauntlet, reference: control, opening: {random_plies: 1}}
    tuned_players: tune
    control: average
    games: 8
    equal_time: {of: average, in: final}
  answer: {grid: {finals: [final, equal], pools: pool, features: features, held_out: [hex+playouts]}}
)";

const std::vector<std::string> kPlay = {"run", "grid.yaml", "--out", "g", "--threads", "2", "--quiet"};

study::GridResults grid_in(const std::string& folder) {
  return study::parse_grid_json(file_text(folder + "/answer.json"));
}

const study::GridCell& cell_in(const study::GridResults& grid, const std::string& op, const std::string& domain,
                               const std::string& budget) {
  const study::GridCell* cell = study::cell_at(grid, op, domain, budget);
  if (cell == nullptr) throw std::runtime_error(op + " in " + domain + " at " + budget + " is not there");
  return *cell;
}

/// Tables and files that are made of the runs.
std::map<std::string, std::string> made_in(const Workplace& place, const std::string& folder) {
  std::map<std::string, std::string> made;
  for (const char* file :
       {"table.md", "answer.csv", "answer.json", "plots/answer-8.svg", "plots/answer-equal-time.svg"})
    made[file] = file_text(place.path(folder + "/" + file));
  return made;
}

void expect_cells(const Workplace& place) {
  const study::GridResults grid = grid_in(place.path("g"));
  EXPECT_EQ(grid.operators, (std::vector<std::string>{"average", "max", "softmax"}));
  EXPECT_EQ(grid.domains, (std::vector<std::string>{"c4+playouts", "hex+playouts"}));
  EXPECT_EQ(grid.budgets, (std::vector<std::string>{"8", "16", "equal-time"}));
  EXPECT_EQ(grid.planned_cells, 16U) << "two domains, at 8 and 16 three operators, at equal time two";
  EXPECT_EQ(grid.cells.size(), 16U);
  const study::GridCell& twin = cell_in(grid, "average", "c4+playouts", "8");
  EXPECT_TRUE(twin.is_control);
  EXPECT_EQ(twin.looks, 1U) << "A/A does not go on";
  EXPECT_EQ(twin.effect.pairs, 4U) << "one player has all eight games";
  EXPECT_EQ(twin.effect.entrants.players.size(), 1U) << "its first tuning is whom it meets";
  EXPECT_TRUE(cell_in(grid, "max", "hex+playouts", "8").is_held_out);
  EXPECT_EQ(cell_in(grid, "max", "c4+playouts", "8").looks, 2U) << "8 and 16 games";
  EXPECT_TRUE(cell_in(grid, "max", "c4+playouts", "8").pool_score);
  for (const char* op : {"max", "softmax"})
    for (const char* domain : {"c4+playouts", "hex+playouts"}) {
      const study::GridCell& plain = cell_in(grid, op, domain, "16");
      const study::GridCell& equal = cell_in(grid, op, domain, "equal-time");
      EXPECT_EQ(equal.effect.entrants.simulations, affordable(16, plain.effect.cost)) << op << " in " << domain;
      EXPECT_EQ(equal.effect.control.simulations, 16U);
      EXPECT_NEAR(plain.effect.control.players.at(0).elo, -plain.effect.elo, 1e-9) << "the only one that they met";
    }
  const tournament::TournamentConfig tuned_by_first =
      tournament::read_results(place.path("g/final/c4+playouts-8-max"), Detail::scores).config;
  EXPECT_EQ(tuned_by_first.players.front().name, "average-5");
  EXPECT_THAT(file_text(place.path("g/tune/c4+playouts-max-5/manifest.json")), HasSubstr("first-pass"))
      << "tunings meet the player of an earlier step";
  EXPECT_NE(tuned_by_first.seed,
            tournament::read_results(place.path("g/final/c4+playouts-16-max"), Detail::scores).config.seed)
      << "each has a seed of its own";
}

void expect_advice(const Workplace& place) {
  const Finished advice = run_program(
      place.path(), {"report", "g", "--game", "hex:4", "--simulations", "16", "--positions", "4", "--threads", "1"});
  ASSERT_EQ(advice.exit_code, 0) << advice.err;
  EXPECT_THAT(advice.out, AllOf(HasSubstr("What was measured in the games most like it"), HasSubstr("To begin with, "),
                                HasSubstr("evaluator: playouts, budget: {simulations: 16}")));
  const Finished table = run_program(place.path(), {"report", "g", "--advice", "--markdown"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(file_text(place.path("g/table.md")), HasSubstr(table.out)) << "of the study's own games";
  EXPECT_THAT(run_program(place.path(), {"report", "g", "--advice", "--simulations", "16"}).err,
              HasSubstr("--simulations requires --game"));
  for (const char* one : {"both/one", "both/two"}) {
    std::filesystem::create_directories(place.path(one));
    std::filesystem::copy_file(place.path("g/answer.json"), place.path(one) + "/answer.json");
  }
  const Finished both = run_program(place.path(), {"report", "both", "--advice"});
  ASSERT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, AllOf(HasSubstr("one/c4+playouts"), HasSubstr("two/hex+playouts")));
  EXPECT_EQ(run_program(place.path(), {"report", "both/one", "both/two", "--advice"}).out, both.out);
  EXPECT_THAT(run_program(place.path(), {"report", "both", "both/one", "--advice"}).err,
              HasSubstr("both/one: another study is called one too"));
  place.write("bad.json", "{\"schema\":");
  const Finished bad = run_program(place.path(), {"report", "bad.json", "--advice"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad.json: it is no file of a grid, which `rootward run` of a study writes"));
  const Finished lost = run_program(place.path(), {"report", "nowhere", "--game", "hex:4"});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_THAT(lost.err, HasSubstr("nowhere: there is no grid; `rootward run CONFIG --out nowhere`"));
}

/// More games continue a folder; a cell at equal CPU time keeps its number of simulations then.
void expect_growth(const Workplace& place) {
  const std::uint64_t before =
      cell_in(grid_in(place.path("g")), "max", "hex+playouts", "equal-time").effect.entrants.simulations;
  const Finished more =
      run_program(place.path(), with(kPlay, {"--set", "steps.final.games.first=12", "--set", "steps.equal.games=16"}));
  ASSERT_EQ(more.exit_code, 0) << more.err;
  const study::GridResults grid = grid_in(place.path("g"));
  const study::GridCell& after = cell_in(grid, "max", "hex+playouts", "equal-time");
  EXPECT_EQ(2 * after.effect.pairs, 16U);
  EXPECT_EQ(after.effect.entrants.simulations, before);
  EXPECT_EQ(after.looks, 2U) << "8 and 16";
  EXPECT_EQ(cell_in(grid, "average", "hex+playouts", "8").looks, 2U) << "8 and 12";
}

TEST(GridStudy, PlaysEveryCellAndGoesOnAfterAKill) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  {
    Process killed(place.path(), kPlay);
    killed.wait_until([&] { return line_count(place.path("g/final/hex+playouts-8-average/games.jsonl")) > 0; });
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), kPlay);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("16 of 16 cells"), HasSubstr("Tuned constants"), HasSubstr("at equal CPU time")));
  expect_cells(place);
  const std::map<std::string, std::string> made = made_in(place, "g");
  for (const auto& [file, text] : made) EXPECT_NE(text, "") << file;
  EXPECT_EQ(line_count(place.path("g/answer.csv")), 17U);
  ASSERT_EQ(run_program(place.path(), kPlay).exit_code, 0);
  EXPECT_EQ(made_in(place, "g"), made) << "a second run finds everything there";
  EXPECT_EQ(run_program(place.path(), {"table", "g", "--format", "md"}).out, made.at("table.md"));
  EXPECT_EQ(run_program(place.path(), {"verify", "g"}).exit_code, 0);
  expect_advice(place);
  expect_growth(place);
  const Finished other = run_program(place.path(), with(kPlay, {"--set", "steps.pool.control=max"}));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("pool must have `control: average`"));
}

/// Shards play what one machine plays, those that go on while undecided among them.
TEST(GridStudy, ShardsAreTheWhole) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  const std::vector<std::string> less = {
      "--set", "lists.budget=[8]", "--set", "steps.equal.games=4",
      "--set", "operators=[max]",  "--set", "lists.domain={hex+playouts: {game: {name: hex, size: 3}}}"};
  ASSERT_EQ(run_program(place.path(), with(kPlay, less)).exit_code, 0);
  const std::vector<std::string> play =
      with(std::vector<std::string>{"run", "grid.yaml", "--out", "s", "--threads", "1", "--quiet"}, less);
  for (int round = 0; round < 40; ++round) {
    const int first = run_program(place.path(), with(play, {"--shard", "1/2"})).exit_code;
    const int second = run_program(place.path(), with(play, {"--shard", "2/2"})).exit_code;
    ASSERT_TRUE((first == 0 || first == 75) && (second == 0 || second == 75)) << first << " " << second;
    if (first == 0 && second == 0) break;
  }
  const Finished joined = run_program(place.path(), play);
  ASSERT_EQ(joined.exit_code, 0) << joined.err;
  const study::GridResults whole = grid_in(place.path("g"));
  const study::GridResults shards = grid_in(place.path("s"));
  ASSERT_EQ(shards.cells.size(), whole.cells.size());
  for (const study::GridCell& cell : whole.cells) {
    if (cell.budget == study::kEqualTime) continue;  // as many simulations as this run's CPU times say
    const study::GridCell& other = cell_in(shards, cell.op, cell.domain, cell.budget);
    EXPECT_EQ(other.effect.pairs, cell.effect.pairs) << cell.op << " in " << cell.domain;
    EXPECT_EQ(other.effect.statistics.score, cell.effect.statistics.score) << cell.op << " in " << cell.domain;
  }
}

TEST(GridStudy, TwoFinalsOfOneBudgetHaveNoCellEach) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  const Finished run = run_program(place.path(), {"check", "grid.yaml", "--set", "lists.budget={few: 8, same: 8}"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("steps.answer.grid.finals: final/c4+playouts-few-average and "),
                             HasSubstr("final/c4+playouts-same-average are the same cell")));
}

/// CPU time of a simulation by all but these players, in theirs.
double cost_over(const tournament::ResultTable& table, const std::set<std::string>& references) {
  std::array<double, 2> seconds{};
  std::array<double, 2> simulations{};
  for (const tournament::PlayerRow& row : table.players) {
    const std::size_t side = references.contains(row.name) ? 1 : 0;
    seconds[side] += row.cpu_seconds;
    simulations[side] += static_cast<double>(row.simulations);
  }
  return seconds[0] / simulations[0] * simulations[1] / seconds[1];
}

/// All tunings of a rule meet all of the control's; its own others meet its first.
TEST(GridStudy, AllTuningsOfTheControlMayBeMet) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  const Finished run = run_program(
      place.path(),
      with(kPlay, {"--set", "operators=[max]", "--set", "lists.domain={hex+playouts: {game: {name: hex, size: 3}}}",
                   "--set", "lists.budget=[16]", "--set", "steps.final.tournament.schedule.reference=controls"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const study::GridResults grid = grid_in(place.path("g"));
  const study::Effect& rule = cell_in(grid, "max", "hex+playouts", "16").effect;
  const study::Effect& twin = cell_in(grid, "average", "hex+playouts", "16").effect;
  EXPECT_EQ(rule.entrants.players.size(), 2U);
  EXPECT_EQ(rule.control.players.size(), 2U);
  EXPECT_EQ(rule.pairs % 4, 0U) << "four pairings";
  EXPECT_EQ(twin.entrants.players.size(), 1U);
  EXPECT_EQ(twin.control.players.size(), 1U);
  const tournament::ResultTable table =
      tournament::make_table(tournament::read_results(place.path("g/final/hex+playouts-16-max"), Detail::moves), {});
  std::set<std::string> met;
  for (const tournament::PairingRow& pairing : table.pairings) met.insert(pairing.a + " v " + pairing.b);
  EXPECT_THAT(met, ElementsAre("max-5 v average-5", "max-5 v average-6", "max-6 v average-5", "max-6 v average-6"));
  EXPECT_DOUBLE_EQ(rule.cost, cost_over(table, {"average-5", "average-6"}));
  EXPECT_LT(rule.openings, rule.pairs) << "pairings share openings, which count as groups";
  EXPECT_GT(rule.openings, 0U);
  EXPECT_THAT(file_text(place.path("g/table.md")),
              AllOf(HasSubstr("the same 2 tunings of average"), HasSubstr("Each tuning by itself")));
}

/// Four pairings share a look's games, of which so many are whole pairs: 14, 28, 56 and 100 games are 1, 3, 7 and 12
/// pairs a pairing, however often the study was stopped between them.
TEST(GridStudy, LooksAreTheSameAfterAStop) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  const auto study = [&](const std::string& out, const std::string& most) {
    return std::vector<std::string>{"run",
                                    "grid.yaml",
                                    "--out",
                                    out,
                                    "--quiet",
                                    "--set",
                                    "operators=[max]",
                                    "--set",
                                    "lists.domain={hex+playouts: {game: {name: hex, size: 3}}}",
                                    "--set",
                                    "lists.budget=[16]",
                                    "--set",
                                    "steps.final.tournament.schedule.reference=controls",
                                    "--set",
                                    "steps.final.games={first: 14, most: " + most + ", margin: 1}"};
  };
  const auto planned = [&](const std::string& out) {
    std::vector<std::uint32_t> pairs;
    const Json manifest = parse_json(file_text(place.path(out + "/final/hex+playouts-16-max/manifest.json")));
    for (const Json& look : manifest.at("planned")) pairs.push_back(look.at("pairs").get<std::uint32_t>());
    return pairs;
  };
  for (const char* most : {"28", "100"}) {
    const Finished stopped = run_program(place.path(), study("stopped", most));
    ASSERT_EQ(stopped.exit_code, 0) << stopped.err;
  }
  ASSERT_EQ(run_program(place.path(), study("whole", "100")).exit_code, 0);
  EXPECT_THAT(planned("stopped"), ElementsAre(1U, 3U, 7U, 12U));
  EXPECT_EQ(planned("whole"), planned("stopped"));
  std::vector<std::string> drop = study("whole", "100");
  drop.emplace_back("--drop-games");
  ASSERT_EQ(run_program(place.path(), drop).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place.path("whole/final/hex+playouts-16-max"))) << "it had all looks";
  EXPECT_EQ(run_program(place.path(), study("whole", "100")).exit_code, 0) << "nothing is asked for that was dropped";
}

/// What a simulation costs at 8 or 16 says nothing of 32.
TEST(GridStudy, EqualTimeIsMeasuredAtItsOwnBudget) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  const Finished run = run_program(
      place.path(),
      with(kPlay, {"--set", "operators=[max]", "--set", "lists.domain={hex+playouts: {game: {name: hex, size: 3}}}",
                   "--set", "steps.equal.tournament.defaults.search.budget.simulations=32"}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err,
              HasSubstr("final: of 2 tournaments that belong to equal/hex+playouts-max none has 32 simulations"));
}

/// Tables stay as they are without the games, nothing is played again, and nothing can go on.
TEST(GridStudy, GamesMayBeDropped) {
  const Workplace place;
  place.write("grid.yaml", kGrid);
  EXPECT_THAT(run_program(place.path(), with(kPlay, {"--drop-games"})).err, HasSubstr("g is no study's folder"));
  ASSERT_EQ(run_program(place.path(), kPlay).exit_code, 0);
  const std::map<std::string, std::string> made = made_in(place, "g");
  const Finished dropped = run_program(place.path(), {"run", "grid.yaml", "--out", "g", "--drop-games"});
  ASSERT_EQ(dropped.exit_code, 0) << dropped.err;
  EXPECT_THAT(dropped.err, HasSubstr("the games of 14 tunings and 28 tournaments were dropped"));
  EXPECT_FALSE(std::filesystem::exists(place.path("g/final/c4+playouts-8-max")));
  EXPECT_FALSE(std::filesystem::exists(place.path("g/tune/c4+playouts-max-5")));
  EXPECT_EQ(run_program(place.path(), {"table", "g", "--format", "md"}).out, made.at("table.md"));
  const Finished again = run_program(place.path(), kPlay);
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_FALSE(std::filesystem::exists(place.path("g/final/c4+playouts-8-max"))) << "nothing is played again";
  EXPECT_EQ(made_in(place, "g"), made);
  EXPECT_EQ(run_program(place.path(), {"verify", "g"}).exit_code, 0);
  place.write("g/final/c4+playouts-8-max.dropped/games.jsonl", "what a kill left\n");
  ASSERT_EQ(run_program(place.path(), {"run", "grid.yaml", "--out", "g", "--drop-games"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place.path("g/final/c4+playouts-8-max.dropped")));
  const Finished more = run_program(place.path(), with(kPlay, {"--set", "steps.pool.games=64"}));
  EXPECT_EQ(more.exit_code, 2);
  EXPECT_THAT(more.err,
              AllOf(HasSubstr("pool/c4+playouts-8-"),
                    HasSubstr("the 8 games of this tournament were dropped, so that it cannot go on to more")));
  const std::string kept = "g/final/c4+playouts-8-max.json";
  const std::string text = file_text(place.path(kept));
  place.write(kept, text.substr(0, text.size() / 2));
  const Finished torn = run_program(place.path(), kPlay);
  EXPECT_EQ(torn.exit_code, 1);
  EXPECT_THAT(torn.err, HasSubstr(kept));
}

/// The shipped study, with few games: of a game by its name and by a map, under another evaluator and another rule of
/// selection. Its answer is a player that can be played.
TEST(WhichBackup, AnswersForAnybodysGame) {
  struct Asked {
    const char* game;
    std::vector<std::string> sets{};
    const char* selection = "name: ucb1";
  };
  for (const Asked& asked :
       {Asked{"tictactoe"}, Asked{"{name: hex, size: 4}",
                                  {"evaluator={name: playouts, count: 2}", "selection={name: polynomial, c: 1}"},
                                  "name: polynomial"}}) {
    const std::string game = asked.game;
    const Workplace place;
    Miniature small = small_which_backup(game);
    small.smaller.insert(small.smaller.end(), asked.sets.begin(), asked.sets.end());
    const Finished run = run_program(place.path(""), with(run_of(small), {"--out", "a"}));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("## What to use"), HasSubstr("equal within 20")));
    const std::string final = file_text(place.path("a/final/game+evaluator-8-softmax/manifest.json"));
    EXPECT_THAT(final, HasSubstr(asked.selection));
    EXPECT_EQ(final.find("count: 2") != std::string::npos, !asked.sets.empty());
    const std::string advice = run_program(place.path(""), {"report", "a", "--advice"}).out;
    const std::size_t player = advice.find("players:\n");
    ASSERT_NE(player, std::string::npos) << advice;
    place.write("match.yaml", std::string("name: m\nseed: 1\ngame: ") + game +
                                  "\nschedule: {type: round_robin, pairs: 1}\n" + advice.substr(player) +
                                  "  maximum: {backup: max}\n");
    const Finished match = run_program(place.path(""), {"check", "match.yaml"});
    EXPECT_EQ(match.exit_code, 0) << match.err << advice;
  }
}

TEST(WhichBackup, ItsGameAndItsMarginAreChecked) {
  const Workplace place;
  const auto refused = [&](const std::string& value) {
    const Finished run = run_program(place.path(""), {"check", "shipped:which-backup", "--set", value});
    EXPECT_EQ(run.exit_code, 2) << value;
    return run.err;
  };
  EXPECT_THAT(refused("game=chess"), HasSubstr("no game is called chess"));
  EXPECT_THAT(refused("evaluator=nobody"), HasSubstr("nobody"));
  EXPECT_THAT(refused("selection=nobody"), HasSubstr("nobody"));
  EXPECT_THAT(refused("steps.answer.grid.margin=0"), HasSubstr("margin"));
  EXPECT_THAT(refused("steps.final.games={first: 4, most: 8, margin: 20, undecided: [1, 2]}"),
              HasSubstr("stands beside margin"));
  EXPECT_THAT(refused("+lists.game=[hex]"), HasSubstr("is a list already"));
}

}  // namespace
}  // namespace rootward::testing
