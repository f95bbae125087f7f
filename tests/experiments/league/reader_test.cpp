// A league's file: which operators are tuned where it names none, or some.
#include <gmock/gmock.h>

#include <algorithm>

#include "backup/registry.h"
#include "core/errors.h"
#include "experiments/league/config.h"
#include "experiments/league/entrants.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::league {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

LeagueConfig league_of(const std::string& more) {
  const testing::ScratchFolder scratch;
  for (const char* named : {"t.yaml", "f.yaml"}) testing::write_text(scratch.path(named), "");
  testing::write_text(scratch.path("league.yaml"), "name: l\nseed: 1\ntuning: t.yaml\nfinals: f.yaml\n" + more);
  return read_league(scratch.path("league.yaml"));
}

std::vector<std::string> operators_of(const std::string& more) {
  std::vector<std::string> labels;
  for (const LeagueOperator& one : league_of(more).operators) labels.push_back(one.label);
  return labels;
}

/// Tuned twice, one operator would count as two in the league's corrections; what few evaluators can serve is asked for
/// by name.
TEST(LeagueReader, TunesEachOperatorOnceUnlessToldWhich) {
  const std::vector<std::string> all = operators_of("");
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    EXPECT_EQ(std::ranges::count(all, name), entry.alias_of.empty() && !entry.needs_uncertainty ? 1 : 0) << name;
    if (!entry.alias_of.empty()) {
      EXPECT_EQ(get_operator(entry.alias_of).alias_of, "") << name;
    }
  }
  EXPECT_THAT(all, Not(Contains("erwa_corrected"))) << "it is erwa";
}

TEST(LeagueReader, TunesWhatIsNamedAndTheControl) {
  EXPECT_THAT(operators_of("operators: [softmax, erwa_corrected]\n"),
              ElementsAre("average", "erwa_corrected", "softmax"));
}

/// One operator may come twice, with values that no tuning changes and a choice of what is tuned.
TEST(LeagueReader, TunesOfAnOperatorWhatItIsTold) {
  const LeagueConfig league = league_of(
      "operators:\n"
      "  flat: {backup: {name: softmax, g: [-6]}}\n"
      "  still: {backup: {name: power_mean, p: 3}, tuned: [rate]}\n"
      "  fixed: {backup: max_lambda, tuned: []}\n");
  ASSERT_EQ(league.operators.size(), 4U);
  EXPECT_EQ(league.operators[0].label, "average") << "the control is always there";
  EXPECT_EQ(league.operators[1].backup, "{name: softmax, g: [-6]}");
  EXPECT_THAT(league.operators[1].tuned, ElementsAre("g"));
  EXPECT_EQ(league.operators[2].name, "power_mean");
  EXPECT_THAT(league.operators[2].tuned, ElementsAre("rate"));
  EXPECT_THAT(league.operators[3].tuned, IsEmpty());
}

/// The numbers that a formula declares for tuning, all of them or those that are named.
TEST(LeagueReader, TunesAFormulasOwnNumbers) {
  const std::string rule =
      "{name: formula, value: a * max(q) + b * min(q) + c, parameters: {a: {value: 1, tune: [0, 1]}, "
      "b: {value: 0, tune: [0, 1]}, c: 0}}";
  const LeagueConfig league =
      league_of("operators:\n  every: {backup: " + rule + "}\n  one: {backup: " + rule + ", tuned: [parameters.b]}\n");
  ASSERT_EQ(league.operators.size(), 3U);
  EXPECT_THAT(league.operators[1].tuned, ElementsAre("parameters.a", "parameters.b"));
  EXPECT_THAT(league.operators[2].tuned, ElementsAre("parameters.b"));
  EXPECT_THROW(league_of("operators:\n  none: {backup: " + rule + ", tuned: [parameters.c]}\n"), UsageError);
}

/// A text that stands in its own line may hold commas; in the tunings' one line it stands in quotes.
TEST(LeagueReader, AFormulaInLinesOfItsOwnIsTheSameInOne) {
  const LeagueConfig league = league_of(
      "operators:\n"
      "  mean:\n"
      "    backup:\n"
      "      name: formula\n"
      "      value: dot(n, q) / sum(n)\n"
      "      parameters:\n"
      "        a: {value: 1, low: 0}\n");
  ASSERT_EQ(league.operators.size(), 2U);
  EXPECT_EQ(league.operators[1].backup,
            R"x({name: formula, value: "dot(n, q) / sum(n)", parameters: {a: {value: 1, low: 0}}})x");
}

/// The constant's limits are the tuning's own: 0.2 to 3 on Connect Four is far too high on 9x9 Go.
TEST(LeagueEntrants, TuneTheConstantWithinTheTuningsLimits) {
  const testing::ScratchFolder scratch;
  const auto entrant_under = [&](const std::string& parameters) {
    testing::write_text(scratch.path("t.yaml"),
                        "name: t\nseed: 1\ngame: connect4\ndefaults: {search: {budget: {simulations: 20}}}\ncandidate: "
                        "{backup: average}\nopponent: {backup: average}\n"
                        "opening: {random_plies: 4}\nparameters: " +
                            parameters + "\n");
    testing::write_text(scratch.path("f.yaml"), "");
    testing::write_text(scratch.path("league.yaml"),
                        "name: l\nseed: 1\ntuning: t.yaml\nfinals: f.yaml\noperators: [max]\n");
    return make_entrants(read_league(scratch.path("league.yaml"))).front().tuning.parameters;
  };
  const auto own = entrant_under("{search.selection.c: {low: 0.02, high: 1.5, scale: linear}}");
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].low, 0.02);
  EXPECT_EQ(own[0].high, 1.5);
  EXPECT_EQ(own[0].scale, Scale::linear);
  const auto usual = entrant_under("{search.budget.simulations: {low: 10, high: 20, scale: integer}}");
  ASSERT_EQ(usual.size(), 1U);
  EXPECT_EQ(usual[0].path, "search.selection.c");
  EXPECT_EQ(usual[0].low, 0.2);
  EXPECT_EQ(usual[0].high, 3);
  EXPECT_EQ(usual[0].scale, Scale::log);
}

TEST(LeagueReader, RefusesWhatCannotBeTuned) {
  std::string found;
  try {
    (void)league_of(
        "operators:\n"
        "  average: {backup: max}\n"
        "  a: {backup: {name: softmax, g: [-6]}, tuned: [gg]}\n"
        "  b: {backup: sofmax}\n"
        "  c: {tuned: [g]}\n");
  } catch (const UsageError& error) {
    found = error.what();
  }
  EXPECT_THAT(found, HasSubstr("6:21: operators.average.backup: max is not allowed; average is whom all others are"));
  EXPECT_THAT(found, HasSubstr("7:"));
  EXPECT_THAT(found, HasSubstr("gg is no parameter of softmax with a tuning box; allowed: a list of g"));
  EXPECT_THAT(found, HasSubstr("softmax?"));
  EXPECT_THAT(found, HasSubstr("operators.c.backup"));
}

}  // namespace
}  // namespace rootward::league
