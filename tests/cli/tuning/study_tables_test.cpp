// `rootward run` of studies that end in a table of effects, or in a comparison with published numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Max against the average, at two budgets and at two constants of which games choose one.
constexpr const char* kFactorial = R"(
name: small-factorial
question: What moves it?
hypothesis: The moves.
seed: 7
lists:
  moves: [40, 10]
  c: {usual: 0.7, best: {best_of: {players: uct-c*, in: sweep, value: search.selection.c}}}
steps:
  sweep:
    tournament:
      game: &game {name: connect4, width: 4, height: 4}
      players: {uct-c0.7: {search: {budget: &few {simulations: 10}, selection: {name: ucb1, c: 0.7}}},
                uct-c9: {search: {budget: *few, selection: {name: ucb1, c: 9}}}}
      schedule: {type: pairings, pairs: 6, pairings: [[uct-c9, uct-c0.7]], opening: {random_plies: 2}}
  games:
    joined: [c, moves]
    tournament:
      game: *game
      players:
        max-$moves-$c: {backup: max, search: &s {budget: {simulations: $moves}, selection: {name: ucb1, c: $c}}}
        average-$moves-$c: {search: *s}
        again: {search: {budget: {simulations: 40}, selection: {name: ucb1, c: 0.7}}}
      schedule:
        type: pairings
        games: 12
        pairings: [[max-$moves-$c, average-$moves-$c], [again, average-40-usual]]
        opening: {random_plies: 4}
  x:
    effects:
      name: A factorial
      of: games
      measured: max against the average
      switches: {moves: {predicted: takes, why: a maximum needs them}, c: {}}
      pairing: [max-$moves-$c, average-$moves-$c]
      again: [again, average-40-usual]
  sum: {summary: {name: All of it, effects: x}}
)";

class CliStudyTables : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--quiet", "--threads", "2"});
    return run_program(place_.path(), arguments);
  }
  std::string text(const std::string& name) { return file_text(place_.path(name)); }

  Workplace place_;
};

TEST_F(CliStudyTables, AFactorialEndsInATableOfEffects) {
  const std::string file = place_.write("factorial.yaml", kFactorial);
  const Finished whole = run({file, "--out", "whole"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, AllOf(HasSubstr("## A factorial, 12 games a variant"), HasSubstr("| moves: 10 to 40 | - |"),
                               HasSubstr("Holm over 3:"), HasSubstr("Holm over 2:"), HasSubstr("## All of it"),
                               HasSubstr("again against average-40-usual, one player by two names: "),
                               HasSubstr("Chosen by earlier games: ")));
  EXPECT_EQ(whole.out, text("whole/table.md"));
  EXPECT_EQ(line_count(place_.path("whole/x.csv")), 1U + 4 + 1 + 3 + 2) << "a head, variants, A/A, effects, switches";
  EXPECT_EQ(line_count(place_.path("whole/sum.csv")), 1U + 2);
  EXPECT_EQ(line_count(place_.path("whole/games/games.jsonl")), 5U * 12);
  EXPECT_EQ(run_program(place_.path(), {"table", "whole"}).out, whole.out);

  const std::string games = text("whole/games/games.jsonl");
  ASSERT_EQ(run({file, "--out", "whole"}).exit_code, 0);
  EXPECT_EQ(text("whole/games/games.jsonl"), games) << "a second run finds everything there";
  EXPECT_EQ(text("whole/table.md"), whole.out);

  for (int time = 0; time < 2; ++time)
    for (const char* shard : {"1/2", "2/2"}) {
      const int code = run({file, "--out", "shards", "--shard", shard}).exit_code;
      EXPECT_TRUE(code == 0 || code == 75) << code;
    }
  ASSERT_EQ(run({file, "--out", "shards"}).exit_code, 0);
  EXPECT_EQ(text("shards/table.md"), whole.out);
}

TEST_F(CliStudyTables, MoreGamesThanWerePlannedAreExploratory) {
  const std::string file = place_.write("factorial.yaml", kFactorial);
  ASSERT_EQ(run({file, "--out", "a"}).exit_code, 0);
  const Finished other = run({file, "--out", "a", "--set", "steps.games.tournament.schedule.games=16"});
  EXPECT_EQ(other.exit_code, 2) << "the number of games is the study's";
  EXPECT_THAT(other.err, HasSubstr("steps.games.tournament.schedule.games"));
}

/// The best of three has the most simulations; the reference of the three stands first in its pairings.
constexpr const char* kChoice = R"(
name: small-choice
seed: 7
steps:
  sweep:
    tournament:
      game: &game {name: connect4, width: 5, height: 4}
      players:
        puct: {search: {budget: {simulations: 20}}}
        uct-c1: {search: {budget: {simulations: 5}, selection: {name: ucb1, c: 1}}}
        uct-c2: {search: {budget: {simulations: 40}, selection: {name: ucb1, c: 2}}}
        uct-c9: {search: {budget: {simulations: 2}, selection: {name: ucb1, c: 9}}}
      schedule:
        {type: pairings, pairs: 10, opening: {random_plies: 2}, pairings: [[uct-c1, uct-c2], [uct-c1, uct-c9]]}
  final:
    tournament:
      game: *game
      defaults: {search: {budget: {simulations: 20}}}
      players:
        even: {}
        best: {search: {selection: {name: ucb1, c: {best_of: {players: uct-c*, in: sweep, value: search.selection.c}}}}}
      schedule: {type: round_robin, pairs: 1, opening: {random_plies: 2}}
)";

