// The operator calculator: examples by hand, every operator's worked example, views, ranges, and bad lines.
#include "cli/backup_calculator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backup/formula_check.h"
#include "backup/formula_parameters.h"
#include "backup/registry.h"

namespace rootward {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json answer(const std::string& line) {
  bool failed = false;
  const json out = json::parse(calculate_line(line, failed));
  EXPECT_FALSE(failed) << line << "\n" << out;
  return out;
}

std::string error(const std::string& line) {
  bool failed = false;
  const json out = json::parse(calculate_line(line, failed));
  EXPECT_TRUE(failed) << line << "\n" << out;
  EXPECT_EQ(out.size(), 1U) << out;
  return out.value("error", "");
}

void expect_near(const json& actual, const json& expected, const std::string& where) {
  ASSERT_EQ(actual.is_number(), expected.is_number()) << where << actual;
  if (expected.is_number()) {
    EXPECT_NEAR(actual.get<double>(), expected.get<double>(), 1e-12) << where;
    return;
  }
  ASSERT_EQ(actual.size(), expected.size()) << where << actual;
  for (const auto& item : expected.items()) {
    expect_near(expected.is_array() ? actual[std::stoul(item.key())] : actual.at(item.key()), item.value(),
                where + "/" + item.key());
  }
}

const std::string kByHeuristics = R"("backup":{"name":"implicit_minimax","a":0.5,"leaf":"heuristic","children":"all"})";

TEST(Calculator, HeuristicValuesOfChildrenWithoutVisitsEnter) {
  const std::string line = "{" + kByHeuristics +
                           R"(,"visits":5,"mean":0.2,"children":[{"visits":4,"value":0.1,"private":0.3},)"
                           R"({"visits":0,"heuristic":0.6}]})";
  EXPECT_NEAR(answer(line)["private"].get<double>(), 0.6, 1e-15);
  EXPECT_NEAR(answer(line)["value"].get<double>(), 0.2 + 0.5 * (0.6 - 0.2), 1e-15);
  const std::string bias = R"({"backup":{"name":"implicit_minimax","a":0.25,"leaf":"heuristic","mixes":"heuristic"},)"
                           R"("mean":0.2,"heuristic":0.6,"children":[{"visits":4,"value":0.1,"private":0.3}]})";
  EXPECT_NEAR(answer(bias)["value"].get<double>(), 0.2 + 0.25 * (0.6 - 0.2), 1e-15) << "children say nothing";
  const std::string leaf = "{" + kByHeuristics + R"(,"returns":[1,0],"heuristic":-0.5})";
  EXPECT_NEAR(answer(leaf)["values"][1].get<double>(), 0.5 * 0.5 + 0.5 * -0.5, 1e-15);
}

TEST(Calculator, HeuristicValuesThatAreMissingOrNotReadAreNamed) {
  EXPECT_THAT(error("{" + kByHeuristics + R"(,"visits":1,"mean":0,"children":[{"visits":0}]})"),
              HasSubstr("children[0].heuristic: is required: the heuristic value of a child without visits"));
  EXPECT_THAT(error("{" + kByHeuristics + R"(,"returns":[1]})"),
              HasSubstr("heuristic: is required: the heuristic value of this node"));
  EXPECT_THAT(error(R"({"backup":{"name":"implicit_minimax","leaf":"heuristic","mixes":"heuristic"},)"
                    R"("children":[{"visits":4,"value":0.1}]})"),
              HasSubstr("heuristic: is required: the heuristic value of this node"));
  EXPECT_THAT(error(R"({"backup":"max","returns":[1],"heuristic":0})"),
              HasSubstr("heuristic: max reads no heuristic values"));
  EXPECT_THAT(error(R"({"backup":"implicit_minimax","children":[{"visits":2,"value":0,"heuristic":0}]})"),
              HasSubstr("children[0].heuristic: implicit_minimax reads no heuristic values as it is given here"));
  EXPECT_THAT(error("{" + kByHeuristics + R"(,"simulations":9,"tree":{"max":{"a":0.5,"b":0.2}}})"),
              HasSubstr("tree: leaf: heuristic reads heuristic values: give each node with moves one"));
}

TEST(Calculator, ATreeMayHaveHeuristicValues) {
  // One visit makes the root's children: its value is the best of what looks say, b's 0.7, below which MIN moves.
  const std::string line =
      R"({"backup":{"name":"implicit_minimax","a":1,"leaf":"heuristic","children":"all"},"simulations":SIMULATIONS,)"
      R"("tree":{"max":{"a":0.5,"b":{"min":{"x":-1,"y":1},"heuristic":0.7}},"heuristic":0}})";
  const auto root = [&](const std::string& simulations) {
    std::string filled = line;
    return answer(filled.replace(filled.find("SIMULATIONS"), 11, simulations))["root"]["value"].get<double>();
  };
  EXPECT_NEAR(root("1"), 0.7, 1e-15);
  EXPECT_NEAR(root("50"), 0.5, 1e-15) << "b is -1 once its children are made";
}

TEST(Calculator, EveryOperatorsWorkedExamples) {
  int examples = 0;
  for (const OperatorEntry& entry : operators()) {
    for (const OperatorExample& example : entry.examples) {
      expect_near(answer(example.input), json::parse(example.output), entry.description.name);
      ++examples;
    }
  }
  EXPECT_GE(examples, 14);
}

TEST(Calculator, ErwaByHand) {
  expect_near(answer(R"({"backup":{"name":"erwa","alpha":0.5,"init":"first_return"},"returns":[1,0,0,1,1]})"),
              {{"values", {1, 0.5, 0.25, 0.625, 0.8125}}}, "");
}

TEST(Calculator, SoftmaxByHand) {
  const json out = answer(R"({"backup":{"name":"softmax","g":[-6,-6]},"simulations":5000,"visits":120,)"
                          R"("children":[{"visits":80,"value":0.4},{"visits":40,"value":-0.2}]})");
  const double beta = 120 * std::exp(-6.0);
  const double a = 80 * std::exp(beta * 0.4);
  const double b = 40 * std::exp(beta * -0.2);
  EXPECT_NEAR(out.at("value").get<double>(), (a * 0.4 - b * 0.2) / (a + b), 1e-13);
  EXPECT_NEAR(out.at("passed_up").get<double>(), 0.2, 1e-15) << "the visit-weighted mean of the children";
}

TEST(Calculator, MaxLambdaByHand) {
  const std::string head = R"({"backup":{"name":"max_lambda","lambda":0.8},"visits":11,"mean":0.2,"return":-1,)";
  const std::string children = R"("children":[{"visits":6,"value":0.5},{"visits":4,"value":0.1}]})";
  expect_near(answer(head + children), {{"value", (10 * 0.2 - 0.7) / 11}, {"passed_up", -0.7}}, "value from mean");
  expect_near(answer(head + R"("value":0.5,)" + children), {{"value", (10 * 0.5 - 0.7) / 11}, {"passed_up", -0.7}},
              "value given");
}

TEST(Calculator, DriverCountsFirst) {
  // m = (0.5 * 9 - 1) / 10 includes the return; w = 2 * 5 = 10.
  expect_near(answer(R"({"backup":{"name":"coulom","scale":5},"visits":10,"mean":0.5,"return":-1,)"
                     R"("children":[{"visits":9,"value":0.5}]})"),
              {{"value", (9 * 0.5 + 10 * 0.35) / 19}, {"passed_up", -1}}, "");
}

TEST(Calculator, OwnEvaluations) {
  const std::string children = R"("children":[{"visits":6,"value":0.5},{"visits":3,"value":0.25}]})";
  const std::string own = R"("own":{"visits":3,"value":-1},)";
  expect_near(answer(R"({"backup":"max",)" + own + children).at("value"), (9 * 0.5 - 3) / 12, "blend");
  expect_near(answer(R"({"backup":{"name":"max","own":"drop"},)" + own + children).at("value"), 0.5, "drop");
  expect_near(answer(R"({"backup":"max",)" + children).at("value"), 0.5, "none");
  expect_near(answer(R"({"backup":"max","own":{"visits":2,"value":0.75},"children":[]})").at("value"), 0.75,
              "no children");
}

TEST(Calculator, UnvisitedChildrenAreSkipped) {
  expect_near(answer(R"({"backup":"max","children":[{"visits":6,"value":0.5},{"visits":0,"value":1},{"visits":0}]})"),
              {{"value", 0.5}, {"passed_up", 0.5}}, "");
}

TEST(Calculator, MinimisingChooserMirrors) {
  const std::string numbers = R"("visits":12,"mean":0.1,"return":0.5,"own":{"visits":2,"value":0.25},"simulations":50,)"
                              R"("children":[{"visits":6,"value":0.5},{"visits":4,"value":-0.25}]})";
  const std::string negated = R"("visits":12,"mean":-0.1,"return":-0.5,"own":{"visits":2,"value":-0.25},)"
                              R"("simulations":50,"children":[{"visits":6,"value":-0.5},{"visits":4,"value":0.25}]})";
  for (const OperatorEntry& entry : operators()) {
    std::string head = R"("backup":{"name":")" + entry.description.name + "\"";
    if (entry.description.name.starts_with("coulom")) head += R"(,"scale":9)";
    if (entry.description.name == "feedback") head += R"(,"clock":"node")";
    head += entry.is_on_policy ? R"(},"selected":1,)" : "},";
    if (entry.description.name == "depth_weighted" || entry.description.name == "uncertainty_weighted")
      head += R"("weight":8,)";  // of the earlier returns
    const json min = answer(R"({"to_move":"MIN",)" + head + numbers);
    const json max = answer(R"({"to_move":"max",)" + head + negated);
    for (const char* key : {"value", "passed_up"})
      EXPECT_EQ(min.at(key).get<double>(), -max.at(key).get<double>()) << entry.description.name << " " << key;
  }
}

