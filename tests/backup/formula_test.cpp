// Formulas: equal to the built-in operators, safe where they are no number, read back as they were written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backup/formula_compiler.h"
#include "backup/formula_language.h"
#include "backup/formula_machine.h"
#include "backup/formula_parameters.h"
#include "backup/formula_text.h"
#include "core/math.h"
#include "tests/backup/formula_texts.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

using kit::list;
using kit::map;
using kit::number;
using kit::rule;
using kit::text;
using kit::with;

const ParamTree kSoftmaxParts = map({{"u", text("n * exp(beta * (q - max(q)))")}, {"beta", text("grow(g, N)")}});

/// A formula and the built-in operator that it must equal.
struct Twin {
  std::string name;
  GivenParams built_in;
  GivenParams formula;
};

std::vector<Twin> twins() {
  const GivenParams softmax =
      with(rule("dot(u, q) / sum(u)", kSoftmaxParts, map({{"g", map({{"value", list({-8, -7, -6, -5, -4})}})}})),
           "span", 1000.0);
  const ParamTree coulom_parts =
      map({{"b", text("argmax(q, n)")}, {"u", text("where(N > 16 * A, N * 2 / 16, 2 * A)")}});
  return {
      {"average", {}, with(rule("v + (r - v) / N"), "kind", std::string("return"))},
      {"max", {}, rule("max(q)")},
      {"max", {{"own", std::string("drop")}}, with(rule("at(q, argmax(q))"), "own", std::string("drop"))},
      {"robust_child", {}, rule("at(q, argmax(n, q))")},
      {"softmax", {{"span", 1000.0}}, softmax},
      {"softmax",
       {{"span", 1000.0}, {"spacing", std::string("log")}, {"min_visits", std::int64_t{5}}},
       with(with(softmax, "spacing", std::string("log")), "min_visits", std::int64_t{5})},
      {"coulom",
       {{"scale", 81.0}},
       with(rule("(at(n, b) * at(q, b) + u * mean) / (at(n, b) + u)", coulom_parts,
                 map({{"A", map({{"value", number(81)}, {"low", number(1)}, {"high", number(1e6)}})}})),
            "own", std::string("drop"))},
      {"tail_mean",
       {{"share", 0.3}},
       rule("sorted_mean(q, n, share)", {}, map({{"share", map({{"value", number(0.3)}})}}))},
      {"power_mean",
       {{"p", 3.5}},
       rule("2 * top * pow(dot(n, pow(x / top, p)) / sum(n), 1 / p) - 1",
            map({{"x", text("(1 + q) / 2")}, {"top", text("max(max(x), 1e-12)")}}),
            map({{"p", map({{"value", number(3.5)}, {"low", number(1)}, {"high", number(32)}})}}))},
      {"value_weight",
       {},
       rule("dot(u, q) / sum(u)", map({{"u", text("n * pow(t3_cdf(z) + 0.0001, 0.25)")},
                                       {"z", text("(q - dot(n, q) / sum(n)) / sqrt(1e-8 + 1 / (1.5 * sqrt(n)))")}}))},
      {"erwa_corrected",
       {{"alpha", 0.1}},
       with(rule("v + a / (1 - pow(1 - a, N)) * (r - v)", {}, map({{"a", number(0.1)}})), "kind",
            std::string("return"))},
  };
}

TEST(Formula, EqualsTheBuiltInOfTheSameRule) {
  for (const Twin& twin : twins()) {
    Rng rng(11);
    const auto built_in = kit::make(twin.name, twin.built_in);
    const auto formula = kit::make("formula", twin.formula);
    for (int trial = 0; trial < 300; ++trial) {
      kit::RandomNode node(rng, 1 + rng.below(trial % 10 == 0 ? 200 : 20));
      kit::RandomNode again = node;
      again.attach();
      again.view.trail = again.trail;
      built_in->update(node.view, node.sample);
      formula->update(again.view, node.sample);
      ASSERT_NEAR(node.view.value, again.view.value, 1e-12) << twin.name << " " << trial;
    }
    EXPECT_EQ(formula->fallbacks(), 0U) << twin.name;
  }
}

/// One agent of a private number: monotone with g = 0 weighs return n by 1 + n.
TEST(Formula, AStateIsKeptFromReturnToReturn) {
  const auto formula = kit::make("formula", with(with(rule("v + (1 + N) / w * (r - v)"), "kind", std::string("return")),
                                                 "state", std::string("w + 1 + N")));
  ASSERT_TRUE(!formula->columns().empty());
  const std::vector<double> wanted = {1, 0.4, 2.0 / 9, 0.5, 0.65};
  const std::vector<double> returns = {1, 0, 0, 1, 1};
  kit::Node node;
  node.attach();
  for (std::size_t i = 0; i < returns.size(); ++i) {
    node.view.visits = static_cast<std::uint32_t>(i + 1);
    formula->update(node.view, returns[i]);
    EXPECT_NEAR(node.view.value, wanted[i], 1e-15) << i;
  }
  EXPECT_EQ(node.weight, 2 + 3 + 4 + 5 + 6);
}

