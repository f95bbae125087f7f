// `run` and `check` in the ordinary case: results, tables, determinism, wrong options.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CliRun, LeavesAResultsFolderAndPrintsTheTable) {
  const Workplace place;
  const Finished run = run_program(place.path(), {"run", place.write("quick.yaml", quick_config(4))});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("average"), HasSubstr("erwa"), HasSubstr("dice")));
  EXPECT_THAT(run.err, HasSubstr("24/24 games"));
  const std::string folder = place.path("results/quick");
  EXPECT_EQ(line_count(folder + "/games.jsonl"), 24U);
  EXPECT_THAT(file_text(folder + "/table.md"), HasSubstr("average"));
  EXPECT_THAT(file_text(folder + "/table.csv"), HasSubstr("average"));
  const nlohmann::json manifest = nlohmann::json::parse(file_text(folder + "/manifest.json"));
  EXPECT_EQ(manifest["schema"], "rootward.manifest/1");
  for (const char* key :
       {"config_hash", "resolved_config", "version", "revision", "compiler", "cpu", "started", "ended"})
    EXPECT_NE(manifest[key], "") << key;
  EXPECT_EQ(manifest["reproducible"], true);
}

TEST(CliRun, GivesTheSameForAnyNumberOfThreads) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(10));
  for (const char* threads : {"1", "2", "8"})
    ASSERT_EQ(run_program(place.path(), {"run", config, "--out", threads, "--threads", threads, "--quiet"}).exit_code,
              0);
  const std::vector<std::string> one = games_in(place.path("1/games.jsonl"));
  EXPECT_EQ(one.size(), 60U);
  EXPECT_TRUE(games_in(place.path("2/games.jsonl")) == one);
  EXPECT_TRUE(games_in(place.path("8/games.jsonl")) == one);
}

TEST(CliRun, QuietSaysNothingOnStderr) {
  const Workplace place;
  const Finished run = run_program(place.path(), {"run", place.write("quick.yaml", quick_config(1)), "--quiet"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out, "");
}

TEST(CliRun, SequentialTestStopsTheSameWayForAnyNumberOfThreads) {
  const Workplace place;
  const std::string config =
      place.write("quick.yaml", quick_config(300) + "stop: {sprt: {elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05}}\n");
  for (const char* threads : {"1", "8"})
    ASSERT_EQ(run_program(place.path(), {"run", config, "--out", threads, "--threads", threads, "--quiet"}).exit_code,
              0);
  const std::vector<std::string> one = games_in(place.path("1/games.jsonl"));
  EXPECT_LT(one.size(), 1800U) << "a search against dice is decided early";
  EXPECT_TRUE(games_in(place.path("8/games.jsonl")) == one);
  ASSERT_EQ(run_program(place.path(), {"report", "1", "--out", "page.html"}).exit_code, 0);
  EXPECT_THAT(file_text(place.path("page.html")), Not(HasSubstr("schedule that are missing"))) << "none is wanted";
  const Finished shard = run_program(place.path(), {"run", config, "--shard", "1/2"});
  EXPECT_EQ(shard.exit_code, 2);
  EXPECT_THAT(shard.err, HasSubstr("sprt"));
}

TEST(CliPlan, ShowsTheScheduleAndStoresNothing) {
  const Workplace place;
  const Finished run =
      run_program(place.path(), {"plan", place.write("quick.yaml", quick_config(50)), "--bench", "1", "--games", "20"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("average v erwa: 20 games"), HasSubstr("games: 60"), HasSubstr("openings:"),
                    HasSubstr("estimated time:"), HasSubstr("of CPU time"),
                    HasSubstr("20 games a comparison, 60 in all"), HasSubstr("10 Elo need "), HasSubstr("speed ")));
  EXPECT_FALSE(std::filesystem::exists(place.path("results")));
}

TEST(CliRun, CheckAndRunWarnOfRepeatedOpenings) {
  const Workplace place;
  const std::string config = place.write("few.yaml", R"(name: few
seed: 1
game: tictactoe
players: {a: {player: random}, b: {player: random}}
schedule: {type: ladder, pairs: 5, opening: {random_plies: 1}}
)");
  for (const char* command : {"check", "run"}) {
    const Finished run = run_program(place.path(), {command, config});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("warning: openings repeat: 5 pairs share 3 different ones")) << command;
    const Finished fewer =
        run_program(place.path(), {command, config, "--set", "schedule.pairs=3", "--set", "name=other"});
    EXPECT_THAT(fewer.err, Not(HasSubstr("openings repeat"))) << command;
  }
}