TEST(Calculator, RangeMapsBothWays) {
  expect_near(answer(R"({"backup":"max","range":[0,1],"to_move":"min","children":[{"visits":6,"value":0.5},)"
                     R"({"visits":3,"value":0.75},{"visits":1,"value":0.125}]})"),
              {{"value", 0.125}, {"passed_up", 0.5375}}, "min on [0, 1]");
  expect_near(answer(R"({"backup":"average","range":[-10,30],"returns":[-10,30,25]})"), {{"values", {-10, 10, 15}}},
              "asymmetric range");
  // beta refers to [-1, 1]: g = ln(0.5) at N = 2 is beta = 1 there, 2 on [0, 1].
  const double w = std::exp(2 * 0.5);
  expect_near(answer(R"({"backup":{"name":"softmax","g":[-0.6931471805599453]},"simulations":10,"range":[0,1],)"
                     R"("children":[{"visits":1,"value":1},{"visits":1,"value":0.5}]})")
                  .at("value"),
              (w * 1 + 0.5) / (w + 1), "beta");
}

TEST(Calculator, SearchClock) {
  const std::string head = R"({"backup":{"name":"feedback","profile":"linear","a":3},"simulations":4,)";
  expect_near(answer(head + R"("returns":[1,-1]})"), {{"values", {1, (1.75 - 2.5) / 4.25}}}, "returns");
  expect_near(answer(head + R"("visits":2,"simulation":2,"weight":1.75,"mean":1,"return":-1,"children":[]})"),
              {{"value", (1.75 - 2.5) / 4.25}, {"passed_up", -1}}, "one update");
}