/// The values of an expression over three children with visits 4, 2, 1 and values 0.5, -0.25, 0.5.
double value_of(const std::string& expression, std::uint64_t* fallbacks = nullptr) {
  const auto formula =
      kit::make("formula", with(with(rule(expression), "own", std::string("drop")), "unbounded", true));
  kit::Node node;
  node.visits = {4, 2, 1};
  node.values = {0.5, -0.25, 0.5};
  node.attach();
  const std::vector<Value> means = {0.25, -0.5, 1};
  const std::vector<float> priors = {0.5F, 0.25F, 0.25F};
  node.view.child_means = means.data();
  node.view.child_priors = priors.data();
  node.view.visits = 8;
  node.view.own_visits = 1;
  node.view.own_mean = 0.75;
  node.view.mean = 0.125;
  node.view.value = -0.5;
  node.view.simulation = 100;
  node.view.plies_to_end = 3;
  formula->update(node.view, -1);
  if (fallbacks != nullptr) *fallbacks = formula->fallbacks();
  return node.view.value;
}

TEST(Formula, EveryNameAndFunctionGivesWhatTheTableSays) {
  const std::vector<std::pair<std::string, double>> cases = {
      {"sum(n)", 7},
      {"S", 7},
      {"K", 3},
      {"N", 8},
      {"n0", 1},
      {"m0", 0.75},
      {"mean", 0.125},
      {"r", -1},
      {"v", -0.5},
      {"t", 100},
      {"d", 3},
      {"sum(m)", 0.75},
      {"dot(P, q)", 0.3125},
      {"min(q)", -0.25},
      {"max(q)", 0.5},
      {"sum(min(q, 0))", -0.25},
      {"sum(max(q, 0))", 1},
      {"argmax(q)", 0},
      {"argmax(q, m)", 2},
      {"argmin(q)", 1},
      {"argmin(-q, m)", 2},
      {"argmin(n)", 2},
      {"at(n, 1)", 2},
      {"sum(softmax(q))", 1},
      {"sorted_mean(q, n, 1)", 2.0 / 7},
      {"sorted_mean(q, n, 5 / 7)", 0.5},
      {"sorted_mean(q, n, 6 / 7)", (5 * 0.5 - 0.25) / 6},
      {"sorted_mean(q, 1, 1)", 0.25},
      {"exp(1)", 2.718281828459045},
      {"log(2)", 0.6931471805599453},
      {"sum(log(n))", 3 * 0.6931471805599453},
      {"log(1e-310)", -713.8013788281542},
      {"sqrt(2)", 1.4142135623730951},
      {"sum(sqrt(n))", 3 + 1.4142135623730951},
      {"abs(-2) + sum(abs(q))", 3.25},
      {"pow(2, 10)", 1024},
      {"pow(0, 2)", 0},
      {"pow(0, 0)", 1},
      {"sum(pow(n, 2))", 21},
      {"clamp(5, 0, 1)", 1},
      {"sum(clamp(q, 0, 0.25))", 0.5},
      {"where(N > 7, 1, 2)", 1},
      {"sum(where(q > 0, n, 0))", 5},
      {"norm_cdf(0)", 0.5},
      {"norm_cdf(1)", 0.8413447460685429},
      {"t3_cdf(1)", 0.8044988905221146},
      {"sum(norm_cdf(q * 0))", 1.5},
      {"1 < 2", 1},
      {"2 <= 1", 0},
      {"1 > 2", 0},
      {"2 >= 2", 1},
      {"1 == 1", 1},
      {"1 != 1", 0},
      {"-2 * 3", -6},
      {"--2", 2},
      {"8 - 4 - 2", 2},
      {"8 / 4 / 2", 1},
      {"1 - (2 - 3)", 2},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"sum(n) - sum(q) * 0 + 1e1 + .5", 17.5},
      {"dot(n, 2)", 14},
      {"dot(n, q) / sum(n)", 2.0 / 7},
      {"dot(n * exp(q), m) / sum(n * exp(q))", (4 * std::exp(0.5) * 0.25 - 2 * std::exp(-0.25) * 0.5 + std::exp(0.5)) /
                                                   (4 * std::exp(0.5) + 2 * std::exp(-0.25) + std::exp(0.5))}};
  for (const auto& [expression, wanted] : cases) {
    std::uint64_t fallbacks = 0;
    EXPECT_NEAR(value_of(expression, &fallbacks), wanted, 1e-12 * (1 + std::abs(wanted))) << expression;
    EXPECT_EQ(fallbacks, 0U) << expression;
  }
}

