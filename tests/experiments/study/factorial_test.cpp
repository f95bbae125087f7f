// Tables of effects: what they say of switches, whether there is a cause, and the summary over several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/study/factorial_results.h"

namespace rootward::study {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

SharedEstimate estimate(double elo, double error) { return {.elo = elo, .own_variance = error * error, .luck = {}}; }

Switch thrown(const std::string& name, Predicted predicted = Predicted::adds) {
  return {.name = name, .from = "off", .to = "on", .predicted = predicted, .why = "H of " + name};
}

/// A table whose switches alone add so much, each with an error of 7.8 Elo.
struct Made {
  EffectsStep step;
  EffectsResults results;
};
Made made(const std::vector<std::pair<std::string, double>>& effects, double again = 0,
          Predicted predicted = Predicted::adds) {
  Made table;
  table.step.name = "X";
  table.step.first = "the paper's variant";
  table.step.measured = "a against b";
  table.step.again = {"b-again", "b"};
  std::vector<std::pair<std::string, SharedEstimate>> rows;
  for (const auto& [name, elo] : effects) {
    table.step.switches.push_back(thrown(name, predicted));
    rows.emplace_back(name, estimate(elo, 7.8));
  }
  table.results.switches = judge_effects(rows);
  table.results.variants = {{"on", estimate(50, 10)}};
  table.results.again = estimate(again, 5);
  table.results.games = {300};
  return table;
}

/// The summary of tables called x1, x2 ..
SummaryResults summary_of(std::vector<Made>& tables, const SummaryStep& step) {
  std::vector<std::pair<std::string, EffectsResults>> all;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    tables[i].results.step = &tables[i].step;
    all.emplace_back("x" + std::to_string(i + 1), tables[i].results);
  }
  return summarise(step, std::move(all));
}

std::string cause(std::vector<Made> tables, const SummaryStep& step = {}) {
  const SummaryResults summary = summary_of(tables, step);
  return cause_of(summary.switches, summary.effects);
}

TEST(Cause, MovesTheFirstVariantByItsSignAndAlone) {
  EXPECT_EQ(cause({made({{"a", 40}, {"b", 0}})}), "a");
  EXPECT_EQ(cause({made({{"a", -40}, {"b", 0}})}), "");
  EXPECT_EQ(cause({made({{"a", 40}, {"b", 40}})}), "");
  EXPECT_EQ(cause({made({{"a", 1}, {"b", 0}})}), "");
  EXPECT_EQ(cause({made({{"a", 40}}, 0, Predicted::open)}), "");
  EXPECT_EQ(cause({made({{"a", -40}}, 0, Predicted::takes)}), "a");
}

TEST(Cause, IsSoughtOverAllTablesThatCount) {
  EXPECT_EQ(cause({made({{"a", 40}, {"b", 1}}), made({{"c", 2}})}), "a");
  EXPECT_EQ(cause({made({{"a", 40}, {"b", 1}}), made({{"c", 40}})}), "") << "another table's switch moves it too";
  EXPECT_EQ(cause({made({{"a", 40}}), made({{"a", 45}})}), "a") << "one switch in two tables";
  EXPECT_EQ(cause({made({{"a", 40}}), made({{"a", -45}})}), "");
  EXPECT_EQ(cause({made({{"a", 40}}), made({{"c", 40}}, 17)}), "a") << "the second is void";
  // Holm over all: z = 2.5, p = .0124, is significant in a family of three and not over six.
  const Made first = made({{"a", 2.5 * 7.8}, {"b", 0}, {"c", 0}});
  EXPECT_EQ(cause({first}), "a");
  EXPECT_EQ(cause({first, made({{"d", 0}, {"e", 0}, {"f", 0}})}), "");
}

TEST(Summary, CountsASwitchOnceThatHasTwoNames) {
  const SummaryStep step{.name = "all", .effects = {"x1", "x2"}, .repeats = {{"x2: scale", "x1: c"}}};
  std::vector<Made> both = {made({{"c", 40}}), made({{"own", 1}, {"scale", 40}})};
  const SummaryResults summary = summary_of(both, step);
  std::vector<std::string> names;
  for (const JudgedEffect& one : summary.effects) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("x1: c", "x2: own"));
  EXPECT_EQ(cause(both, step), "c");
  std::vector<Made> broken = {made({{"c", 40}}, 17), made({{"own", 1}, {"scale", 40}})};
  EXPECT_EQ(cause(broken, step), "scale") << "where the other does not count, this one does";
}

TEST(Summary, SaysWhatIsVoidAndWhatIsExploratory) {
  std::vector<Made> tables = {made({{"a", 1}}, 17), made({{"b", 1}})};
  tables[1].results.is_fixed = false;
  const std::string text = summary_markdown(summary_of(tables, {.name = "All", .effects = {}, .repeats = {}}));
  EXPECT_THAT(text, AllOf(HasSubstr("## All\n"), HasSubstr("there: x1.\n"), HasSubstr("before the first game: x2.\n"),
                          HasSubstr("Holm over all 1. No switch alone is found to be the cause."),
                          HasSubstr("x1 (on) +50.0 ± 19.6 Elo, x2 (on) +50.0 ± 19.6 Elo")));
}

TEST(Verdict, SaysWhatMovesItAndWhatWasPredicted) {
  const auto verdict = [](double a, double b, Predicted predicted) {
    const std::vector<Switch> switches = {thrown("a", predicted), thrown("b")};
    return verdict_of(switches, judge_effects({{"a", estimate(a, 7.8)}, {"b", estimate(b, 7.8)}}));
  };
  EXPECT_EQ(verdict(40, 0, Predicted::adds), "The cause: a.");
  EXPECT_EQ(verdict(1, 0, Predicted::adds), "No switch alone is found to be the cause.");
  EXPECT_EQ(verdict(40, 0, Predicted::open), "a alone moves it (+40); nothing was predicted of it.");
  EXPECT_EQ(verdict(-40, 0, Predicted::adds), "a alone moves it (-40); against what was predicted.");
  EXPECT_EQ(verdict(40, -30, Predicted::adds),
            "No single cause, several switches move it: a (+40; as predicted), b (-30; against what was predicted).");
}

TEST(EffectsPage, SaysWhatAPlayerAgainstItselfShows) {
  const auto page = [](double again) {
    Made table = made({{"a", 1}}, again);
    table.results.step = &table.step;
    return effects_markdown(table.results);
  };
  EXPECT_THAT(page(12), AllOf(HasSubstr("b-again against b, one player by two names: +12.0 Elo, standard error 5.0"),
                              HasSubstr("its 99 % interval holds 0."), Not(HasSubstr("Void"))));
  EXPECT_THAT(page(14), AllOf(HasSubstr("leaves 0 out: doubt these variants"), Not(HasSubstr("Void"))));
  EXPECT_THAT(page(17), AllOf(HasSubstr("p < 0.001, nothing here counts"), HasSubstr("Void: a player does not equal")));
}

TEST(EffectsPage, WarnsOfBoundsAndOfChanges) {
  Made table = made({{"a", 1}});
  table.results.step = &table.step;
  table.results.bounds = {"a-on"};
  table.results.is_fixed = false;
  table.results.games = {100, 300};
  EXPECT_THAT(effects_markdown(table.results),
              AllOf(HasSubstr("## X, 100 to 300 games a variant"), HasSubstr("All games won or all lost: a-on."),
                    HasSubstr("Exploratory: games, question and hypothesis"),
                    HasSubstr("| a: off to on | + | H of a |"), HasSubstr("Holm over 1:")));
}

}  // namespace
}  // namespace rootward::study