TEST(Calculator, GammaReadsThePath) {
  // L = 1 + 2 + 1 = 4: weights 1, 1/2, 1/3, 1/4 over the best child, the trail's two values and the return.
  const double sum = (0.5 + 0.25 / 2 - 0.5 / 3 + 1.0 / 4) / (1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4);
  const std::string line = R"("visits":1,"return":1,"plies_to_end":2,"playout_plies":1,"trail":[0.25,-0.5],)"
                           R"("children":[{"visits":6,"value":0.5}]})";
  expect_near(answer(R"({"backup":"max_gamma",)" + line), {{"value", sum}, {"passed_up", 1}}, "playout");
  const double tree = (0.5 + 0.25 / 2 + 1.0 / 3) / (1 + 1.0 / 2 + 1.0 / 3);
  expect_near(answer(R"({"backup":{"name":"max_gamma","horizon":"tree"},)" + line), {{"value", tree}, {"passed_up", 1}},
              "tree");
}

TEST(Calculator, EveryOperatorTakesReturns) {
  for (const OperatorEntry& entry : operators()) {
    std::string head = R"({"backup":{"name":")" + entry.description.name + "\"";
    if (entry.description.name.starts_with("coulom")) head += R"(,"scale":9)";
    const json out = answer(head + R"(},"simulations":5,"returns":[1,-1,-1]})");
    ASSERT_EQ(out.at("values").size(), 3U);
    EXPECT_EQ(out.at("values")[0], 1.0) << entry.description.name;
    if (entry.family == OperatorFamily::return_type) continue;
    // Without children all others stand on the node's own mean.
    EXPECT_NEAR(out.at("values")[2].get<double>(), -1.0 / 3, 1e-15) << entry.description.name;
  }
}

