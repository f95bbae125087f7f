// Shipped configurations of days of computing, played in miniature from the first game to the last table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/json.h"
#include "tests/cli/frame/miniatures.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Finished play(const Workplace& place, const Miniature& miniature) {
  std::vector<std::string> arguments = run_of(miniature);
  arguments.insert(arguments.end(), {"--out", "a"});
  const Finished run = run_program(place.path(""), arguments);
  EXPECT_EQ(run.exit_code, 0) << miniature.name << run.err;
  return run;
}

/// The cluster's has the night's and the evening's domains among its own, 40 in all. Scores are not looked at: some are
/// of games that the atlas holds out.
TEST(Miniature, OfTheClustersAtlas) {
  const Workplace place;
  (void)play(place, small_atlas());
  EXPECT_THAT(file_text(place.path("a/table.md")), HasSubstr("200 of 200 cells, 800 games of finals."))
      << "A/A and max at two budgets, and max at equal CPU time, in every domain";
}

TEST(Miniature, OfTheSearchForFormulas) {
  const Workplace place;
  (void)play(place, small_search());
  EXPECT_THAT(file_text(place.path("a/table.md")), HasSubstr("8 formulas"));
}

TEST(Miniature, OfTheReproductions) {
  for (const Miniature& one : small_reproductions()) {
    const Workplace place;
    EXPECT_THAT(play(place, one).out, AllOf(HasSubstr("## Published and played"), HasSubstr("**A/A 9x9**")))
        << one.name;
  }
}

TEST(Miniature, OfWeightProfilesTunedAnew) {
  const Workplace place;
  const Finished run = play(place, small_tuned_reproduction());
  for (const char* set : {"softmax-1", "softmax-2", "monotone-1", "monotone-2"})
    EXPECT_NE(file_text(place.path(std::string("a/tune/") + set + "/table.md")), "") << set;
  EXPECT_THAT(run.out, AllOf(HasSubstr("12 of 28 cells were played"), HasSubstr("Tuned and fresh"),
                             HasSubstr("tune/softmax-2")));
}

TEST(Miniature, OfImplicitMinimax) {
  const Workplace place;
  EXPECT_THAT(play(place, small_implicit_minimax()).out,
              AllOf(HasSubstr("## Published and played"), HasSubstr("Against a constant bias")));
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
    const auto name = one.at("name").get<std::string>();
    EXPECT_THAT(play(place, {name, {"instances=1"}}).out, HasSubstr("1 instance of each game")) << one;
    EXPECT_NE(file_text(place.path("a/table.csv")), "") << one;
  }
  EXPECT_GE(studies, 19);
}

}  // namespace
}  // namespace rootward::testing