TEST(Formula, WhatIsNotFiniteFallsBackToTheMeanAndIsCounted) {
  for (const char* expression :
       {"1 / (N - 8)", "log(-N)", "sqrt(-N)", "exp(N * 1000)", "pow(-N, 0.5)", "at(q, 3)", "at(q, 0.5 * N - 3.5)",
        "at(q, -1)", "sorted_mean(q, 0 * n, 1)", "sorted_mean(q, n, N - 8)", "0 / 0", "sum(q / (n - 1))"}) {
    std::uint64_t fallbacks = 0;
    EXPECT_EQ(value_of(expression, &fallbacks), 2.0 / 7) << expression;
    EXPECT_EQ(fallbacks, 1U) << expression;
  }
}

TEST(Formula, APriorThatIsNotThereFallsBack) {
  const auto formula = kit::make("formula", rule("dot(P, q) / sum(P)"));
  kit::Node node;
  node.visits = {1, 3};
  node.values = {1, 0};
  node.attach();
  node.view.visits = 4;
  formula->update(node.view, 0);
  EXPECT_EQ(node.view.value, 0.25);
  EXPECT_EQ(formula->fallbacks(), 1U);
}

TEST(Formula, ValuesAreCutBeforeTheBlend) {
  kit::Node node;
  node.visits = {1};
  node.values = {1};
  node.attach();
  node.view.visits = 2;
  node.view.own_visits = 1;
  node.view.own_mean = -1;
  kit::make("formula", rule("max(q) + 1"))->update(node.view, 0);
  EXPECT_EQ(node.view.value, 0);
  kit::make("formula", with(rule("max(q) + 1"), "unbounded", true))->update(node.view, 0);
  EXPECT_EQ(node.view.value, 0.5);
}

/// Numbers of all signs and sizes, the odd ones among them.
TEST(Formula, TheBitsDoNotDependOnTheVectorsWidth) {
  const char* expressions[] = {"sum(exp(q * 700))",
                               "sum(log(n / 3))",
                               "dot(pow(n, q), t3_cdf(q * 9))",
                               "sum(norm_cdf(q * 30) / n)",
                               "dot(u, q) / sum(u)",
                               "at(q, argmax(n, q)) + at(n, argmin(q, n))",
                               "max(q * n) - min(q / n)",
                               "sum(where(q > 0, sqrt(n), -q)) + sum(clamp(q, -0.5, 0.5))",
                               "sorted_mean(q, n, 0.3)",
                               "sum(softmax(q * 20) * q)"};
  Rng rng(12);
  for (const char* expression : expressions) {
    const GivenParams given =
        rule(expression, std::strchr(expression, 'u') == nullptr || std::strstr(expression, "dot(u") == nullptr
                             ? ParamTree{}
                             : map({{"u", text("n * exp(17 * (q - max(q)))")}}));
    const Params params = kit::resolved("formula", given).params;
    formula::Machine here(formula::compile(params, {}).program);
    formula::Machine portable(formula::compile(params, {}).program, formula::execute_portable);
    for (const std::size_t children : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 31U, 100U}) {
      kit::RandomNode node(rng, children);
      formula::Outcome first, second;
      ASSERT_TRUE(here.run(node.view, 0, 0, 1, first));
      ASSERT_TRUE(portable.run(node.view, 0, 0, 1, second));
      EXPECT_EQ(std::memcmp(&first.value, &second.value, sizeof(double)), 0)
          << expression << " " << children << ": " << first.value << " " << second.value;
      EXPECT_TRUE(std::isfinite(first.value)) << expression;
    }
  }
}

/// The exp of a number is not taken anew with every child.
TEST(Formula, TheExpOfANumberIsTakenOnce) {
  const auto joined = [](const std::string& value) {
    const formula::Program program = formula::compile(kit::resolved("formula", rule(value)).params, {}).program;
    return std::ranges::count(program.instructions, formula::Op::multiply_exp, &formula::Instruction::op);
  };
  EXPECT_EQ(joined("sum(n * exp(q))"), 1);
  EXPECT_EQ(joined("sum(exp(q) * n)"), 1);
  EXPECT_EQ(joined("sum(n * exp(v))"), 0);
  EXPECT_EQ(joined("sum(exp(v) * n)"), 0);
  EXPECT_NEAR(value_of("sum(n * exp(v))"), 7 * std::exp(-0.5), 1e-12);
  EXPECT_NEAR(value_of("sum(exp(v) * (n - q))"), 6.25 * std::exp(-0.5), 1e-12);
}