TEST(Calculator, TreeIsSearchedForReal) {
  const std::string tree = R"("tree":{"max":{"b1":{"min":{"w1":0.0,"w2":-0.04}},)"
                           R"("b2":{"min":{"w3":0.24,"w4":-0.10,"w5":0.16}}}},"simulations":3000,"seed":7})";
  const json root = answer(R"({"backup":{"name":"max","own":"drop"},)" + tree).at("root");
  EXPECT_EQ(root.at("visits"), 3000);
  EXPECT_NEAR(root.at("value").get<double>(), -0.04, 1e-12) << "minimax";
  const json& b1 = root.at("children").at("b1");
  const json& b2 = root.at("children").at("b2");
  EXPECT_EQ(b1.at("to_move"), "min");
  EXPECT_NEAR(b1.at("value").get<double>(), -0.04, 1e-12);
  EXPECT_NEAR(b2.at("value").get<double>(), -0.10, 1e-12);
  EXPECT_EQ(b1.at("visits").get<int>() + b2.at("visits").get<int>(), 3000);
  EXPECT_EQ(b2.at("children").at("w3").at("value"), 0.24);
  EXPECT_EQ(answer(R"({"backup":{"name":"max","own":"drop"},)" + tree).at("root"), root) << "same seed, same tree";
  const json average = answer(R"({"backup":"average",)" + tree).at("root");
  EXPECT_EQ(average.at("value"), average.at("mean"));
}

TEST(Calculator, TreeNodesBeyondTheSearchHaveNoVisits) {
  const json root =
      answer(R"({"backup":"average","tree":{"root":{"min":{"a":{"max":{"x":1,"y":0}},"b":0.5}}},"simulations":1})")
          .at("root");
  EXPECT_EQ(root.at("visits"), 1);
  EXPECT_EQ(root.at("children").at("a").at("children").at("x"), json({{"visits", 0}}));
}

