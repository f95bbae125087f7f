// `rootward atlas`, `advise` and `discover` from the first tuning to the last table, with a kill on the way.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kStudy = R"(
name: features
seed: 1
games: {c4: {name: connect4, width: 4, height: 4}, hex: {name: hex, size: 3}, kalah: {name: kalah, pits: 2, seeds: 2}}
instances: 6
random_plies: 3
spread_plies: true
truth: {nodes: 100000}
evaluations: true
features: 1000
operators: {playouts: average}
checkpoints: [8, 16]
)";

constexpr const char* kAtlas = R"(
name: small
question: Which?
seed: 4
features: [features.yaml]
held_out: [kalah]
budgets: [8, 16]
equal_time: 16
tuning: {at: [8], seeds: 2, evaluations: 2, games: 4, test_games: 4}
finals: {games: 8, most_games: 16, pool_games: 4}
opening: {random_plies: 1}
operators: [max, softmax]
)";

constexpr const char* kDiscovery = R"(
name: small
seed: 8
portfolio: {ttt: {game: tictactoe}, hex: {game: {name: hex, size: 3}, c: 0.5}}
held_out: {kalah: {game: {name: kalah, pits: 2, seeds: 2}}}
simulations: 8
opening: {random_plies: 1}
control: {evaluations: 2, games: 4, test_games: 4}
search: {generations: 2, formulas: 5, rungs: [1, 2], keep: 0.4, parents: 2, fresh: 0.4}
tuning: {survivors: 1, evaluations: 2, pairs: 2}
confirmation: {pairs: 4, cost_pairs: 2}
)";

void write_files(const Workplace& place) {
  place.write("features.yaml", kStudy);
  place.write("atlas.yaml", kAtlas);
  place.write("discovery.yaml", kDiscovery);
}

const std::vector<std::string> kPlay = {"atlas", "atlas.yaml", "--out", "a", "--threads", "2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(Atlas, PlaysEveryCellAndGoesOnAfterAKill) {
  const Workplace place;
  write_files(place);
  {
    Process killed(place.path(), kPlay);
    killed.wait_until([&] { return line_count(place.path("a/finals/hex+playouts/8/average/games.jsonl")) > 0; });
    EXPECT_THAT(run_program(place.path(), {"watch", "a", "--once"}).out,
                AllOf(HasSubstr("atlas"), HasSubstr("tunings"), HasSubstr("complete, ")));
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), kPlay);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // Three domains, at 8 and 16 three operators, at equal time two.
  EXPECT_THAT(run.out, HasSubstr("24 of 24 cells"));
  EXPECT_THAT(run.err, HasSubstr("played softmax in 1 domains"));
  for (const char* cell : {"c4+playouts/8/average", "hex+playouts/16/max", "kalah+playouts/equal-time/softmax"}) {
    EXPECT_GE(line_count(place.path(std::string("a/finals/") + cell + "/games.jsonl")), 8U) << cell;
    EXPECT_EQ(line_count(place.path(std::string("a/pool/") + cell + "/games.jsonl")) % 4, 0U) << cell;
  }
  EXPECT_THAT(file_text(place.path("a/finals/c4+playouts/16/max/manifest.json")),
              HasSubstr("budget: {simulations: 16}"));
  for (const char* made : {"atlas.md", "players.md", "atlas.csv", "page.html", "plots/heat-equal-time.svg",
                           "plots/scaling.svg", "plots/predicted.csv", "features/features/table.md"})
    EXPECT_NE(file_text(place.path(std::string("a/") + made)), "") << made;
  EXPECT_EQ(line_count(place.path("a/atlas.csv")), 25U);
  const Finished watched = run_program(place.path(), {"watch", "a", "--once"});
  EXPECT_EQ(watched.exit_code, 0) << watched.out;
  EXPECT_THAT(watched.out, HasSubstr("finals         24 of 24 begun are complete"));

  const std::string json = file_text(place.path("a/atlas.json"));
  const Finished again = run_program(place.path(), with(kPlay, {"--quiet"}));
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(file_text(place.path("a/atlas.json")), json) << "a second run finds everything there";
  ASSERT_EQ(run_program(place.path(), with(kPlay, {"--tables"})).exit_code, 0);
  EXPECT_EQ(file_text(place.path("a/atlas.json")), json);

  const Finished advice = run_program(
      place.path(), {"advise", "hex:4", "--atlas", "a", "--simulations", "16", "--positions", "4", "--threads", "1"});
  ASSERT_EQ(advice.exit_code, 0) << advice.err;
  EXPECT_THAT(advice.out, AllOf(HasSubstr("Foretold at 16 simulations"), HasSubstr("softmax"), HasSubstr("player: {"),
                                HasSubstr("evaluator: playouts, budget: {simulations: 16}")));
  const Finished lost = run_program(place.path(), {"advise", "hex:4", "--atlas", "nowhere"});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_THAT(lost.err, HasSubstr("--atlas nowhere: there is no atlas.json; `rootward atlas CONFIG --out nowhere`"));

  const Finished other = run_program(place.path(), with(kPlay, {"--set", "opening.random_plies=2"}));
  EXPECT_EQ(other.exit_code, 2) << "these are not the games of that opening";
}

