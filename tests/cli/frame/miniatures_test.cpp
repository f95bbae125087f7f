// Shipped configurations of days of computing, played in miniature from the first game to the last table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// `run FILE --out a --quiet`, with each of `values` by --set.
Finished play_smaller(const Workplace& place, const std::string& file, const std::vector<std::string>& values) {
  std::vector<std::string> arguments = {"run", file, "--out", place.path("a"), "--quiet", "--threads", "2"};
  for (const std::string& value : values) arguments.insert(arguments.end(), {"--set", value});
  return run_program(place.path(""), arguments);
}

/// The cluster's has the night's and the evening's domains among its own, 40 in all. Scores are not looked at: some are
/// of games that the atlas holds out.
TEST(Miniature, OfTheClustersAtlas) {
  const Workplace place;
  std::vector<std::string> smaller = {"operators=[average, max]", "lists.small=[16]", "lists.large=[32]"};
  for (const char* features : {"features", "features-tactical", "features-solved", "features-network"})
    smaller.push_back(std::string("steps.") + features + ".estimates.instances=1");
  for (const char* tuning : {"first-pass-400", "tune-400", "first-pass-1600", "tune-1600"}) {
    const std::string step = std::string("steps.") + tuning;
    smaller.push_back(step + ".evaluations=1");
    for (const char* games : {".tuning.games=2", ".tuning.test_games=2"}) smaller.push_back(step + games);
    smaller.push_back(step + ".tuning.defaults.search.budget.simulations=16");
  }
  for (const char* played : {"final-400", "final-1600", "final-equal", "pool-400", "pool-1600", "pool-equal", "trial"})
    smaller.push_back(std::string("steps.") + played + ".games=4");
  for (const char* played : {"final-equal", "pool-equal", "trial"})
    smaller.push_back(std::string("steps.") + played + ".tournament.defaults.search.budget.simulations=32");
  const Finished run = play_smaller(place, ROOTWARD_SOURCE_DIR "/configs/atlas/cluster.yaml", smaller);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(file_text(place.path("a/table.md")), HasSubstr("200 of 200 cells, 800 games of finals."))
      << "A/A and max at two budgets, and max at equal CPU time, in every domain";
}

TEST(Miniature, OfTheSearchForFormulas) {
  const Workplace place;
  std::vector<std::string> smaller = {"lists.seed=[1]",
                                      "lists.survivor.count=1",
                                      "steps.search.rounds={pairs: [2, 4], keep: 0.5}",
                                      "steps.search.formulas={generations: 2, count: 4, parents: 2, fresh: 0.3}",
                                      "steps.control.evaluations=1",
                                      "steps.control.tuning.games=2",
                                      "steps.control.tuning.test_games=2",
                                      "steps.tune.evaluations=1",
                                      "steps.tune.tuning.games=4"};
  for (const char* step : {"control.tuning", "search.tournament", "tune.tuning", "cost.tournament", "trial.tournament",
                           "confirmation.tournament"})
    smaller.push_back(std::string("steps.") + step + ".defaults.search.budget.simulations=16");
  for (const char* step : {"cost", "trial", "confirmation"})
    smaller.push_back(std::string("steps.") + step + ".tournament.schedule.pairs=2");
  const Finished run = play_smaller(place, ROOTWARD_SOURCE_DIR "/configs/discovery/search.yaml", smaller);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(file_text(place.path("a/table.md")), HasSubstr("8 formulas"));
}

TEST(Miniature, OfTheReproductions) {
  for (const auto& [name, steps] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"laptop", {"9x9-200"}}, {"night-all", {"9x9-800"}}, {"weak-networks", {"10k", "50k"}}}) {
    const Workplace place;
    std::vector<std::string> smaller;
    for (const std::string& step : steps)
      for (const char* value : {".tournament.schedule.pairs=2", ".tournament.defaults.search.budget.simulations=3"})
        smaller.push_back("steps." + step + value);
    const Finished run = play_smaller(place, ROOTWARD_SOURCE_DIR "/configs/reproduction/" + name + ".yaml", smaller);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, AllOf(HasSubstr("## Published and played"), HasSubstr("**A/A 9x9**"))) << name;
  }
}

TEST(Miniature, OfWeightProfilesTunedAnew) {
  const Workplace place;
  std::vector<std::string> smaller = {"steps.tune.evaluations=2", "steps.tune.tuning.games=2",
                                      "steps.tune.tuning.test_games=2", "steps.cells.tournament.schedule.pairs=2"};
  for (const char* step : {"steps.tune.tuning", "steps.cells.tournament"})
    smaller.push_back(std::string(step) + ".defaults.search.budget.simulations=3");
  const Finished run = play_smaller(place, ROOTWARD_SOURCE_DIR "/configs/reproduction/tuned.yaml", smaller);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* set : {"softmax-1", "softmax-2", "monotone-1", "monotone-2"})
    EXPECT_NE(file_text(place.path(std::string("a/tune/") + set + "/table.md")), "") << set;
  EXPECT_THAT(run.out, AllOf(HasSubstr("12 of 28 cells were played"), HasSubstr("Tuned and fresh"),
                             HasSubstr("tune/softmax-2")));
}

TEST(Miniature, OfImplicitMinimax) {
  const Workplace place;
  std::vector<std::string> smaller = {"lists.weight=[0.4, 1]", "lists.kalah-weight=[0, 0.3]", "lists.threshold=[100]"};
  for (const char* step : {"improved", "improved-cut", "curve", "static", "threshold", "kalah"})
    for (const char* value : {".tournament.schedule.pairs=2", ".tournament.defaults.search.budget.simulations=120"})
      smaller.push_back(std::string("steps.") + step + value);
  const Finished run = play_smaller(place, ROOTWARD_SOURCE_DIR "/configs/papers/implicit-minimax.yaml", smaller);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("## Published and played"), HasSubstr("Against a constant bias")));
  EXPECT_THAT(file_text(place.path("a/kalah/table.md")), HasSubstr("im-0.3"));
  EXPECT_NE(file_text(place.path("a/kalah/games.jsonl")), "");
}

TEST(Miniature, OfEveryStudy) {
  const Json list = parse_json(run_program(Workplace().path(""), {"list", "configs", "--json"}).out).at("configs");
  int studies = 0;
  for (const Json& one : list) {
    if (one.at("kind") != "estimates") continue;
    ++studies;
    const Workplace place;
    const Finished run = play_smaller(place, one.at("file").get<std::string>(), {"instances=1"});
    EXPECT_EQ(run.exit_code, 0) << one << run.err;
    EXPECT_THAT(run.out, HasSubstr("1 instance of each game")) << one;
    EXPECT_NE(file_text(place.path("a/table.csv")), "") << one;
  }
  EXPECT_GE(studies, 19);
}

}  // namespace
}  // namespace rootward::testing