TEST(Calculator, BadLinesSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{bad", "not valid JSON at column 2"},
      {"[1]", "is not an object"},
      {"3", "is not an object"},
      {R"({"returns":[1]})", "backup: is required"},
      {R"({"backup":"average"})", "children: is required"},
      {R"({"backup":"avrage","returns":[1]})", "did you mean average?"},
      {R"({"backup":7,"returns":[1]})", "backup: 7 is not allowed"},
      {R"({"backup":{"name":"erwa","alhpa":0.5},"returns":[1]})", "backup.alhpa: unknown key"},
      {R"({"backup":{"name":"erwa","alpha":1.5},"returns":[1]})", "backup.alpha: 1.5 is not allowed"},
      {R"({"backup":{"name":"erwa","alpha":"x"},"returns":[1]})", "backup.alpha"},
      {R"({"backup":{"name":"erwa","init":"corected"},"returns":[1]})", "did you mean corrected?"},
      {R"({"backup":{"name":"softmax","g":[]},"simulations":5,"returns":[1]})", "backup.g"},
      {R"({"backup":{"name":"softmax","g":[101]},"simulations":5,"returns":[1]})", "backup.g"},
      {R"({"backup":{"name":"softmax","g":["a"]},"simulations":5,"returns":[1]})", "backup.g"},
      {R"({"backup":{"name":"softmax","g":{"a":1}},"simulations":5,"returns":[1]})", "backup.g"},
      {R"({"backup":"softmax","returns":[1]})", "backup.span: is required"},
      {R"({"backup":"coulom","children":[{"visits":1,"value":0}]})", "backup.scale"},
      {R"({"backup":{"name":"coulom","scale":0},"children":[{"visits":1,"value":0}]})", "backup.scale: 0"},
      {R"({"backup":"average","returns":[1],"simulations":0})", "simulations: 0 is not allowed"},
      {R"({"backup":"average","returns":[1],"visits":3})", "visits: unknown key"},
      {R"({"backup":"average","returns":[1.01]})", "returns[0]: 1.01 is not allowed; allowed: a number in [-1, 1]"},
      {R"({"backup":"average","returns":[0,-0.5],"range":[0,1]})", "returns[1]: -0.5"},
      {R"({"backup":"average","returns":[1],"range":[1,1]})", "range"},
      {R"({"backup":"average","returns":[1],"to_move":"both"})", "allowed: one of: max, min"},
      {R"({"backup":"average","returns":1})", "is not a list"},
      {R"({"backup":"max","children":[{"visits":-1,"value":0}]})", "children[0].visits: -1"},
      {R"({"backup":"max","children":[{"visits":1.5,"value":0}]})", "children[0].visits: 1.5"},
      {R"({"backup":"max","children":[{"visits":1}]})", "children[0].value: is required"},
      {R"({"backup":"max","children":[{"value":1}]})", "children[0].visits: is required"},
      {R"({"backup":"max","children":[{"visits":1,"vlaue":1}]})", "did you mean value?"},
      {R"({"backup":"max","children":[]})", "visits: is required"},
      {R"({"backup":"max","children":[],"visits":2})", "mean: is required"},
      {R"({"backup":"max","children":[{"visits":1,"value":0}],"selected":0})", "selected: max does not read it"},
      {R"({"backup":"lambda","children":[{"visits":1,"value":0},{"visits":1,"value":0}]})", "selected: is required"},
      {R"({"backup":"lambda","children":[{"visits":1,"value":0}],"selected":1})", "selected: 1"},
      {R"({"backup":"max_gamma","children":[{"visits":1,"value":0}],"trail":[0],"plies_to_end":0})", "trail"},
      {R"({"backup":"feedback","simulations":9,"children":[{"visits":2,"value":0}]})", "weight: is required"},
      {R"({"backup":"max","children":[{"visits":2,"value":0}],"weight":1})", "weight"},
      {R"({"backup":"max","tree":0.5,"simulations":9})", "the root is a leaf"},
      {R"({"backup":"max","tree":{"chance":{"a":[0.5,0]}},"simulations":9})", "the probabilities sum to 0.5"},
      {R"({"backup":"max","tree":{"max":{"a":2}},"simulations":9})", "tree.max.a: 2"},
      {R"({"backup":"max","tree":{"max":{}},"simulations":9})", "tree.max"},
      {R"({"backup":"max","tree":{"max":{"a":1},"min":{"b":1}},"simulations":9})", "exactly one key"},
      {R"({"backup":"max","tree":{"max":{"a":1}}})", "simulations: is required"}};
  for (const auto& [line, message] : cases) EXPECT_THAT(error(line), HasSubstr(message)) << line;
}

