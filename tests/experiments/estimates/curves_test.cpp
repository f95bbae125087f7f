// Averages and intervals of hand-made records.
#include "experiments/estimates/curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "experiments/estimates/config.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/sweeps.h"

namespace rootward::estimates {
namespace {

StoredEstimates two_instances() {
  StoredEstimates study;
  study.config.name = "made";
  study.config.games = {{.name = "g", .id = {"tictactoe", {}}, .is_family = false}};
  study.config.instances = 2;
  study.config.repeats = 2;
  study.config.checkpoints = {10};
  study.config.arms = {{.name = "a", .search = {}, .operators = {"a"}}};
  for (std::uint32_t instance = 0; instance < 2; ++instance) {
    TruthRecord truth;
    truth.game = "g";
    truth.instance = instance;
    truth.value = 0.5;
    truth.alpha_beta_nodes = 10 + 20 * instance;
    study.truths[truth.id()] = truth;
    for (std::uint32_t repeat = 0; repeat < 2; ++repeat) {
      SearchRecord search;
      search.game = "g";
      search.instance = instance;
      search.arm = "a";
      search.repeat = repeat;
      search.simulations = {10};
      CurveRecord curve;
      curve.op = "a";
      curve.values = {instance == 0 ? 0.25 : 1.0};  // errors 1/4 and 1/2, bias -1/4 and +1/2
      curve.moves = {"x"};
      curve.regrets = {instance == 1 && repeat == 1 ? 0.5 : 0.0};
      curve.cumulative_regrets = {3};
      curve.optimal_shares = {0.5};
      curve.is_pv_right = {-1};
      search.curves = {curve};
      study.searches[search.id()] = search;
    }
  }
  return study;
}

/// Of a curve whose values, regrets and moves stand.
void put_search(StoredEstimates& study, const std::string& game, std::uint32_t instance, const char* arm,
                CurveRecord curve) {
  TruthRecord truth;
  truth.game = game;
  truth.instance = instance;
  study.truths[truth.id()] = truth;
  curve.cumulative_regrets.resize(curve.values.size(), 1);
  curve.optimal_shares.resize(curve.values.size(), 0.5);
  curve.is_pv_right.resize(curve.values.size(), -1);
  SearchRecord search;
  search.game = game;
  search.instance = instance;
  search.arm = arm;
  search.curves = {std::move(curve)};
  study.searches[search.id()] = search;
}

// Errors of b are larger by 1/8, 1/4, 1/2 and 1 on four instances, its moves worse by 1/2 on three of them.
// t = 0.46875 / (0.38696 / 2) with 3 degrees of freedom; three failures more and none less: p = 2 (1/2)^3. Holm doubles
// the smaller of two p: the other game's is 1, where nothing differs.
TEST(StudyCurves, ComparisonsAreOfTheSameInstances) {
  StoredEstimates study = two_instances();
  study.config.games.push_back({.name = "even", .id = {"tictactoe", {}}, .is_family = false});
  study.config.arms.push_back({.name = "b", .search = {}, .operators = {"b"}});
  study.config.comparisons = {{"b", "a"}};
  study.searches.clear();
  study.truths.clear();
  const auto put = [&study](const std::string& game, std::uint32_t instance, const char* arm, double value,
                            double regret) {
    CurveRecord curve;
    curve.values = {value};
    curve.regrets = {regret};
    put_search(study, game, instance, arm, std::move(curve));
  };
  for (std::uint32_t i = 0; i < 4; ++i) {
    put("g", i, "a", 0, 0);
    put("g", i, "b", std::pow(2.0, i) / 8, i > 0 ? 0.5 : 0.0);
    put("even", i, "a", 0.25, 0);
    put("even", i, "b", -0.25, 0);
  }
  put("g", 4, "a", 0.75, 0.5);  // b has not searched it
  const std::vector<Comparison> all = make_comparisons(study);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].searches, 4U);
  const Difference error = all[0].of(Measure::error).value();
  EXPECT_DOUBLE_EQ(error.estimate.mean, 0.46875);
  EXPECT_NEAR(error.p, 0.093940, 1e-6);
  EXPECT_DOUBLE_EQ(error.corrected, 2 * error.p);
  EXPECT_NEAR(all[0].of(Measure::failure)->p, 0.25, 1e-9);
  EXPECT_NEAR(all[0].of(Measure::failure)->corrected, 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(all[1].of(Measure::error)->p, 1);
  EXPECT_FALSE(all[0].of(Measure::limit_error));
  const std::string table = render_estimates(study, TableFormat::md);
  EXPECT_NE(table.find("| b less a | 4 | +0.469 +- 0.616 | 0.1879 |"), std::string::npos) << table;
  EXPECT_NE(table.find("| +75.0 [-4.6, +100.0] | 0.5000 |"), std::string::npos) << table;
  EXPECT_NE(render_estimates(study, TableFormat::json).find("\"p_holm\": 0.187"), std::string::npos);
}

/// Four searches with regrets 0.05, 0.1, 0.3 and 0.5 of the first choice a; b has no regret. From 0.1 on three are
/// refuted.
TEST(StudyCurves, RefutedFirstChoicesAreLeftOneByOne) {
  StoredEstimates study = two_instances();
  study.config.checkpoints = {2, 10, 50, 200};
  study.config.refuted = 0.1;
  study.config.arms.push_back({.name = "b", .search = {}, .operators = {"b"}});
  study.config.comparisons = {{"a", "b"}};
  study.truths.clear();
  study.searches.clear();
  const auto put = [&](std::uint32_t instance, const char* arm, double regret, std::vector<std::string> moves) {
    CurveRecord curve;
    for (const std::string& move : moves) curve.regrets.push_back(move == "a" ? regret : 0);
    curve.values = {0, 0, 0, 0};
    curve.moves = std::move(moves);
    put_search(study, "g", instance, arm, std::move(curve));
  };
  put(0, "a", 0.05, {"a", "a", "a", "a"});
  put(1, "a", 0.1, {"a", "a", "b", "b"});
  put(2, "a", 0.3, {"a", "b", "a", "b"});
  put(3, "a", 0.5, {"a", "a", "a", "a"});
  put(1, "b", 0.1, {"a", "b", "b", "b"});
  put(2, "b", 0.3, {"b", "b", "b", "b"});
  put(3, "b", 0.5, {"a", "a", "b", "b"});
  const std::vector<Curve> curves = make_curves(study);
  const auto held = [&](std::size_t curve, std::size_t i) { return curves[curve].of(Measure::first_held)[i]->mean; };
  EXPECT_EQ(curves[0].refuted_choices, 3U);
  EXPECT_DOUBLE_EQ(held(0, 0), 1);
  EXPECT_DOUBLE_EQ(held(0, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(held(0, 2), 2.0 / 3) << "one has come back";
  EXPECT_DOUBLE_EQ(held(0, 3), 1.0 / 3);
  EXPECT_EQ(half_left_after(curves[0]), 200U);
  EXPECT_EQ(curves[1].refuted_choices, 2U) << "b's first choice on instance 2 is the best move";
  EXPECT_EQ(half_left_after(curves[1]), 10U);
  const Difference less = make_comparisons(study)[0].of(Measure::first_held).value();
  EXPECT_DOUBLE_EQ(less.estimate.mean, 0.5) << "of the two instances that both have";
  const std::string table = render_estimates(study, TableFormat::text);
  EXPECT_NE(table.find("a: 3 refuted, half left after 200 simulations"), std::string::npos) << table;
  EXPECT_NE(table.find("first held: the move of 2 simulations"), std::string::npos) << table;

  study.config.refuted = 0;
  EXPECT_FALSE(is_known(make_curves(study), Measure::first_held));
  study.config.refuted = 0.6;
  EXPECT_FALSE(half_left_after(make_curves(study)[0]));
}

/// A study of 2026-11-26 on such boards played to its end, and its tables could not be made.
TEST(StudyCurves, OfBoardsThatAreDrawnAreThoseOfOne) {
  StoredEstimates study = two_instances();
  const std::vector<Curve> expected = make_curves(study);
  for (const char* game : {"{name: connect4, width: [4, 9], height: 4, blocked: random}",
                           "{name: p_game, branching: 3, depth: 4, seed: [0, 1000]}"}) {
    const std::string text = std::string("name: drawn\nseed: 1\ngames: {g: ") + game +
                             "}\ninstances: 2\ncheckpoints: [1]\noperators: {average: average}\n" +
                             "truth: {nodes: 10, simulations: 50}\n";
    study.config.games = parse_estimates(text, "").games;
    const std::vector<Curve> curves = make_curves(study);
    ASSERT_EQ(curves.size(), 1U) << game;
    EXPECT_EQ(curves[0].searches, expected[0].searches);
    EXPECT_EQ(curves[0].of(Measure::error)[0]->mean, expected[0].of(Measure::error)[0]->mean);
  }
}

TEST(StudyCurves, MeansOverRepeatsThenInstances) {
  const std::vector<Curve> curves = make_curves(two_instances());
  ASSERT_EQ(curves.size(), 1U);
  const Curve& curve = curves[0];
  EXPECT_EQ(curve.searches, 4U);
  EXPECT_EQ(curve.instances, 2U);
  // Two instances at 1/4 and 1/2: mean 3/8, standard error 1/8.
  EXPECT_DOUBLE_EQ(curve.of(Measure::error)[0]->mean, 0.375);
  EXPECT_NEAR(curve.of(Measure::error)[0]->interval.low, 0.375 - 1.959963984540054 / 8, 1e-12);
  EXPECT_DOUBLE_EQ(curve.of(Measure::bias)[0]->mean, 0.125);
  EXPECT_DOUBLE_EQ(curve.of(Measure::failure)[0]->mean, 0.25);
  // Failures 0 and 1/2 by instance: standard error 1/4, effective n = 0.1875 / 0.0625 = 3.
  const Interval wilson = wilson_interval(0.25, 3);
  EXPECT_NEAR(curve.of(Measure::failure)[0]->interval.low, wilson.low, 1e-12);
  EXPECT_NEAR(curve.of(Measure::failure)[0]->interval.high, wilson.high, 1e-12);
  EXPECT_FALSE(curve.of(Measure::pv_right)[0]) << "not known is not zero";
  EXPECT_EQ(median_alpha_beta(two_instances(), "g"), 20);
}

TEST(StudyCurves, TablesAndFiguresTellTheSameNumbers) {
  const StoredEstimates study = two_instances();
  EXPECT_NE(estimates_csv(study).find("g,a,10,failure,0.25,"), std::string::npos);
  EXPECT_NE(render_estimates(study, TableFormat::text).find("25.0 ["), std::string::npos);
  EXPECT_NE(render_estimates(study, TableFormat::json).find(R"("schema": "rootward.study/1")"), std::string::npos);
  for (const plot::NamedFigure& figure : estimates_figures(study)) {
    EXPECT_NE(figure.key, "pv_right") << "nothing to draw";
    if (figure.key != "error") continue;
    EXPECT_EQ(figure.figure.panels.at(0).series.at(0).points.at(0).y, 0.375);
  }
}

// One search under each of two evaluators tells two operators.
TEST(StudyCurves, ShadowsUnderSeveralArmsHaveAPanelAnArm) {
  StoredEstimates study = two_instances();
  study.config.is_shadow = true;
  study.config.arms = {{.name = "net", .search = {}, .operators = {"average", "max"}},
                       {.name = "playouts", .search = {}, .operators = {"average", "max"}}};
  SearchRecord search = study.searches.begin()->second;
  search.curves = {search.curves[0], search.curves[0]};
  search.curves[1].values = {1.5};
  search.profiles = {{.op = "average", .by_visits = {{.bin = 3, .nodes = 4}}, .by_depth = {}},
                     {.op = "max", .by_visits = {{.bin = 3, .nodes = 4}}, .by_depth = {}}};
  study.searches.clear();
  for (const char* arm : {"net", "playouts"}) {
    search.arm = arm;
    study.searches[search.id()] = search;
    search.curves[1].values[0] += 1;
  }
  const std::vector<Curve> curves = make_curves(study);
  EXPECT_EQ(curves.at(3).name, "playouts: max") << "in tables all stand below each other";
  EXPECT_TRUE(curves[0].difference_of(Measure::error).empty()) << "the driver";
  EXPECT_DOUBLE_EQ(curves[1].difference_of(Measure::error).at(0)->mean, 0.75) << "errors 1 and 1/4";
  EXPECT_TRUE(curves[1].difference_of(Measure::cumulative_regret).empty()) << "visits are the driver's";
  const std::string table = render_estimates(study, TableFormat::md);
  EXPECT_NE(table.find("error of the root's value less the driver's, by simulations"), std::string::npos);
  EXPECT_NE(table.find("| playouts: max | +1.75 +- 0 |"), std::string::npos) << table;
  EXPECT_NE(table.find("| net: max | +0.0 [+0.0, +0.0] |"), std::string::npos) << "failures alike: " << table;
  EXPECT_NE(estimates_csv(study).find("g,net: max,10,error_less_drivers,0.75,"), std::string::npos);
  EXPECT_NE(render_estimates(study, TableFormat::json).find("\"less_drivers\": {"), std::string::npos);
  const std::vector<plot::NamedFigure> figures = estimates_figures(study);
  for (const auto& [key, panels_an_arm] : {std::pair{"error", 1U}, {"nodes_bias", 2U}}) {
    const auto figure = std::ranges::find(figures, key, &plot::NamedFigure::key);
    ASSERT_NE(figure, figures.end());
    const std::vector<plot::Panel>& panels = figure->figure.panels;
    ASSERT_EQ(panels.size(), 2 * panels_an_arm);
    for (std::size_t i = 0; i < panels.size(); ++i) {
      EXPECT_EQ(panels[i].title, i < panels_an_arm ? "net" : "playouts");
      ASSERT_EQ(panels[i].series.size(), 2U);
      EXPECT_EQ(panels[i].series[0].name, "average");
      EXPECT_EQ(panels[i].series[1].name, "max");
    }
    if (panels_an_arm == 1) {
      EXPECT_EQ(panels[1].series[1].points.at(0).y, 2.0) << "2.5 against 0.5";
    }
  }
}

// Instance 0 knows 0.1 and nothing, instance 1 0.2 and 0.4: means 0.1 and 0.3.
TEST(StudyCurves, WrongOrderAtTheRootIsToldWhereItIsKnown) {
  StoredEstimates study = two_instances();
  const std::string without = render_estimates(study, TableFormat::md);
  EXPECT_EQ(without.find("wrong order"), std::string::npos) << "no column of records that do not tell it";
  double share = 0.1;
  for (auto& [id, search] : study.searches) {
    search.curves[0].wrong_orders = {search.instance == 0 && search.repeat == 1 ? -1 : share};
    if (search.curves[0].wrong_orders[0] > 0) share *= 2;
  }
  EXPECT_DOUBLE_EQ(make_curves(study)[0].of(Measure::root_rank)[0]->mean, 0.2);
  EXPECT_NE(render_estimates(study, TableFormat::md).find("wrong order %"), std::string::npos);
  EXPECT_NE(render_estimates(study, TableFormat::md).find("root's 5 most visited moves"), std::string::npos);
  EXPECT_NE(render_estimates(study, TableFormat::json).find("\"root_rank\": ["), std::string::npos);
  EXPECT_NE(estimates_csv(study).find("g,a,10,root_rank,0.2"), std::string::npos);
  const std::vector<plot::NamedFigure> figures = estimates_figures(study);
  const auto figure = std::ranges::find(figures, "root_rank", &plot::NamedFigure::key);
  ASSERT_NE(figure, figures.end());
  EXPECT_DOUBLE_EQ(figure->figure.panels.at(0).series.at(0).points.at(0).y, 0.2);
}

// Four nodes with V - V* of 1, 1, 0, 0: bias 1/2, mean square 1/2, variance 1/4; one pair of five in wrong order.
TEST(StudyCurves, ProfilesOfWholeTrees) {
  StoredEstimates study = two_instances();
  study.searches.erase(std::next(study.searches.begin()), study.searches.end());
  const ProfileCell cell{.bin = 3, .nodes = 4, .bias = 2, .squares = 2, .pairs = 5, .discordant = 1};
  study.searches.begin()->second.profiles = {{.op = "a", .by_visits = {cell}, .by_depth = {cell}}};
  const std::map<std::string, std::pair<double, double>> expected = {
      {"nodes_bias", {8, 0.5}},
      {"nodes_error", {8, std::sqrt(0.5)}},
      {"nodes_variance", {8, 0.25}},
      {"nodes_rank", {8, 0.2}},
  };
  std::size_t found = 0;
  for (const plot::NamedFigure& figure : estimates_figures(study)) {
    const auto wanted = expected.find(figure.key);
    if (wanted == expected.end()) continue;
    ++found;
    const plot::Point& by_visits = figure.figure.panels.at(0).series.at(0).points.at(0);
    EXPECT_EQ(by_visits.x, wanted->second.first) << figure.key;
    EXPECT_DOUBLE_EQ(by_visits.y, wanted->second.second) << figure.key;
    EXPECT_EQ(figure.figure.panels.at(1).series.at(0).points.at(0).x, 3) << "plies";
  }
  EXPECT_EQ(found, expected.size());
}

// 8 ln 10 / 0.5 + (1 + pi^2 / 3) 0.5; an optimal arm adds nothing, a second inferior one as much again.
TEST(StudySweeps, BoundOfAuer) {
  EXPECT_NEAR(auer_bound({0, 0.5}, 10), 38.986295554752964, 1e-12);
  EXPECT_NEAR(auer_bound({0.5, 0, 0.5}, 10), 2 * 38.986295554752964, 1e-12);
}

TEST(StudySweeps, OneNumberThatDiffersIsFound) {
  const EstimatesConfig chain = parse_estimates(
      "name: c\nseed: 1\ngames: {a: {name: d_chain, depth: 3}, b: {name: d_chain, depth: 2}}\n"
      "operators: {l0: {name: max_lambda, lambda: 0}, l1: {name: max_lambda, lambda: 1}}\ncheckpoints: [10]\n",
      "c");
  ASSERT_TRUE(swept_by_games(chain));
  EXPECT_EQ(swept_by_games(chain)->key, "depth");
  EXPECT_EQ(swept_by_games(chain)->values.at("a"), 3);
  ASSERT_TRUE(swept_by_arms(chain));
  EXPECT_EQ(swept_by_arms(chain)->key, "lambda");
  EstimatesConfig mixed = chain;
  mixed.arms[1].search.backup = chain.arms[0].search.backup;
  mixed.arms[1].search.solver = true;
  EXPECT_FALSE(swept_by_arms(mixed)) << "it is not the operator that differs";
  mixed.games[1].id.name = "bandit";
  EXPECT_FALSE(swept_by_games(mixed));
}

TEST(StudySweeps, LinesGoAlongTheParameter) {
  StoredEstimates study = two_instances();
  const std::vector<Curve> curves = make_curves(study);
  const plot::Panel panel = sweep_over_games(curves, {.key = "depth", .values = {{"g", 7}}}, Measure::failure);
  ASSERT_EQ(panel.series.size(), 1U);
  EXPECT_EQ(panel.series[0].points.at(0).x, 7);
  EXPECT_EQ(panel.series[0].points.at(0).y, 0.25);
}

TEST(StudySweeps, FailuresByTraps) {
  StoredEstimates study = two_instances();
  EXPECT_FALSE(trap_density(study, "g").has_value());
  study.config.trap_plies = 3;
  for (auto& [id, truth] : study.truths) {
    truth.root_moves = {"x", "y"};
    truth.move_values = {0, 0};
    truth.traps = truth.instance;  // none of two, one of two
  }
  const TrapDensity density = trap_density(study, "g").value();
  EXPECT_EQ(density.moves, 0.25);
  EXPECT_EQ(density.positions, 0.5);
  EXPECT_FALSE(trap_density(study, "h").has_value());
  const std::vector<TrapBin> bins = trap_bins(study, "g", "a", 0);
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].share, 0);
  EXPECT_EQ(bins[0].failures, 0U);
  EXPECT_EQ(bins[1].share, 0.5);
  EXPECT_EQ(bins[1].searches, 2U);
  EXPECT_EQ(bins[1].failures, 1U);
}

}  // namespace
}  // namespace rootward::estimates
