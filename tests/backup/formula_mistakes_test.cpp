// What is wrong in a formula is refused to the character, and what is doubtful is warned of.
#include <gtest/gtest.h>

#include "backup/formula_compiler.h"
#include "backup/formula_error.h"
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

struct Refusal {
  GivenParams given;
  std::string key;
  int offset;  ///< of the character; -1: the whole value
  std::string words;
};

std::vector<formula::Mistake> mistakes_in(const GivenParams& given, bool has_priors = true) {
  try {
    OperatorContext context = kit::usual_context();
    context.has_priors = has_priors;
    (void)resolve_backup(kit::resolved("formula", given), context);
  } catch (const formula::FormulaError& error) {
    EXPECT_EQ(error.key(), error.mistakes().front().key);
    return error.mistakes();
  } catch (const ParamError& error) {
    return {{error.key(), error.what(), {}}};
  }
  return {};
}

TEST(FormulaMistakes, EveryMistakeIsRefusedAtItsCharacter) {
  const ParamTree p3 = map({{"p", map({{"value", number(3)}, {"low", number(0)}, {"high", number(1)}})}});
  const std::string deep = std::string(65, '(') + "1" + std::string(65, ')');
  std::string many = "sum(n)";
  for (int i = 0; i < 300; ++i) many += "+log(N+" + std::to_string(i) + ")";
  std::string millions = "1e6";  // 7 characters each in the normal form
  for (int i = 0; i < 700; ++i) millions += "+1e6";
  const std::vector<Refusal> refusals = {
      {rule("sum(n * qq) / sum(n)"), "value", 8, "unknown name 'qq' (column 9 of the expression); known: n, q"},
      {rule("sum(n * qq) / sum(n)"), "value", 8, "did you mean q?"},
      {rule("n * q"), "value", 0, "'n * q' is a vector"},
      {rule("max(q"), "value", 3, "the bracket is left open"},
      {rule("max(q))"), "value", 6, "closes none"},
      {rule(""), "value", 0, "the expression ends"},
      {rule("1 +"), "value", 3, "the expression ends"},
      {rule("median(q)"), "value", 0, "no function is called 'median'"},
      {rule("sum(n) ^ 2"), "value", 7, "pow(x, y)"},
      {rule("2 ** 3"), "value", 2, "pow(x, y)"},
      {rule("v = 3"), "value", 2, "no assignment"},
      {rule("1 < 2 < 3"), "value", 6, "do not chain"},
      {rule("2 N"), "value", 2, "'N' does not belong here"},
      {rule("2N"), "value", 1, "cannot follow a number"},
      {rule("1e999"), "value", 0, "too large"},
      {rule("."), "value", 0, "is no number"},
      {rule("N $ 2"), "value", 2, "'$' does not belong here"},
      {rule("N, 2"), "value", 1, "comma"},
      {rule("N ; 2"), "value", 2, "';' does not belong here (column 3 of the expression); allowed: + -"},
      {rule("N ' 2"), "value", 2, "''' does not belong here (column 3 of the expression); allowed: + -"},
      {rule("exp"), "value", 0, "write exp(x)"},
      {rule("exp(1, 2)"), "value", 0, "takes 1 argument"},
      {rule("max()"), "value", 0, "1 or 2 arguments"},
      {rule("sum(N)"), "value", 4, "sum takes a vector"},
      {rule("at(q, n)"), "value", 6, "'n' is a vector"},
      {rule("w"), "value", 0, "there is no `state`"},
      {rule("grow(N, N)"), "value", 5, "no list"},
      {rule(std::string(4097, '1')), "value", 4096, "longer than 4096 characters without blanks"},
      {rule(millions), "value", static_cast<int>(millions.size()), "without blanks, in its normal form"},
      {rule(deep), "value", 64, "nested deeper than 64"},
      {rule(many), "value", -1, "256 are allowed"},
      {rule("a", map({{"a", text("b + 1")}, {"b", text("a")}})), "define.b", 0, "circle: a -> b -> a"},
      {rule("a", map({{"a", text("max(q) + ")}})), "define.a", 9, "the expression ends"},
      {rule("max(q)", map({{"u", text("n")}})), "define.u", -1, "is never used"},
      {rule("max(q)", map({{"exp", text("n")}})), "define.exp", -1, "built-in"},
      {rule("max(q)", map({{"2a", text("n")}})), "define.2a", -1, "is no name"},
      {rule("max(q)", map({{"a", list({1})}})), "define.a", -1, "allowed: an expression"},
      {rule("max(q)", {}, map({{"p", number(1)}})), "parameters.p", -1, "is never used"},
      {rule("p * max(q)", {}, p3), "parameters.p.value", -1, "3 is outside [0, 1]"},
      {rule("n * max(q)", {}, map({{"n", number(1)}})), "parameters.n", -1, "built-in"},
      {rule("p + p", map({{"p", text("1")}}), map({{"p", number(1)}})), "define.p", -1, "parameter already"},
      {rule("p", {}, map({{"p", map({{"low", number(0)}})}})), "parameters.p", -1, "value is required"},
      {rule("p", {}, map({{"p", map({{"value", number(0)}, {"hihg", number(0)}})}})), "parameters.p.hihg", -1,
       "did you mean high?"},
      {rule("p", {}, map({{"p", map({{"value", number(0)}, {"tune", list({1, 0})}})}})), "parameters.p.tune", -1,
       "low < high"},
      {rule("p", {}, map({{"p", map({{"value", number(1)}, {"scale", text("log")}, {"tune", list({0, 1})}})}})),
       "parameters.p.tune", -1, "needs numbers > 0"},
      {rule("p", {}, map({{"p", map({{"value", number(1.5)}, {"scale", text("integer")}})}})), "parameters.p.value", -1,
       "1.5 is not allowed; scale: integer needs whole numbers"},
      {rule("p", {}, map({{"p", map({{"value", number(1)}, {"scale", text("integer")}, {"tune", list({0.2, 2})}})}})),
       "parameters.p.tune", -1, "needs whole numbers"},
      {rule("p", {}, map({{"p", map({{"value", number(1)}, {"scale", text("lgo")}})}})), "parameters.p.scale", -1,
       "did you mean log?"},
      {rule("g", {}, map({{"g", list({1, 2})}})), "value", 0, "is a list"},
      {rule("grow(g, N)", {}, map({{"g", number(1)}})), "value", 5, "grow takes a list"},
      {rule("grow(g, N)", {}, map({{"g", list({101})}})), "parameters.g", -1, "[-100, 100]"},
      {with(rule("dot(n, q) / sum(n)"), "kind", std::string("return")), "value", 4, "sees numbers alone"},
      {with(rule("max(q)"), "state", std::string("w + 1")), "state", -1, "keeps no private number"},
      {rule("log(min(q))"), "value", -1, "not finite"}};
  for (const Refusal& refusal : refusals) {
    const std::vector<formula::Mistake> mistakes = mistakes_in(refusal.given);
    ASSERT_FALSE(mistakes.empty()) << refusal.words;
    const formula::Mistake& first = mistakes.front();
    EXPECT_EQ(first.key, refusal.key) << refusal.words;
    EXPECT_EQ(first.offset ? static_cast<int>(*first.offset) : -1, refusal.offset) << first.message;
    EXPECT_NE(first.message.find(refusal.words), std::string::npos) << first.message << " has not: " << refusal.words;
  }
}

