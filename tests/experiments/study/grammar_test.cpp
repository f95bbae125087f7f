// Formulas of the grammar: the operator takes them, and they come back from JSON.
#include "experiments/study/grammar.h"

#include <gmock/gmock.h>

#include <set>

#include "core/errors.h"
#include "experiments/study/likeness.h"
#include "lab/config/resolved_tree.h"

namespace rootward::study {
namespace {

using ::testing::HasSubstr;

TEST(Grammar, TellsAFormula) {
  const Formula formula{.is_return = false,
                        .main = {.name = "share", .constants = {0.5}},
                        .factors = {{.name = "visits", .constants = {}}, {.name = "exp_value", .constants = {4}}}};
  EXPECT_EQ(rule_text(formula),
            "dot(n, q) / S + (0.5) * (dot(u, q) / sum(u) - dot(n, q) / S); u = n * exp(4 * (q - max(q)))");
  EXPECT_EQ(config::flow_text(backup_node(formula, FormulaBoxes::left_out)),
            "{name: formula, kind: child, value: \"dot(n, q) / S + (k0) * (dot(u, q) / sum(u) - dot(n, q) / S)\", "
            "define: {u: \"n * exp(k1 * (q - max(q)))\"}, parameters: {k0: {value: 0.5}, k1: {value: 4}}}");
  EXPECT_THAT(config::flow_text(backup_node(formula, FormulaBoxes::written)),
              HasSubstr("k1: {value: 4, low: 0.5, high: 60, tune: [0.5, 60]"));
  EXPECT_TRUE(is_sound(formula));
}

TEST(Grammar, AStructureHasNoConstantsAndNoOrder) {
  const Gene visits{.name = "visits", .constants = {}};
  const Gene exp_value{.name = "exp_value", .constants = {4}};
  Formula formula{.is_return = false, .main = {.name = "share", .constants = {0.5}}, .factors = {visits, exp_value}};
  EXPECT_EQ(structure_text(formula), "child share: exp_value * visits");
  formula.factors = {exp_value, visits};
  formula.factors[0].constants = {9};
  EXPECT_EQ(structure_text(formula), "child share: exp_value * visits");
  formula.factors.push_back(visits);
  EXPECT_EQ(structure_text(formula), "child share: exp_value * visits * visits");
  const Formula step{.is_return = true, .main = {.name = "late", .constants = {2}}, .factors = {}};
  EXPECT_EQ(structure_text(step), "return late: ");
}

TEST(Grammar, TheLanguageTakesNearlyAllOfIt) {
  Rng rng(11);
  constexpr int kDrawn = 40;
  int sound = 0;
  std::set<std::string> ids;
  for (int i = 0; i < kDrawn; ++i) {
    const Formula formula = random_formula(rng);
    sound += is_sound(formula) ? 1 : 0;
    ids.insert(formula_id(formula));
    EXPECT_EQ(formula_of(parse_json(dump_json(formula_json(formula)))), formula) << rule_text(formula);
  }
  EXPECT_GE(sound, kDrawn - 4);
  EXPECT_GE(ids.size(), kDrawn - 2U);
}

TEST(Grammar, MutationsStayInTheGrammar) {
  Rng rng(12);
  Formula formula = random_formula(rng);
  int changed = 0;
  for (int i = 0; i < 300; ++i) {
    const Formula other = random_formula(rng);
    const Formula next = mutated(formula, other, rng);
    EXPECT_EQ(next.is_return, formula.is_return);
    EXPECT_LE(next.factors.size(), 3U);
    for (const NamedConstant& constant : constants_of(next)) {
      EXPECT_GE(constant.value, constant.box.low);
      EXPECT_LE(constant.value, constant.box.high);
    }
    EXPECT_EQ(formula_of(formula_json(next)), next);
    changed += next == formula ? 0 : 1;
    formula = next;
  }
  EXPECT_GT(changed, 200);
}

TEST(Grammar, RefusesWhatIsNone) {
  Rng rng(1);
  Json json = formula_json(random_formula(rng));
  json["main"]["name"] = "nonsense";
  EXPECT_THROW((void)formula_of(json), UsageError);
  json = formula_json(random_formula(rng));
  json["kind"] = "path";
  EXPECT_THROW((void)formula_of(json), UsageError);
}

}  // namespace
}  // namespace rootward::study