TEST(CliRun, CheckWarnsOfWhatIsOddAboutAFormula) {
  const Workplace place;
  const std::string config = place.write("odd.yaml", R"yaml(name: odd
seed: 1
game: tictactoe
players:
  cut: {backup: {name: formula, value: 2 * max(q)}}
  order: {backup: {name: formula, value: "at(m, argmax(q))"}}
  sound: {backup: {name: formula, value: max(q)}}
schedule: {type: gauntlet, reference: sound, pairs: 1}
)yaml");
  const Finished run = run_program(place.path(), {"check", config});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("warning: cut: the value leaves [-1, 1] and is cut"));
  EXPECT_THAT(run.err, HasSubstr("warning: order: "));
  EXPECT_THAT(run.err, Not(HasSubstr("warning: sound")));
}

TEST(CliRun, LeavesFiguresOfTheScores) {
  const Workplace place;
  const Finished run = run_program(place.path(), {"run", place.write("quick.yaml", quick_config(2))});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("figures: results/quick/plots, as SVG"));
  EXPECT_THAT(file_text(place.path("results/quick/plots/scores.svg")), HasSubstr(">erwa<"));
}

// Games of Go and NoGo store what their movers thought, which leaves [-1, 1] under such operators.
TEST(CliRun, UnboundedOperatorsPlayGamesThatStoreValues) {
  const Workplace place;
  const std::string config = place.write("far.yaml", R"(name: far
seed: 3
game: {name: nogo, size: 3}
defaults: {search: {budget: {simulations: 40}, evaluator: playouts}}
players:
  average: {backup: average}
  ments: {backup: {name: ments, temperature: 2}}
  formula: {backup: {name: formula, value: max(q) + 1, unbounded: true}}
  noisy: {search: {evaluator: {name: exact+noise, sd: 2}}}
schedule: {type: gauntlet, reference: average, pairs: 3}
)");
  const Finished run = run_program(place.path(), {"run", config, "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(file_text(place.path("results/far/games.jsonl")),
              ContainsRegex("\"values\":[^]]*[^.0-9]-?[1-9][0-9.]*[1-9]"));
  const std::string table = run_program(place.path(), {"table", "results/far"}).out;
  EXPECT_THAT(table, HasSubstr("ments"));
  EXPECT_EQ(run_program(place.path(), {"verify", "results/far"}).exit_code, 0);
  EXPECT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0) << "it continues";
}

TEST(CliPlan, TellsWhatATournamentCanShowAndWhatItCosts) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(50));
  const Finished text = run_program(place.path(), {"plan", config, "--elo", "20", "--no-bench"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("each of 2 comparisons with average"), HasSubstr("100 games a comparison"),
                              HasSubstr("20 Elo need"), HasSubstr("0.354"), Not(HasSubstr("core-hours"))));
  EXPECT_THAT(
      run_program(place.path(), {"plan", config, "--bench", "1"}).out,
      ContainsRegex("speed +[0-9.e-]+ s of CPU time a game on this machine, from [0-9]+ games played\\s+now;\\s+the\\s+"
                    "machine's\\s+load\\s+is\\s+[0-9.]+\\s+on\\s+[0-9]+\\s+cores"));
  const nlohmann::json one = nlohmann::json::parse(
      run_program(place.path(), {"plan", config, "--json", "--deviation", "0.2", "--bench", "1"}).out);
  EXPECT_EQ(one["schema"], "rootward.power/1");
  EXPECT_EQ(one["pair_deviation"], 0.2);
  EXPECT_EQ(one["questions"][0]["comparisons"], 2);
  EXPECT_GT(one["seconds_a_game"].get<double>(), 0);
  EXPECT_GT(one["questions"][0]["difference_core_hours"].get<double>(), 0);
  EXPECT_EQ(run_program(place.path(), {"plan", config, "--elo", "0"}).exit_code, 2);
  const Finished hopeless = run_program(place.path(), {"plan", config, "--power", "0.01"});
  EXPECT_EQ(hopeless.exit_code, 2) << "less than what finds a difference that is not there";
  EXPECT_THAT(hopeless.err, HasSubstr("allowed: a number from 0.05 to"));
  EXPECT_THAT(run_program(place.path(), {"plan", config, "--power", "0.05", "--no-bench"}).out,
              ContainsRegex("differences from [1-9][0-9]* Elo on"));
  EXPECT_EQ(run_program(place.path(), {"plan", config, "--bench", "0"}).exit_code, 2);
  EXPECT_EQ(run_program(place.path(), {"plan", config, "--bench", "2", "--no-bench"}).exit_code, 2);
  EXPECT_THAT(
      run_program(place.path(), {"plan", config, "--bench", "1", "--set", "defaults.search.budget.simulations=1000000"})
          .out,
      ContainsRegex("from\\s+[0-9]+\\s+games\\s+played\\s+now\\s+with\\s+1/[0-9]+"));
  EXPECT_FALSE(std::filesystem::exists(place.path("results")));
}