std::vector<std::string> keys_of(const std::vector<formula::Mistake>& mistakes) {
  std::vector<std::string> keys;
  for (const formula::Mistake& one : mistakes) keys.push_back(one.key);
  return keys;
}

TEST(FormulaMistakes, WhatAnotherMistakeHidesIsToldWithIt) {
  using Keys = std::vector<std::string>;
  const ParamTree define = map({{"u", text("foo(n)")}, {"w2", text("sum(qq)")}});
  EXPECT_EQ(keys_of(mistakes_in(rule("max(q", define))), (Keys{"value", "define.u", "define.w2"}));
  EXPECT_EQ(keys_of(mistakes_in(rule("exp(aa, bb) + medain(cc)"))),
            (Keys{"value", "value", "value", "value", "value"}));
  EXPECT_EQ(keys_of(mistakes_in(rule("max(q)", define))), (Keys{"define.u", "define.w2"}));
  const ParamTree idle = map({{"a", text("b")}, {"b", text("1")}});
  EXPECT_EQ(keys_of(mistakes_in(rule("max(q)", idle))), (Keys{"define.a", "define.b"}));
  EXPECT_EQ(mistakes_in(rule("max(q)", idle)).front().message, "is never used");
}

TEST(FormulaMistakes, WhatIsAcceptedIsAcceptedInItsNormalForm) {
  std::string tight = "max(q)*(1";
  while (tight.size() < 4000) tight += "*1";
  tight += ')';
  const Params params = kit::resolved("formula", rule(tight)).params;
  const GivenParams normal = formula::normal_form(params);
  EXPECT_GT(std::get<std::string>(normal.at("value")).size(), 4096U);
  const std::vector<formula::Mistake> mistakes = mistakes_in(normal);
  EXPECT_TRUE(mistakes.empty()) << mistakes.front().key << ": " << mistakes.front().message;
  EXPECT_EQ(formula::normal_form(kit::resolved("formula", normal).params), normal);
}

