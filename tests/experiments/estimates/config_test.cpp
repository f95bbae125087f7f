// Reading studies: what the grid makes, what is refused and where, resolved text that reads back, continuing.
#include "experiments/estimates/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"

namespace rootward::estimates {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kGrid = R"(
name: grid
seed: 1
games: {ttt: tictactoe, small: {name: connect4, width: 4, height: 4, connect: 3}}
instances: 2
random_plies: 1
operators: {mean: average, soft: softmax}
selections: {few: {name: ucb1, c: 0.1}, many: {name: ucb1, c: 2}}
checkpoints: {from: 10, to: 1000, per_decade: 2}
)";

EstimatesConfig parse(const std::string& yaml, const std::vector<Override>& overrides = {}) {
  return parse_estimates(yaml, "study.yaml", overrides);
}

std::string error_of(const std::string& yaml, const std::vector<Override>& overrides = {}) {
  try {
    (void)parse(yaml, overrides);
    return "";
  } catch (const UsageError& error) {
    std::string text;
    for (const Problem& problem : error.problems()) text += problem_text(problem) + "\n";
    return text;
  }
}

TEST(EstimatesConfigText, TheGridIsTheProduct) {
  const EstimatesConfig config = parse(kGrid);
  std::vector<std::string> names;
  for (const Arm& arm : config.arms) names.push_back(arm.name);
  EXPECT_THAT(names, ElementsAre("mean+few", "soft+few", "mean+many", "soft+many"));
  EXPECT_EQ(config.arms[2].search.selection.params.real("c"), 2);
  EXPECT_THAT(config.checkpoints, ElementsAre(10, 32, 100, 316, 1000));
  for (const Arm& arm : config.arms) EXPECT_EQ(arm.search.budget.simulations, 1000U);
}

TEST(EstimatesConfigText, ArmsAreNamedByWhatTellsThemApart) {
  const EstimatesConfig one = parse(
      "name: x\nseed: 1\ngames: {a: tictactoe}\noperators: {average: average}\nselections: {u: ucb1, v: uniform}\n"
      "checkpoints: [5]\n");
  EXPECT_EQ(one.arms.at(0).name, "u");
  EXPECT_EQ(one.arms.at(1).name, "v");
}

TEST(EstimatesConfigText, UnderShadowOneSearchCarriesTheOperators) {
  const EstimatesConfig config = parse(kGrid, {{"shadow", "true"}});
  ASSERT_EQ(config.arms.size(), 2U);
  EXPECT_EQ(config.arms[0].name, "few");
  EXPECT_THAT(config.arms[0].operators, ElementsAre("mean", "soft"));
  EXPECT_EQ(config.arms[0].search.shadows.at(0).name, "softmax");
}

TEST(EstimatesConfigText, AShadowIsNotCalledWhatTheDriverIsCalled) {
  const auto with_player = [](const std::string& player) {
    return error_of(kGrid, {{"shadow", "true"}, {"players", "{mine: " + player + "}"}});
  };
  EXPECT_THAT(
      with_player("{shadows: {mine: softmax, other: max}}"),
      AllOf(HasSubstr("players.mine.shadows.mine: mine is the name of both"), HasSubstr("players.mine.driver")));
  EXPECT_THAT(with_player("{driver: steers, shadows: {steers: softmax}}"),
              HasSubstr("players.mine.shadows.steers: steers is the name of both"));
  EXPECT_EQ(with_player("{driver: steers, shadows: {mine: softmax}}"), "");
}

