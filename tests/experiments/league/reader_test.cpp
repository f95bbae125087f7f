// A league's file: which operators are tuned where it names none, or some.
#include <gmock/gmock.h>

#include <algorithm>

#include "backup/registry.h"
#include "core/errors.h"
#include "experiments/league/config.h"
#include "tests/experiments/store/scratch_folder.h"

namespace rootward::league {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

LeagueConfig league_of(const std::string& more) {
  const testing::ScratchFolder scratch;
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
