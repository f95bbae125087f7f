// A league's file: which operators are tuned where it names none, or some.
#include <gmock/gmock.h>

#include <algorithm>

#include "backup/registry.h"
#include "experiments/league/config.h"
#include "tests/experiments/store/scratch_folder.h"

namespace rootward::league {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

std::vector<std::string> operators_of(const std::string& more) {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("league.yaml"), "name: l\nseed: 1\ntuning: t.yaml\nfinals: f.yaml\n" + more);
  return read_league(scratch.path("league.yaml")).operators;
}

/// Tuned twice, one operator would count as two in the league's corrections.
TEST(LeagueReader, TunesEachOperatorOnceUnlessToldWhich) {
  const std::vector<std::string> all = operators_of("");
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    EXPECT_EQ(std::ranges::count(all, name), entry.alias_of.empty() ? 1 : 0) << name;
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

}  // namespace
}  // namespace rootward::league
