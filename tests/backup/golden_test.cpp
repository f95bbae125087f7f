// Every golden case of the registered operators (data/golden_operators.json).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "backup/block_math.h"
#include "backup/feedback_profile.h"
#include "backup/gamma_operator.h"
#include "backup/mean_weight.h"
#include "backup/softmax_mean.h"
#include "backup/weight_function.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

using nlohmann::json;

json golden_cases() {
  std::ifstream file(std::string(ROOTWARD_SOURCE_DIR) + "/tests/data/golden_operators.json");
  return json::parse(file).at("cases");
}

double number(const json& expected) {
  return expected.is_object() ? expected.at("f").get<double>() : expected.get<double>();
}

// The file's values are in [0, 1] in MAX's view.
Value to_chooser(double x, bool is_min) { return (is_min ? -1 : 1) * (2 * x - 1); }
double to_unit(Value v, bool is_min) { return 0.5 + 0.5 * (is_min ? -v : v); }
bool is_min(const json& to_move) { return to_move.get<std::string>() == "MIN"; }

kit::Node node_of(const json& children, bool minimising) {
  kit::Node node;
  for (const json& child : children) {
    if (child.at("n").get<double>() == 0) continue;
    node.visits.push_back(child.at("n").get<std::uint32_t>());
    node.values.push_back(to_chooser(child.at("q").get<double>(), minimising));
  }
  node.attach();
  for (std::uint32_t visits : node.visits) node.view.visits += visits;
  return node;
}

/// The operator whose beta is `beta` (on [0, 1]) at a node of `visits`: g constant, f(N) = e^g N, values twice as wide.
GivenParams fixed_beta(double beta, std::uint32_t visits) {
  const double g = beta > 0 ? std::log(beta / 2 / visits) : -100;
  return {{"g", std::vector<double>{g}}, {"own", std::string("drop")}};
}

GivenParams coulom_params(const json& params) {
  return {{"mean_weight", params.at("a").get<double>()},
          {"threshold", params.at("b").get<double>()},
          {"scale", params.at("area").get<double>()}};
}

// ---- sequences -------------------------------------------------------------------------------------------------

std::unique_ptr<Backup> sequence_operator(const json& golden) {
  const json& params = golden.at("params");
  const std::string name = golden.at("operator");
  if (name == "average") return kit::make("average");
  if (name == "erwa") {
    const std::string init = params.at("init");
    return kit::make("erwa", {{"alpha", params.at("alpha").get<double>()},
                              {"init", init == "unbiased" ? std::string("corrected") : init}});
  }
  if (name == "monotone") {
    EXPECT_EQ(params.at("C"), 1);
    return kit::make("monotone", {{"g", params.at("knots_y").get<std::vector<double>>()},
                                  {"span", params.at("knots_x").back().get<double>()}});
  }
  // Segments of equal length with weights 1, 2, 4, ..: the step profile, four segments to the span.
  EXPECT_EQ(params.at("segment_weights"), json({1, 2, 4}));
  return kit::make("feedback",
                   {{"profile", std::string("step")},
                    {"clock", std::string("search")},
                    {"span", 4 * params.at("segment_lengths")[0].get<double>()}},
                   {.simulations = 8, .board_points = 0, .branching = 1});
}

void check_weights(const json& golden) {
  if (!golden.at("expected").contains("weights")) return;
  const json& params = golden.at("params");
  const WeightFunction f(params.at("knots_y").get<std::vector<double>>(), params.at("knots_x").back(), Spacing::linear,
                         params.at("C"));
  double n = params.at("index_base");
  for (const json& weight : golden.at("expected").at("weights")) EXPECT_NEAR(f(n++), number(weight), golden.at("tol"));
}

void check_sequence(const json& golden) {
  const auto backup = sequence_operator(golden);
  kit::Node node;
  node.attach();
  const json& expected = golden.at("expected");
  const json& returns = golden.at("input").at("returns");
  for (std::size_t i = 0; i < returns.size(); ++i) {
    const Value before = node.view.value;
    const Value sample = to_chooser(returns[i], false);
    node.view.visits = static_cast<std::uint32_t>(i + 1);
    node.view.simulation = i + 1;
    backup->update(node.view, sample);
    EXPECT_NEAR(to_unit(node.view.value, false), number(expected.at("values")[i]), golden.at("tol"));
    if (expected.contains("step_sizes")) {
      EXPECT_NEAR((node.view.value - before) / (sample - before), number(expected.at("step_sizes")[i]),
                  golden.at("tol"));
    }
    if (expected.contains("effective_visits")) {
      EXPECT_NEAR(node.weight, number(expected.at("effective_visits")[i]), golden.at("tol"));
    }
  }
  check_weights(golden);
}

// ---- one node's children ---------------------------------------------------------------------------------------