// Everything but a good formula is refused as it would be of an operator that drives.
TEST(EstimatesConfigText, AShadowIsCheckedAsADriverIs) {
  const auto with_shadow = [](const std::string& shadow) {
    return error_of(kGrid, {{"shadow", "true"}, {"players", "{mine: {shadows: {odd: " + shadow + "}}}"}});
  };
  EXPECT_EQ(with_shadow("{name: formula, value: max(q)}"), "");
  EXPECT_THAT(
      with_shadow("{name: formula, value: sum(n * qq)}"),
      AllOf(HasSubstr("players.mine.shadows.odd.value: unknown name 'qq' (column 9 of the expression); known: n"),
            HasSubstr("did you mean q?")));
  EXPECT_THAT(with_shadow("{name: formula, value: 'dot(P, q)'}"),
              HasSubstr("players.mine.shadows.odd.value: 'P' are priors"));
  EXPECT_THAT(with_shadow("{name: tail_mean, share: 0.75, trim: 0.5}"), HasSubstr("players.mine.shadows.odd.trim: "));
  EXPECT_THAT(with_shadow("uncertainty_weighted"),
              HasSubstr("players.mine.shadows.odd: the operator uncertainty_weighted asks how far"));
  EXPECT_THAT(error_of("name: x\nseed: 1\ngames: {ttt: tictactoe}\nshadow: true\ncheckpoints: [10]\nplayers:\n"
                       "  mine:\n    shadows:\n      odd: {name: formula, value: sum(n * qq)}\n"),
              HasSubstr("study.yaml:9:43: players.mine.shadows.odd.value: unknown name 'qq'"));
}

TEST(EstimatesConfigText, APlayerIsNoVariantOfTheGrid) {
  EXPECT_THAT(error_of(kGrid, {{"players", "{mean+few: {backup: max}}"}}),
              HasSubstr("players: mean+few is the name of a variant of the grid"));
}

TEST(EstimatesConfigText, AReferenceSearchHasNoSolver) {
  EXPECT_THAT(error_of(kGrid, {{"truth", "{simulations: 500, search: {solver: {tree_depth: 2}}}"}}),
              HasSubstr("truth.search: a reference search looks at every move, and a solver ends it before"));
}

TEST(EstimatesConfigText, ResolvedTextReadsBack) {
  for (const char* shadow : {"false", "true"}) {
    const char* pair = shadow == std::string("true") ? "[[few, many]]" : "[[soft+few, mean+few]]";
    for (const char* truth : {"exact", "{nodes: 1000}", "{simulations: 500, backup: max, search: {expansion: all}}",
                              "{nodes: 900, simulations: 500}"}) {
      const EstimatesConfig config = parse(kGrid, {{"shadow", shadow},
                                                   {"truth", truth},
                                                   {"evaluations", "true"},
                                                   {"features", shadow == std::string("true") ? "0" : "500"},
                                                   {"spread_plies", shadow},
                                                   {"limits", truth == std::string("exact") ? "true" : "false"},
                                                   {"comparisons", pair}});
      const std::string text = resolved_yaml(config);
      const EstimatesConfig again = parse(text);
      EXPECT_EQ(resolved_yaml(again), text);
      EXPECT_EQ(again.arms, config.arms);
      EXPECT_EQ(again.games, config.games);
      EXPECT_EQ(again.truth, config.truth);
      EXPECT_EQ(again.comparisons, config.comparisons);
    }
  }
}