/// The node that a warning names, fed back: every number that a formula may read is on the line.
TEST(Calculator, RepeatsTheNodeThatTheCheckOfAFormulaNames) {
  for (const auto& [kind, value] :
       {std::pair{"child", "3 + r + mean + m0 + n0 + v + d / 40 + t / 1e6 + N / 1e8 + dot(n, q) / S + dot(P, m) / K"},
        std::pair{"return", "3 + r + mean + d / 40 + t / 1e6"}}) {
    const json rule{{"name", "formula"}, {"kind", kind}, {"value", value}, {"own", "drop"}, {"unbounded", true}};
    const std::vector<std::string> warnings = formula::check_at_nodes(
        resolve_params(formula::formula_specs(), {{"kind", std::string(kind)}, {"value", std::string(value)}}),
        {.has_priors = true});
    ASSERT_EQ(warnings.size(), 1U) << kind;
    const std::string& warning = warnings.front();
    json line = json::parse(warning.substr(warning.find('{')));
    line["backup"] = rule;
    if (kind == std::string("return")) line["backup"].erase("own");
    const std::size_t told = warning.find('(') + 1;
    const json out = answer(line.dump());
    const double again = out.contains("values") ? out.at("values").back().get<double>() : out.at("value").get<double>();
    EXPECT_NEAR(again, std::stod(warning.substr(told)), 1e-12) << warning;
  }
}

TEST(Calculator, SaysWhereAFormulaHasNoFiniteValue) {
  const json two = answer(R"x({"backup":{"name":"formula","value":"1 / (K - 2)","own":"drop"},)x"
                          R"x("children":[{"visits":3,"value":1},{"visits":1,"value":0}]})x");
  EXPECT_EQ(two.at("value"), 0.75);
  EXPECT_EQ(two.at("fallbacks"), 1);
  EXPECT_THAT(two.at("note").get<std::string>(), HasSubstr("no finite value here: the children's mean by visits"));
  const json returns =
      answer(R"x({"backup":{"name":"formula","kind":"return","value":"r / (N - 2)"},"returns":[1,0,1]})x");
  EXPECT_EQ(returns.at("values")[1], 0.5);
  EXPECT_EQ(returns.at("fallbacks"), 1);
  EXPECT_THAT(returns.at("note").get<std::string>(), HasSubstr("the mean of the returns"));
  EXPECT_FALSE(answer(R"({"backup":{"name":"formula","kind":"return"},"returns":[1]})").contains("note"))
      << "it reads returns";
}

TEST(Calculator, AGoodLineAfterABadOneIsAnswered) {
  bool failed = false;
  calculate_line("nonsense", failed);
  EXPECT_TRUE(failed);
  EXPECT_EQ(json::parse(calculate_line(R"({"backup":"average","returns":[0]})", failed)).at("values")[0], 0.0);
  EXPECT_TRUE(failed) << "one bad line makes the whole run fail";
}

TEST(BackupCalculator, ARuleOverChildrenSaysThatItDoesNotReadReturns) {
  const json out = answer(R"({"backup":"max","returns":[1,-1]})");
  EXPECT_EQ(out.at("values"), json({1.0, 0.0}));
  EXPECT_THAT(out.at("note").get<std::string>(), HasSubstr("max reads children, not returns"));
  EXPECT_FALSE(answer(R"({"backup":"average","returns":[1,-1]})").contains("note"));
}

}  // namespace
}  // namespace rootward