/// The average of returns that stand for the children's visits, the node's own first.
Value fed_average(const json& input, bool minimising) {
  std::vector<json> sources(input.at("children").begin(), input.at("children").end());
  if (input.contains("self")) sources.insert(sources.begin(), input.at("self"));
  const auto backup = kit::make("average");
  NodeView view;
  for (const json& source : sources) {
    for (int i = 0; i < source.at("n").get<int>(); ++i) {
      ++view.visits;
      backup->update(view, to_chooser(source.at("q"), minimising));
    }
  }
  return view.value;
}

void check_softmax_rule(const json& golden, const kit::Node& node, bool minimising) {
  const ChildSpan children{node.visits.data(), node.values.data(), node.visits.size()};
  const double beta = golden.at("params").at("beta").get<double>() / 2;
  const Value value = softmax_mean_portable(children, beta, 1);
  EXPECT_NEAR(to_unit(value, minimising), number(golden.at("expected").at("value")), golden.at("tol"));
}

void check_children(const json& golden) {
  const json& input = golden.at("input");
  const bool minimising = is_min(input.at("to_move"));
  const std::string name = golden.at("operator");
  kit::Node node = node_of(input.at("children"), minimising);
  if (input.contains("N")) node.view.visits = input.at("N");
  if (input.contains("mean")) node.view.mean = to_chooser(input.at("mean"), minimising);
  if (name == "average") {
    node.view.value = fed_average(input, minimising);
  } else if (name == "softmax_mcts") {
    check_softmax_rule(golden, node, minimising);
    kit::make("softmax", fixed_beta(golden.at("params").at("beta"), node.view.visits))->update(node.view, 0);
  } else if (name == "coulom_eq2") {
    EXPECT_EQ(golden.at("params").at("best"), "max_value");
    kit::make("coulom", coulom_params(golden.at("params")))->update(node.view, 0);
  } else {
    kit::make(name, {{"own", std::string("drop")}})->update(node.view, 0);
  }
  EXPECT_NEAR(to_unit(node.view.value, minimising), number(golden.at("expected").at("value")), golden.at("tol"));
}

void check_best_two(const json& golden) {
  const json& input = golden.at("input");
  kit::Node node = node_of({input.at("best"), input.at("other")}, false);
  node.view.visits = input.at("N");
  node.view.mean = to_chooser(input.at("mean"), false);
  kit::make("coulom_full", coulom_params(golden.at("params")))->update(node.view, 0);
  EXPECT_NEAR(to_unit(node.view.value, false), number(golden.at("expected").at("value")), golden.at("tol"));
}

// ---- tables ----------------------------------------------------------------------------------------------------

void check_table(const json& golden) {
  const json& expected = golden.at("expected").at("w");
  if (golden.at("operator") == "gamma_return_weights") {
    backups::GammaWeights weights(golden.at("params").at("gamma"));
    const std::size_t length = golden.at("input").at("L");
    ASSERT_EQ(expected.size(), length);
    for (std::size_t n = 1; n <= length; ++n)
      EXPECT_NEAR(weights.up_to(length)[n - 1] / weights.sum(length), number(expected[n - 1]), golden.at("tol"));
    return;
  }
  const json& rows = golden.at("input").at("rows");
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const backups::MeanWeight weight{rows[i].at("a"), rows[i].at("b"), rows[i].at("area")};
    EXPECT_NEAR(weight(rows[i].at("N")), number(expected[i]), golden.at("tol"));
  }
}

// ---- a path through a table of action values, through the search's own tree and driver --------------------------

std::unique_ptr<Backup> path_operator(const json& golden) {
  const std::string name = golden.at("operator");
  const bool is_max = name.starts_with("maxmcts");
  if (name.ends_with("gamma")) return kit::make(is_max ? "max_gamma" : "gamma");
  return kit::make(is_max ? "max_lambda" : "lambda", {{"lambda", golden.at("params").at("lambda").get<double>()}});
}

/// One agent's states s0 -a-> s1 -c-> end as two blocks of two children.
class PathTree {
 public:
  explicit PathTree(const json& table) : tree_(TreeLayout{}) {
    tree_.clear(Seat::first);
    const std::array<Action, 2> actions{0, 1};
    states_[0] = tree_.expand(tree_.root(), Seat::first, actions);
    states_[1] = tree_.expand({states_[0], 0}, Seat::first, actions);
    for (std::size_t state = 0; state < 2; ++state) {
      const json& row = table.at(state == 0 ? "s0" : "s1");
      std::uint32_t index = 0;
      const Block block = tree_.block(states_[state]);
      for (const auto& item : row.items()) {
        block.visits()[index] = item.value().at("n");
        block.values()[index] = to_chooser(item.value().at("q"), false);
        ++block.header().visited;
        ++index;
      }
    }
  }