TEST(EstimatesConfigText, MistakesAreToldWithTheirPlace) {
  EXPECT_THAT(error_of("name: x\nseed: 1\ngames: {a: tictactoe}\ncheckpoints: [1]\n"),
              HasSubstr("nothing is measured"));
  EXPECT_THAT(error_of(kGrid, {{"operators.mean", "avrage"}}),
              AllOf(HasSubstr("no backup operator is called avrage"), HasSubstr("did you mean average?")));
  EXPECT_THAT(error_of(kGrid, {{"checkpoints", "[10, 10]"}}), HasSubstr("checkpoints[1]: 10 does not rise"));
  EXPECT_THAT(error_of(kGrid, {{"checkpoints", "{from: 10, to: 5}"}}), HasSubstr("to: 5 is less than from: 10"));
  EXPECT_THAT(error_of(kGrid, {{"random_plies", "0"}}), HasSubstr("games.ttt: 2 instances of one position"));
  EXPECT_THAT(error_of(kGrid, {{"repeat", "2"}}), HasSubstr("repeat: unknown key"));
  EXPECT_THAT(error_of(kGrid, {{"features", "100"}}), HasSubstr("features: an evaluator's errors are among"));
  EXPECT_THAT(error_of(kGrid, {{"games", "{walk: grid_world}"}, {"features", "100"}, {"evaluations", "true"}}),
              HasSubstr("features: features are those of games of two players"));
  EXPECT_THAT(error_of(kGrid, {{"limits", "true"}, {"truth", "{simulations: 500}"}}),
              HasSubstr("limits: limits are for games whose truth is exact"));
  EXPECT_THAT(error_of(kGrid, {{"refuted", "0.1"}, {"checkpoints", "[10]"}}),
              HasSubstr("refuted: needs two checkpoints or more"));
  EXPECT_THAT(error_of(kGrid, {{"refuted", "3"}}), HasSubstr("refuted: 3 is not allowed; allowed: a number in [0, 2]"));
  EXPECT_THAT(error_of(kGrid, {{"comparisons", "[[mean+few, mean]]"}}),
              HasSubstr("comparisons[0][1]: there is no variant mean; there are: mean+few, soft+few"));
  EXPECT_THAT(error_of(kGrid, {{"comparisons", "[[mean+few, mean+few]]"}}), HasSubstr("names one variant twice"));
  EXPECT_THAT(error_of(kGrid, {{"comparisons", "mean"}}),
              HasSubstr("comparisons: mean is not allowed; allowed: a list of [VARIANT, VARIANT]"));
  EXPECT_THAT(error_of(kGrid, {{"truth", "guess"}}), HasSubstr("truth: guess is not allowed"));
  EXPECT_THAT(error_of(kGrid, {{"defaults.search.budget", "{simulations: 5}"}}),
              HasSubstr("budget: an estimates study has no budget: its checkpoints are the simulations"));
  EXPECT_THAT(error_of(kGrid, {{"players", "{flat: {player: flat_mc, simulations: 9}}"}}),
              HasSubstr("players.flat.simulations: an estimates study has no budget"));
  EXPECT_THAT(error_of(kGrid, {{"players", "{random: {player: random}}"}}),
              HasSubstr("players of kind random do not search"));
  EXPECT_THAT(error_of(kGrid, {{"players", "{flat: {player: flat_mc, selection: uNiform}}"}}),
              AllOf(HasSubstr("players.flat.selection: uNiform is not allowed"), HasSubstr("uniform")));
}

TEST(EstimatesConfigText, MoreMayBeAddedAndNothingChanged) {
  const EstimatesConfig stored = parse(kGrid);
  EXPECT_EQ(continuation_problem(stored, parse(kGrid, {{"instances", "9"}, {"repeats", "5"}, {"question", "Why?"}})),
            "");
  EXPECT_EQ(
      continuation_problem(stored, parse(kGrid, {{"operators.most", "max", true}, {"games.t", "tictactoe", true}})),
      "");
  EXPECT_EQ(continuation_problem(stored, parse(kGrid, {{"instances", "1"}})), "instances: stored 2, now 1");
  EXPECT_THAT(continuation_problem(stored, parse(kGrid, {{"seed", "2"}})), HasSubstr("seed: stored 1, now 2"));
  EXPECT_THAT(continuation_problem(stored, parse(kGrid, {{"checkpoints", "[10]"}})), HasSubstr("checkpoints: stored"));
}

TEST(EstimatesConfigText, ShippedStudiesAndTheDocumentedOneAreRight) {
  const std::string root = ROOTWARD_SOURCE_DIR;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/configs/estimates")) {
    SCOPED_TRACE(entry.path().string());
    const EstimatesConfig config = read_estimates(entry.path().string());
    EXPECT_EQ(config.name, entry.path().stem().string());
    EXPECT_NE(config.question, "");
    EXPECT_EQ(resolved_yaml(parse(resolved_yaml(config))), resolved_yaml(config));
    ++count;
  }
  EXPECT_GE(count, 10);
  const std::string page = read_whole_file(root + "/docs/estimates.md");
  const std::size_t start = page.find("```yaml\n") + 8;
  EXPECT_NO_THROW((void)parse(page.substr(start, page.find("```", start) - start)));
}

TEST(EstimatesConfigText, WalksAreForSingleAgents) {
  EXPECT_THAT(error_of(kGrid, {{"episodes", "true"}}),
              HasSubstr("episodes: whole walks are for games of a single agent"));
}

}  // namespace
}  // namespace rootward::estimates