/// The parts of a cluster play what one machine plays.
TEST(Atlas, PartsAreTheWhole) {
  const Workplace place;
  write_files(place);
  const std::vector<std::string> less = {"--set", "budgets=[8]", "--set", "equal_time=0", "--quiet"};
  const Finished whole = run_program(place.path(), with(with(kPlay, less), {"--out", "whole"}));
  const std::vector<std::string> play = {"atlas", "atlas.yaml", "--out", "parts", "--threads", "1"};
  for (const char* part : {"2/2", "1/2"}) {
    const Finished run = run_program(place.path(), with(with(play, less), {"--part", part}));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_FALSE(std::filesystem::exists(place.path("parts/atlas.md")));
  const Finished joined = run_program(place.path(), with(play, less));
  ASSERT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_THAT(joined.out, HasSubstr("9 of 9 cells"));
}

TEST(Atlas, ThePlanPlaysNothing) {
  const Workplace place;
  write_files(place);
  const Finished run = run_program(place.path(), with(kPlay, {"--plan"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // 3 operators x 2 seeds and a first pass in 3 domains, 2 evaluations of 4 games and 4 of a test.
  EXPECT_THAT(run.out, AllOf(HasSubstr("24 cells"), HasSubstr("tunings: 21, 252 games"),
                             HasSubstr("finals: 384 games, at most 528"), HasSubstr("core hours here")));
  EXPECT_FALSE(std::filesystem::exists(place.path("a")));
  EXPECT_THAT(run_program(place.path(), {"check", "atlas.yaml"}).out,
              HasSubstr("in order; an atlas, for rootward atlas"));
}

TEST(Discover, TriesTunesConfirmsAndGoesOnAfterAKill) {
  const Workplace place;
  write_files(place);
  const std::vector<std::string> discover = {"discover", "discovery.yaml", "--out", "d", "--threads", "1"};
  {
    Process killed(place.path(), discover);
    killed.wait_until([&] { return line_count(place.path("d/generations/02/rung-1/ttt/games.jsonl")) > 0; });
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), discover);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("10 formulas tried"), HasSubstr("could still hide")));
  EXPECT_EQ(line_count(place.path("d/control/ttt/average-9/evaluations.jsonl")), 2U) << "the second of two tunings";
  EXPECT_FALSE(std::filesystem::exists(place.path("d/control/hex"))) << "its c is given";
  EXPECT_EQ(line_count(place.path("d/generations/02/formulas.jsonl")), 5U);
  EXPECT_EQ(line_count(place.path("d/generations/01/rung-1/hex/games.jsonl")), 10U) << "five formulas, a pair each";
  EXPECT_EQ(line_count(place.path("d/generations/01/rung-2/hex/games.jsonl")), 8U) << "two of five go on";
  EXPECT_EQ(line_count(place.path("d/formulas.csv")), 21U) << "a head, and ten formulas in two domains";
  EXPECT_THAT(file_text(place.path("d/family.svg")), HasSubstr("10 formulas"));
  const Finished watched = run_program(place.path(), {"watch", "d", "--once"});
  EXPECT_EQ(watched.exit_code, 0) << watched.out;
  EXPECT_THAT(watched.out, AllOf(HasSubstr("discovery"), HasSubstr("generations"), HasSubstr("confirmation")));
  const Finished again = run_program(place.path(), discover);
  EXPECT_EQ(again.out, run.out) << "a second run finds everything there";
  EXPECT_THAT(run_program(place.path(), {"check", "discovery.yaml"}).out, HasSubstr("in order; a discovery"));
  for (const char* other : {"simulations=9", "search.formulas=6", "confirmation.pairs=5", "control.seeds=3"}) {
    const Finished refused = run_program(place.path(), with(discover, {"--set", other}));
    EXPECT_EQ(refused.exit_code, 2) << other << " asks for other games, before or after those that are there";
    EXPECT_THAT(refused.err, HasSubstr(std::string(other).substr(0, std::string(other).find('=')) + ": stored "));
  }
  EXPECT_THAT(file_text(place.path("d/manifest.json")), HasSubstr("\"discovery\""));
}

}  // namespace
}  // namespace rootward::testing