  void run(Backup& backup, double final_reward) {
    const std::vector<Slot> path{tree_.root(), {states_[0], 0}, {states_[1], 0}};
    for (const Slot slot : path) ++tree_.block(slot.block).visits()[slot.index];
    backup.run(tree_, path, {.value = to_chooser(final_reward, false), .playout_plies = 0}, 1, {});
  }

  void check(const json& table, double tolerance) const {
    for (std::size_t state = 0; state < 2; ++state) {
      std::uint32_t index = 0;
      const Block block = tree_.block(states_[state]);
      for (const auto& item : table.at(state == 0 ? "s0" : "s1").items()) {
        EXPECT_EQ(block.visits()[index], number(item.value().at("n"))) << item.key();
        EXPECT_NEAR(to_unit(block.values()[index], false), number(item.value().at("q")), tolerance) << item.key();
        ++index;
      }
    }
  }

 private:
  Tree tree_;
  std::array<BlockRef, 2> states_{};
};

void check_path(const json& golden) {
  const json& input = golden.at("input");
  ASSERT_EQ(input.at("trajectory"), json::parse(R"([["s0","a",0.0],["s1","c",1.0]])"));
  PathTree tree(input.at("q_before"));
  const auto backup = path_operator(golden);
  tree.run(*backup, 1.0);
  tree.check(golden.at("expected").at("q_after"), golden.at("tol"));
}

// ---- children as Gaussians ---------------------------------------------------------------------------------------

void check_gaussians(const json& golden) {
  kit::Node node;
  for (const json& child : golden.at("input").at("children")) {
    const double deviation = child.at("sigma");
    node.visits.push_back(5);
    node.values.push_back(child.at("mu"));
    node.weights.push_back(deviation * deviation);
  }
  node.attach();
  node.view.visits = 10;
  kit::make("gaussian_max", {{"own", std::string("drop")}})->update(node.view, 0);
  EXPECT_NEAR(node.view.value, number(golden.at("expected").at("mean")), golden.at("tol"));
  EXPECT_NEAR(node.weight, number(golden.at("expected").at("variance")), golden.at("tol"));
}

// ---- a root with two replies -----------------------------------------------------------------------------------

/// A child-type value of one node, in [0, 1].
double node_value(const json& golden, const json& children, bool minimising) {
  const std::string name = golden.at("operator");
  if (name == "average") return to_unit(fed_average({{"children", children}}, minimising), minimising);
  kit::Node node = node_of(children, minimising);
  if (name == "softmax_mcts") {
    kit::make("softmax", fixed_beta(golden.at("params").at("beta"), node.view.visits))->update(node.view, 0);
  } else {
    kit::make(name, {{"own", std::string("drop")}})->update(node.view, 0);
  }
  return to_unit(node.view.value, minimising);
}

void check_tree(const json& golden) {
  const json& expected = golden.at("expected");
  json root_children = json::array();
  for (const auto& item : golden.at("input").at("children").items()) {
    json leaves = json::array();
    int visits = 0;
    for (const json& leaf : item.value().at("leaves")) {
      leaves.push_back({{"n", leaf[0]}, {"q", leaf[1]}});
      visits += leaf[0].get<int>();
    }
    const double value = node_value(golden, leaves, is_min(item.value().at("to_move")));
    EXPECT_NEAR(value, number(expected.at(item.key())), golden.at("tol")) << item.key();
    root_children.push_back({{"n", visits}, {"q", value}});
  }
  EXPECT_NEAR(node_value(golden, root_children, is_min(golden.at("input").at("root"))), number(expected.at("root")),
              golden.at("tol"));
}

TEST(Golden, EveryCaseOfTheRegisteredOperators) {
  const std::map<std::string, std::function<void(const json&)>> checks{
      {"sequence", check_sequence}, {"children", check_children}, {"best_two", check_best_two},  {"table", check_table},
      {"path", check_path},         {"tree", check_tree},         {"gaussians", check_gaussians}};
  const std::map<std::string, int> wanted{{"average", 4},
                                          {"erwa", 4},
                                          {"monotone", 3},
                                          {"feedback_adjustment_segments", 1},
                                          {"max", 3},
                                          {"robust_child", 1},
                                          {"softmax_mcts", 13},
                                          {"coulom_eq2", 3},
                                          {"coulom_mean_weight", 1},
                                          {"coulom_full_mix", 5},
                                          {"maxmcts_lambda", 3},
                                          {"mcts_lambda", 3},
                                          {"maxmcts_gamma", 1},
                                          {"mcts_gamma", 1},
                                          {"gamma_return_weights", 2},
                                          {"bayes_clark_max", 3}};
  std::map<std::string, int> run;
  for (const json& golden : golden_cases()) {
    const std::string name = golden.at("operator");
    if (!wanted.contains(name)) continue;
    SCOPED_TRACE(golden.at("id").get<std::string>());
    checks.at(golden.at("kind"))(golden);
    ++run[name];
  }
  EXPECT_EQ(run, wanted);
}

}  // namespace
}  // namespace rootward