TEST(CliRun, PlaysAStoredConfigurationAgain) {
  const Workplace place;
  place.write("book.txt", "a1 b2\nb2 c3\na2 b1\n");
  std::string text = quick_config(2);
  const std::string drawn = "random_plies: 2";
  text.replace(text.find(drawn), drawn.size(), "book: book.txt");
  const std::string config = place.write("quick.yaml", text);
  ASSERT_EQ(run_program(place.path(), {"run", config, "--out", "played"}).exit_code, 0);
  std::filesystem::remove(place.path("quick.yaml"));
  const Finished again = run_program(place.path(), {"run", "played", "--out", "again"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(games_in(place.path("again/games.jsonl")), games_in(place.path("played/games.jsonl")));
  place.write("book.txt", "a1 b2\nb2 c3\na3 b1\n");
  const Finished other = run_program(place.path(), {"run", "played", "--out", "other"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("played/manifest.json"), HasSubstr("opening book")));
  std::filesystem::create_directory(place.path("empty"));
  const Finished none = run_program(place.path(), {"run", "empty"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("empty is no configuration"));
}

TEST(CliPlan, AnswersForNumbersAlone) {
  const Workplace place;
  const Finished five = run_program(place.path(), {"plan", "--games", "1000", "--comparisons", "5"});
  ASSERT_EQ(five.exit_code, 0) << five.err;
  EXPECT_THAT(five.out, AllOf(HasSubstr("1000 games a comparison"), HasSubstr("differences from 38 Elo on"),
                              HasSubstr("10 Elo need 14106 games a comparison"), Not(HasSubstr("core-hours"))));
  EXPECT_EQ(
      nlohmann::json::parse(
          run_program(place.path(), {"plan", "--games", "1000", "--json"}).out)["questions"][0]["games_for_difference"],
      2 * 4740);
  EXPECT_THAT(run_program(place.path(), {"plan"}).err, HasSubstr("CONFIG is missing"));
  const Finished file = run_program(place.path(), {"plan", "--games", "1000", "--evaluations", "5"});
  EXPECT_EQ(file.exit_code, 2);
  EXPECT_THAT(file.err, HasSubstr("--evaluations: it is of a file; add CONFIG"));
}

TEST(CliPlan, KnowsWhatSearchesOfAnEstimatesStudyTake) {
  const Workplace place;
  const std::string config =
      place.write("e.yaml",
                  "name: study\nseed: 3\ngames: {ttt: tictactoe}\ninstances: 2\nrandom_plies: 2\n"
                  "repeats: 3\noperators: {average: average, max: max}\ncheckpoints: [10, 100]\n");
  const Finished plan = run_program(place.path(), {"plan", config, "--bench", "1"});
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, AllOf(HasSubstr("study: 1 games, 2 instances of each, 2 variants, 3 repeats: 12 searches"),
                              ContainsRegex("estimated time: .* of CPU time, .* with 95 %")));
  const Finished wrong = run_program(place.path(), {"plan", config, "--comparisons", "5"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--comparisons: it is for tournaments; "));
  EXPECT_FALSE(std::filesystem::exists(place.path("results")));
}

TEST(CliPlan, MeasuresTheDeviationInStoredGames) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(20));
  ASSERT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0);
  const Finished power = run_program(place.path(), {"plan", config, "--no-bench", "--json"});
  ASSERT_EQ(power.exit_code, 0) << power.err;
  const nlohmann::json plan = nlohmann::json::parse(power.out);
  EXPECT_EQ(plan["measured_pairs"], 60);
  EXPECT_NE(plan["pair_deviation"].get<double>(), 0.35355339059327379);
}

TEST(CliPlan, KnowsATuningsEvaluationAndItsFreshTest) {
  const Workplace place;
  const std::string config = place.write("tuning.yaml", R"(name: small
seed: 1
game: tictactoe
candidate: {search: {selection: {name: ucb1, c: 0.7}, budget: {simulations: 20}}}
opponents: {dice: {player: random}}
games: 40
test_games: 100
parameters: {search.selection.c: {low: 0.1, high: 2}}
)");
  const Finished power = run_program(place.path(), {"plan", config, "--no-bench", "--json"});
  ASSERT_EQ(power.exit_code, 0) << power.err;
  const nlohmann::json plan = nlohmann::json::parse(power.out);
  ASSERT_EQ(plan["questions"].size(), 2U);
  EXPECT_EQ(plan["questions"][0]["games"], 40);
  EXPECT_EQ(plan["questions"][1]["games"], 100);
  EXPECT_EQ(plan["games_in_all"], 60 * 40 + 2 * 100);
  // Half of 2,400 games are 600 pairs of a point: an error of sqrt(2) 0.35355 / sqrt(600) = 0.0204 of the difference,
  // 2.8016 of which are 5.72 points.
  EXPECT_NEAR(plan["tuning"]["smallest_elo"].get<double>(), 39.9, 0.1);
  // The best of 60 equals is 2.3193 standard errors, sqrt(1/4 / 40), ahead.
  EXPECT_NEAR(plan["tuning"]["best_of_equals"].get<double>(), 0.6833, 1e-4);
  EXPECT_THAT(run_program(place.path(), {"plan", config, "--bench", "1"}).out, HasSubstr("from 40 games played now"));
  const Finished few = run_program(place.path(), {"plan", config, "--no-bench", "--evaluations", "5"});
  EXPECT_THAT(few.out, ContainsRegex("in all +400 games"));
  EXPECT_THAT(few.out, ContainsRegex("tuning +5 evaluations of 40 games: differences from [0-9]+ Elo on"));
  const Finished wrong = run_program(place.path(), {"plan", config, "--comparisons", "5"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("--comparisons: "), HasSubstr("tuning.yaml is a tuning")));
}

TEST(CliPlan, CorrectsForAsManyComparisonsAsItIsTold) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(50));
  const auto smallest = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"plan", config, "--no-bench", "--json"});
    return nlohmann::json::parse(run_program(place.path(), words).out)["questions"][0]["smallest_elo"].get<double>();
  };
  EXPECT_EQ(smallest({}), smallest({"--comparisons", "2"}));
  EXPECT_LT(smallest({}), smallest({"--comparisons", "28"}));
  EXPECT_EQ(run_program(place.path(), {"plan", config, "--evaluations", "5"}).exit_code, 2);
}

