// The key `operators`: which operators are tuned where it names none, or some.
#include <gmock/gmock.h>

#include <algorithm>

#include "backup/registry.h"
#include "core/errors.h"
#include "experiments/study/operator_reader.h"
#include "lab/config/problem_list.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_document.h"

namespace rootward::study {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<TunedOperator> operators_in(const std::string& yaml) {
  config::YamlNode root = config::parse_yaml(yaml, "operators.yaml");
  config::assign_paths(root, "");
  config::ProblemList problems;
  std::vector<TunedOperator> operators = read_operators(root.find("operators"), problems);
  problems.throw_if_any();
  return operators;
}

std::vector<std::string> labels_in(const std::string& yaml) {
  std::vector<std::string> labels;
  for (const TunedOperator& one : operators_in(yaml)) labels.push_back(one.label);
  return labels;
}

/// Tuned twice, one operator would count as two in the corrections; what few evaluators can serve is asked for
/// by name.
TEST(TunedOperators, TunesEachOperatorOnceUnlessToldWhich) {
  const std::vector<std::string> all = labels_in("other: 1");
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    EXPECT_EQ(std::ranges::count(all, name), entry.alias_of.empty() && !entry.needs_uncertainty ? 1 : 0) << name;
    if (!entry.alias_of.empty()) {
      EXPECT_EQ(get_operator(entry.alias_of).alias_of, "") << name;
    }
  }
  EXPECT_THAT(all, Not(Contains("erwa_corrected"))) << "it is erwa";
}

TEST(TunedOperators, TunesWhatIsNamedAndTheControl) {
  EXPECT_THAT(labels_in("operators: [softmax, erwa_corrected]\n"), ElementsAre("average", "erwa_corrected", "softmax"));
}

/// One operator may come twice, with values that no tuning changes and a choice of what is tuned.
TEST(TunedOperators, TunesOfAnOperatorWhatItIsTold) {
  const std::vector<TunedOperator> operators = operators_in(
      "operators:\n"
      "  flat: {backup: {name: softmax, g: [-6]}}\n"
      "  still: {backup: {name: power_mean, p: 3}, tuned: [rate]}\n"
      "  fixed: {backup: max_lambda, tuned: []}\n");
  ASSERT_EQ(operators.size(), 4U);
  EXPECT_EQ(operators[0].label, "average") << "the control is always there";
  EXPECT_EQ(config::flow_text(operators[1].backup), "{name: softmax, g: [-6]}");
  EXPECT_THAT(operators[1].tuned, ElementsAre("g"));
  EXPECT_EQ(operators[2].name, "power_mean");
  EXPECT_THAT(operators[2].tuned, ElementsAre("rate"));
  EXPECT_THAT(operators[3].tuned, IsEmpty());
}

/// The numbers that a formula declares for tuning, all of them or those that are named.
TEST(TunedOperators, TunesAFormulasOwnNumbers) {
  const std::string rule =
      "{name: formula, value: a * max(q) + b * min(q) + c, parameters: {a: {value: 1, tune: [0, 1]}, "
      "b: {value: 0, tune: [0, 1]}, c: 0}}";
  const std::vector<TunedOperator> operators = operators_in(
      "operators:\n  every: {backup: " + rule + "}\n  one: {backup: " + rule + ", tuned: [parameters.b]}\n");
  ASSERT_EQ(operators.size(), 3U);
  EXPECT_THAT(operators[1].tuned, ElementsAre("parameters.a", "parameters.b"));
  EXPECT_THAT(operators[2].tuned, ElementsAre("parameters.b"));
  EXPECT_THROW(operators_in("operators:\n  none: {backup: " + rule + ", tuned: [parameters.c]}\n"), UsageError);
}

/// A text that stands in its own line may hold commas; in the tunings' one line it stands in quotes.
TEST(TunedOperators, AFormulaInLinesOfItsOwnIsTheSameInOne) {
  const std::vector<TunedOperator> operators = operators_in(
      "operators:\n"
      "  mean:\n"
      "    backup:\n"
      "      name: formula\n"
      "      value: dot(n, q) / sum(n)\n"
      "      parameters:\n"
      "        a: {value: 1, low: 0}\n");
  ASSERT_EQ(operators.size(), 2U);
  EXPECT_EQ(config::flow_text(operators[1].backup),
            R"x({name: formula, value: "dot(n, q) / sum(n)", parameters: {a: {value: 1, low: 0}}})x");
}

TEST(TunedOperators, RefusesWhatCannotBeTuned) {
  std::string found;
  try {
    (void)operators_in(
        "operators:\n"
        "  average: {backup: max}\n"
        "  a: {backup: {name: softmax, g: [-6]}, tuned: [gg]}\n"
        "  b: {backup: sofmax}\n"
        "  c: {tuned: [g]}\n");
  } catch (const UsageError& error) {
    found = error.what();
  }
  EXPECT_THAT(found, HasSubstr("2:21: operators.average.backup: max is not allowed; average is whom all others are"));
  EXPECT_THAT(found, HasSubstr("3:"));
  EXPECT_THAT(found, HasSubstr("gg is no parameter of softmax with a tuning box; allowed: a list of g"));
  EXPECT_THAT(found, HasSubstr("softmax?"));
  EXPECT_THAT(found, HasSubstr("operators.c.backup"));
}

}  // namespace
}  // namespace rootward::study