// ---- texts and parameters ------------------------------------------------------------------------------------------

TEST(Formula, TheNormalFormReadsBackToItself) {
  const std::vector<std::pair<std::string, std::string>> cases = {{"a+b*c", "a + b * c"},
                                                                  {"(a+b)*c", "(a + b) * c"},
                                                                  {"a-(b-c)", "a - (b - c)"},
                                                                  {"(a-b)-c", "a - b - c"},
                                                                  {"a/(b*c)", "a / (b * c)"},
                                                                  {"-(a+b)", "-(a + b)"},
                                                                  {"-a*b", "-a * b"},
                                                                  {"-(a*b)", "-(a * b)"},
                                                                  {"( max ( q , 1e-12 ) )", "max(q, 1e-12)"},
                                                                  {"(a<b)<c", "(a < b) < c"},
                                                                  {"a+(b<c)", "a + (b < c)"},
                                                                  {"0.10", "0.1"},
                                                                  {"- -a", "--a"},
                                                                  {"a\n+\tb", "a + b"}};
  for (const auto& [given, wanted] : cases) {
    EXPECT_EQ(formula::normal_text(formula::parse_expression(given)), wanted);
    EXPECT_EQ(formula::normal_text(formula::parse_expression(wanted)), wanted);
  }
}

TEST(Formula, ResolvingWritesTheNormalFormAndTheSpan) {
  const GivenParams given = rule("dot(u,q)/sum(u)", kSoftmaxParts, map({{"g", list({-8, -4})}}));
  const Params params = resolve_backup(kit::resolved("formula", given), kit::usual_context()).params;
  EXPECT_EQ(params.text("value"), "dot(u, q) / sum(u)");
  EXPECT_EQ(params.tree("define").keys, (std::vector<std::string>{"beta", "u"}));
  EXPECT_EQ(params.real("span"), 1000);
  EXPECT_FALSE(resolve_backup(kit::resolved("formula"), kit::usual_context()).params.has("span"));
  EXPECT_EQ(resolve_backup(kit::resolved("formula"), kit::usual_context()).params.text("value"), "dot(n, q) / sum(n)");
}

TEST(Formula, AListThatGrowsNeedsASpanUnderATimeBudget) {
  const GivenParams given = rule("max(q) + 0 * grow(g, N)", {}, map({{"g", list({-8, -4})}}));
  OperatorContext timed = kit::usual_context();
  timed.simulations = 0;
  EXPECT_THROW(kit::make("formula", given, timed), ParamError);
  EXPECT_NO_THROW(kit::make("formula", with(given, "span", 500.0), timed));
  EXPECT_NO_THROW(kit::make("formula", {}, timed));
}

TEST(Formula, ItsParametersAreDeclaredToOptimizers) {
  const Params params = kit::resolved("formula", rule("p + grow(g, N)", {},
                                                      map({{"p", map({{"value", number(2)},
                                                                      {"low", number(1)},
                                                                      {"high", number(9)},
                                                                      {"tune", list({1, 4})},
                                                                      {"scale", text("log")}})},
                                                           {"g", list({-8, -4})}})))
                            .params;
  const std::optional<ParamSpec> p = formula::own_parameter(params, "p");
  ASSERT_TRUE(p);
  EXPECT_EQ(p->tune_high, 4);
  EXPECT_EQ(p->scale, Scale::log);
  EXPECT_EQ(std::get<double>(p->fallback), 2);
  EXPECT_EQ(formula::own_parameter(params, "g")->type, ParamType::real_list);
  EXPECT_FALSE(formula::own_parameter(params, "x"));
  GivenParams given = params.values();
  formula::set_own_parameter(given, "p", 3.0);
  formula::set_own_parameter(given, "g", std::vector<double>{1, 2, 3});
  const Params set = kit::resolved("formula", given).params;
  EXPECT_EQ(std::get<double>(formula::own_parameter(set, "p")->fallback), 3);
  EXPECT_EQ(std::get<std::vector<double>>(formula::own_parameter(set, "g")->fallback).size(), 3U);
  EXPECT_THROW(formula::set_own_parameter(given, "p", 10.0), ParamError);
  EXPECT_THROW(formula::set_own_parameter(given, "x", 1.0), ParamError);
}

}  // namespace
}  // namespace rootward