/// d0, d1, ..: each names the one before and has a long sum behind it, which is no deeper than a short one.
GivenParams chain_of_definitions(int count) {
  std::string ones;
  for (int i = 0; i < 1000; ++i) ones += "+1";
  ParamTree define = map({{"d0", text("1")}});
  for (int i = 1; i < count; ++i) {
    define.keys.push_back("d" + std::to_string(i));
    define.items.push_back(text("0*d" + std::to_string(i - 1) + ones));
  }
  return rule("d" + std::to_string(count - 1), define);
}

// A definition takes two levels. What is accepted must fit a thread's stack.
TEST(FormulaMistakes, DefinitionsWithinEachOtherAreRefusedAtALimit) {
  EXPECT_TRUE(mistakes_in(chain_of_definitions(150)).empty());
  const std::vector<formula::Mistake> mistakes = mistakes_in(chain_of_definitions(250));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_TRUE(mistakes[0].key.starts_with("define.d")) << mistakes[0].key;
  EXPECT_NE(mistakes[0].message.find("nested deeper than 320 levels, definitions included (column "), std::string::npos)
      << mistakes[0].message;
}

TEST(FormulaMistakes, ALongChainIsNotDeep) {
  std::string sum = "max(q)";
  std::string ones = "1";
  for (int i = 0; i < 2000; ++i) {
    sum += "+0";
    ones += "*1";
  }
  EXPECT_NE(mistakes_in(rule(sum)).front().message.find("256 are allowed"), std::string::npos);
  EXPECT_TRUE(mistakes_in(rule(ones)).empty());
  EXPECT_TRUE(mistakes_in(rule("a + b", map({{"a", text(ones)}, {"b", text("max(q) - " + ones)}}))).empty());
}

// What was not compiled any more is not told to be unused.
TEST(FormulaMistakes, TooManyInstructionsAreToldAlone) {
  std::string many = "max(q)";
  for (int i = 0; i < 300; ++i) many += "+log(N+" + std::to_string(i) + ")";
  const std::vector<formula::Mistake> mistakes = mistakes_in(rule("a + b", map({{"a", text(many)}, {"b", text("v")}})));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_NE(mistakes[0].message.find("256 are allowed"), std::string::npos) << mistakes[0].message;
}

TEST(FormulaMistakes, PriorsAreRefusedWhereTheEvaluatorGivesNone) {
  const GivenParams given = rule("dot(P, q) / sum(P)");
  EXPECT_TRUE(mistakes_in(given, true).empty());
  ASSERT_EQ(mistakes_in(given, false).size(), 2U);
  EXPECT_EQ(mistakes_in(given, false)[1].offset, 16U);
}

TEST(FormulaMistakes, AllMistakesAreToldAtOnce) {
  EXPECT_EQ(mistakes_in(rule("aa + bb + a", map({{"a", text("cc +")}, {"c", text("dd")}}))).size(), 4U);
}

TEST(FormulaMistakes, ANodeThatIsNotFiniteIsNamedAsALine) {
  const std::string message = mistakes_in(rule("log(min(q))")).front().message;
  EXPECT_NE(message.find(R"(at the node {"children": [{"visits": )"), std::string::npos) << message;
}

TEST(FormulaMistakes, CornersOfTheTuningBoxAreTriedToo) {
  const auto given = [](double low) {
    return rule("max(q) / p", {},
                map({{"p", map({{"value", number(1)}, {"low", number(0)}, {"tune", list({low, 2})}})}}));
  };
  EXPECT_TRUE(mistakes_in(given(0.5)).empty());
  const std::vector<formula::Mistake> mistakes = mistakes_in(given(0));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_NE(mistakes.front().message.find("with p = 0"), std::string::npos) << mistakes.front().message;
}

TEST(FormulaMistakes, WarnsOfAnIndexThatTheOrderDecides) {
  const auto warnings = [](const std::string& value) {
    return formula::compile(kit::resolved("formula", rule(value)).params, {}).warnings.size();
  };
  EXPECT_EQ(warnings("at(q, argmax(q))"), 0U);
  EXPECT_EQ(warnings("at(m, argmax(q, n))"), 0U);
  EXPECT_EQ(warnings("at(m, argmax(q))"), 1U);
  EXPECT_EQ(warnings("argmin(q) / K"), 1U);
}

}  // namespace
}  // namespace rootward