TEST(CliRun, RefusesWrongOptions) {
  const Workplace place;
  const std::string config = place.write("quick.yaml", quick_config(2));
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{{"--games", "3"},
                                                                                     {"--games", "0"},
                                                                                     {"--games", "-2"},
                                                                                     {"--threads", "0"},
                                                                                     {"--shard", "3/2"},
                                                                                     {"--shard", "0/2"},
                                                                                     {"--shard", "1"},
                                                                                     {"--shard", "1/2x"},
                                                                                     {"--set", "schedule.pears=3"}}) {
    std::vector<std::string> arguments = {"run", config};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const Finished run = run_program(place.path(), arguments);
    EXPECT_EQ(run.exit_code, 2) << wrong[0] << " " << wrong[1] << ": " << run.err;
    EXPECT_NE(run.err, "");
  }
  EXPECT_FALSE(std::filesystem::exists(place.path("results")));
}

TEST(CliRun, BookMistakesAreNamedWithTheirLine) {
  const Workplace place;
  place.write("book.txt", "# two openings\n4 4\n4 9\n");
  const std::string config = place.write("book.yaml", R"(name: book
seed: 1
game: connect4
players: {a: {player: random}, b: {player: random}}
schedule: {type: ladder, pairs: 2, opening: {book: book.txt}}
)");
  for (const char* command : {"check", "run"}) {
    const Finished run = run_program(place.path(), {command, config});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("book.txt:3:3"), HasSubstr("`9`")));
  }
  place.write("book.txt", "4 4\n4 3 # good\n");
  EXPECT_EQ(run_program(place.path(), {"check", config}).exit_code, 0);
  EXPECT_EQ(run_program(place.path(), {"run", config, "--quiet"}).exit_code, 0);
}

TEST(CliCheck, ValidatesAndPlaysNothing) {
  const Workplace place;
  const Finished good = run_program(place.path(), {"check", place.write("quick.yaml", quick_config(4))});
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_THAT(good.out, AllOf(HasSubstr("3 players"), HasSubstr("24 games")));
  EXPECT_FALSE(std::filesystem::exists(place.path("results")));
  const Finished bad =
      run_program(place.path(), {"check", place.write("bad.yaml", quick_config(4) + "shedule: {pairs: 2}\n")});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, AllOf(HasSubstr("bad.yaml:10:1"), HasSubstr("schedule"), Not(HasSubstr("internal"))));
}

}  // namespace
}  // namespace rootward::testing