TEST_F(CliStudyTables, TheBestIsWhoScoredBestWhoeverStandsFirst) {
  const std::string file = place_.write("choice.yaml", kChoice);
  const Finished listed = run({file, "--out", "listed"});
  ASSERT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_THAT(text("listed/final/table.md"), HasSubstr("ucb1(c=2"));
  std::string gauntlet = kChoice;
  const std::string pairings = ", pairings: [[uct-c1, uct-c2], [uct-c1, uct-c9]]";
  gauntlet.replace(gauntlet.find(pairings), pairings.size(), "");
  gauntlet.replace(gauntlet.find("type: pairings"), 14, "type: gauntlet, reference: puct");
  const Finished outside = run({place_.write("gauntlet.yaml", gauntlet), "--out", "outside"});
  ASSERT_EQ(outside.exit_code, 0) << outside.err;
  EXPECT_THAT(text("outside/final/table.md"), HasSubstr("ucb1(c=2")) << "by scores against one who is none of them";
  gauntlet.replace(gauntlet.find("type: gauntlet, reference: puct"), 31, "type: round_robin");
  const Finished several = run({place_.write("all.yaml", gauntlet), "--out", "all"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_THAT(several.err, AllOf(HasSubstr("all.yaml:21:"), HasSubstr("3 players (uct-c1, uct-c2, uct-c9) have met")));
  EXPECT_FALSE(std::filesystem::exists(place_.path("all"))) << "before the first game";
}

/// Nine settings of Softmax and three of the average against one opponent; the two best meet.
constexpr const char* kSurface = R"(
name: small-surface
question: Is Softmax at its best better than the average at its own?
hypothesis: No.
seed: 3
lists:
  c: {low: 0.1, middle: 0.7, high: 4}
  g: {small: -6, medium: -4, large: -1}
steps:
  cells:
    joined: [c, g]
    tournament:
      game: &game {name: connect4, width: 4, height: 4}
      defaults: {search: &few {budget: {simulations: 10}}}
      players:
        average-0.7: {backup: average, search: {selection: {name: ucb1, c: 0.7}}}
        average-0.1: {backup: average, search: {selection: {name: ucb1, c: 0.1}}}
        average-4: {backup: average, search: {selection: {name: ucb1, c: 4}}}
        soft-$c-$g: {backup: {name: softmax, g: [$g]}, search: {selection: {name: ucb1, c: $c}}}
      schedule: {type: gauntlet, reference: average-0.7, pairs: 6, opening: {random_plies: 2}}
  peaks:
    surface:
      name: Where they are best
      of: cells
      surfaces:
        average: {players: average-*, axes: {search.selection.c: log}}
        softmax: {players: soft-*, axes: {search.selection.c: log, backup.g.0: linear}}
  final:
    tournament:
      game: *game
      defaults: {search: *few}
      players:
        average:
          backup: average
          search: {selection: {name: ucb1, c: {peak_of: {in: peaks, surface: average, value: search.selection.c}}}}
        softmax:
          backup: {name: softmax, g: [{peak_of: {in: peaks, surface: softmax, value: backup.g.0}}]}
          search: {selection: {name: ucb1, c: {peak_of: {in: peaks, surface: softmax, value: search.selection.c}}}}
      schedule: {type: gauntlet, reference: average, pairs: 4, opening: {random_plies: 2}}
)";

/// What stands behind the mark, up to a blank.
std::string word_behind(const std::string& text, const std::string& mark, std::size_t from = 0) {
  const std::size_t begin = text.find(mark, from) + mark.size();
  return text.substr(begin, text.find_first_of(" ,)", begin) - begin);
}

TEST_F(CliStudyTables, ThePeaksOfSurfacesPlayTheFinal) {
  const std::string file = place_.write("surface.yaml", kSurface);
  const Finished whole = run({file, "--out", "whole"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(whole.out, text("whole/table.md"));
  const std::size_t softmax = whole.out.find("### softmax");
  const std::string c = word_behind(whole.out, "Highest at search.selection.c = ", softmax);
  const std::string g = word_behind(whole.out, "backup.g.0 = ", softmax);
  const std::string final = text("whole/final/table.md");
  EXPECT_THAT(final, AllOf(HasSubstr("softmax(clock=node, g=[" + g + "]"), HasSubstr("ucb1(c=" + c),
                           HasSubstr("ucb1(c=" + word_behind(whole.out, "Highest at search.selection.c = "))));
  EXPECT_EQ(line_count(place_.path("whole/peaks.csv")), 1U + 3 + 9);
  EXPECT_THAT(text("whole/plots/peaks-softmax.svg"), AllOf(HasSubstr("<circle"), HasSubstr("softmax: Elo against")));
  ASSERT_EQ(run_program(place_.path(), {"report", "whole", "--out", "page.html"}).exit_code, 0);
  EXPECT_THAT(text("page.html"), AllOf(HasSubstr(text("whole/plots/peaks.svg")), HasSubstr("Where they are best")));

  for (const char* step : {"cells", "final"})
    for (const char* shard : {"1/2", "2/2"}) {
      const int code = run({file, "--out", "shards", "--shard", shard}).exit_code;
      EXPECT_TRUE(code == 0 || code == 75) << step << shard << code;
    }
  ASSERT_EQ(run({file, "--out", "shards"}).exit_code, 0);
  EXPECT_EQ(text("shards/table.md"), whole.out);
  EXPECT_EQ(run({file, "--out", "shards", "--drop-games"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(place_.path("shards/cells")));
  EXPECT_EQ(run_program(place_.path(), {"table", "shards"}).out, whole.out) << "by what was kept of the cells";
  const Finished after = run({file, "--out", "shards"});
  EXPECT_EQ(after.exit_code, 0) << after.err;
  EXPECT_EQ(after.out, whole.out) << "nothing is played again";
  EXPECT_EQ(run_program(place_.path(), {"verify", "shards"}).exit_code, 0);

  const auto without_times = [](const std::string& table) { return table.substr(0, table.find("### Cost")); };
  EXPECT_EQ(without_times(text("shards/final/table.md")), without_times(final));
}

TEST_F(CliStudyTables, WhatIsNoPeakIsRefusedBeforeTheFirstGame) {
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string yaml = kSurface;
    yaml.replace(yaml.find(from), from.size(), to);
    const Finished done = run({place_.write("wrong.yaml", yaml), "--out", "a"});
    EXPECT_EQ(done.exit_code, 2);
    return done.err;
  };
  EXPECT_THAT(refused("in: peaks, surface: average", "in: peeks, surface: average"),
              HasSubstr("no earlier step called peeks is of kind surface; such are: peaks"));
  EXPECT_THAT(refused("in: peaks, surface: average", "in: peaks, surface: avarage"),
              HasSubstr("avarage is none of the surfaces of peaks: average, softmax"));
  EXPECT_THAT(refused("surface: softmax, value: backup.g.0", "surface: softmax, value: backup.g.1"),
              HasSubstr("backup.g.1 is no axis of softmax; axes: search.selection.c, backup.g.0"));
  EXPECT_THAT(
      refused("{in: peaks, surface: average, value: search.selection.c}", "{in: peaks, value: search.selection.c}"),
      HasSubstr("surface is missing; peaks has average, softmax"));
  EXPECT_THAT(refused("axes: {search.selection.c: log}", "axes: {search.selection.d: log}"),
              HasSubstr("average-0.7 has no number at search.selection.d"));
  EXPECT_THAT(refused("axes: {search.selection.c: log}", "axes: {search.selection.c: cubic}"),
              HasSubstr("log, linear"));
}

/// Cells that the paper's file knows.
constexpr const char* kCells = R"(
name: small-cells
seed: 5
steps:
  cells:
    tournament:
      game: {name: go, size: 9}
      defaults: {search: {budget: {simulations: 3}, expansion: {kind: one, after: 0}}}
      players:
        average: {backup: average}
        average-again: {backup: average}
        coulom-2-16: {backup: {name: coulom, mean_weight: 2, threshold: 16}}
        softmax-2: {backup: {name: softmax, g: [-5, -4, -3]}}
      tunings: {softmax-2: {mean: 0.52, standard_error: 0.01, observed: 0.56, games: 400, points: 60}}
      schedule: {type: gauntlet, reference: average, pairs: 4, opening: {random_plies: 4}}
  answer: {compare: {runs: cells, published: published.yaml}}
)";

TEST_F(CliStudyTables, AComparisonHasTablesFiguresAndAPage) {
  place_.write("published.yaml", file_text(ROOTWARD_SOURCE_DIR "/configs/reproduction/published.yaml"));
  const std::string file = place_.write("cells.yaml", kCells);
  const Finished whole = run({file, "--out", "a"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, AllOf(HasSubstr("## Published and played"), HasSubstr("Tuned and fresh")));
  EXPECT_EQ(whole.out, text("a/table.md"));
  std::filesystem::remove(place_.path("published.yaml"));
  EXPECT_EQ(run_program(place_.path(), {"table", "a"}).out, whole.out) << "what is stored stands by itself";
  EXPECT_EQ(run_program(place_.path(), {"table", "a", "--format", "csv"}).out, text("a/answer/table.csv"));

  place_.write("published.yaml", file_text(ROOTWARD_SOURCE_DIR "/configs/reproduction/published.yaml"));
  const Finished compared =
      run_program(place_.path(), {"report", "a/cells", "--published", "published.yaml", "--out", "b"});
  ASSERT_EQ(compared.exit_code, 0) << compared.err;
  for (const char* name : {"table.md", "table.csv", "table.json", "forest.svg", "profile.svg", "index.html"})
    EXPECT_EQ(text(std::string("a/answer/") + name), text(std::string("b/") + name)) << name;
}

TEST_F(CliStudyTables, APublishedFileThatIsWrongIsNamedBeforeTheFirstGame) {
  const std::string file = place_.write("cells.yaml", kCells);
  EXPECT_THAT(run({file, "--out", "a"}).err, HasSubstr("published.yaml is not there"));
  place_.write("published.yaml", "schema: rootward.published/2\nsource: nobody\n");
  const Finished refused = run({file, "--out", "a"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("steps.answer.compare.published"));
  EXPECT_FALSE(std::filesystem::exists(place_.path("a")));
}

constexpr const char* kRuns = R"(
name: small-runs
seed: 5
steps:
  games:
    tournament:
      game: {name: connect4, width: 4, height: 4}
      players: {many: {search: {budget: {simulations: 40}}}, few: {search: {budget: {simulations: 2}}}}
      schedule: {type: round_robin, pairs: 20, opening: {random_plies: 2}}
  searches:
    estimates:
      games: {chain: {name: d_chain, depth: 3}}
      defaults: {search: {evaluator: playouts, final_move: best_value}}
      operators: {average: average, max: max}
      checkpoints: [20]
      repeats: 10
  unasked: {tournament: {game: {name: connect4, width: 4, height: 4}, players: {a: {}, b: {}},
            defaults: {search: {budget: {simulations: 2}}}, schedule: {type: round_robin, pairs: 1}}}
  answer: {compare: {runs: [games, searches], published: cells.yaml}}
)";

constexpr const char* kCellsOfRuns = R"(
schema: rootward.published/2
source: They
tables:
  - title: Of games and of searches
    cells:
      - {run: games, method: many, opponent: few, sign: "+", sure: memory}
      - {run: games, method: many, opponent: few, elo: 900, error: 50, sure: read, source: somebody else}
      - {run: searches, method: average, measure: failure, value: 50, games: 25, margin: 90, sure: secondary,
         also: {other: {method: max}}}
)";

TEST_F(CliStudyTables, AStudysRunsAreComparedByTheirNames) {
  const std::string file = place_.write("runs.yaml", kRuns);
  place_.write("cells.yaml", kCellsOfRuns);
  const Finished whole = run({file, "--out", "a"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, AllOf(HasSubstr("| games | many | few | + | better |"), HasSubstr("| sign holds |"),
                               HasSubstr("| +900 ± 50 Elo |"), HasSubstr("| searches | max | - | failure |"),
                               HasSubstr("| memory | They |"), HasSubstr("| read | somebody else |")));
  for (const std::vector<std::string>& folders : {std::vector<std::string>{"a"}, {"a/games", "a/searches"}}) {
    std::vector<std::string> arguments = {"report", "--published", "cells.yaml", "--out", "b"};
    arguments.insert(arguments.begin() + 1, folders.begin(), folders.end());
    const Finished compared = run_program(place_.path(), arguments);
    ASSERT_EQ(compared.exit_code, 0) << compared.err;
    for (const char* name : {"table.md", "table.csv", "table.json", "forest.svg", "index.html"})
      EXPECT_EQ(text(std::string("a/answer/") + name), text(std::string("b/") + name)) << name;
  }
  const Finished alone = run_program(place_.path(), {"report", "--published", "cells.yaml", "--out", "c"});
  EXPECT_THAT(alone.out,
              AllOf(HasSubstr("none of 2 cells was played"), HasSubstr("Of games and of searches: not played")));
  const Finished other = run_program(place_.path(), {"report", "a/unasked", "--published", "cells.yaml", "--out", "d"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("a/unasked: no cell of cells.yaml is about this run; such are: games, searches"));
}

TEST_F(CliStudyTables, ACellAboutNoRunOfTheStudyIsNamedBeforeTheFirstGame) {
  const std::string file = place_.write("runs.yaml", kRuns);
  std::string cells = kCellsOfRuns;
  cells.replace(cells.find("run: games"), 10, "run: game");
  place_.write("cells.yaml", cells);
  const Finished refused = run({file, "--out", "a"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("cells.yaml:7:"), HasSubstr("game is no run of games, searches"),
                                 HasSubstr("did you mean games?")));
  EXPECT_FALSE(std::filesystem::exists(place_.path("a")));
}

}  // namespace
}  // namespace rootward::testing
