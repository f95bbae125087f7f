// `rootward run` of a discovery, from the control's tuning to the confirmation, with a kill on the way.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>

#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "tests/cli/atlas/equal_time.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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

/// The folder of a name below the only one of a place.
std::string folder_with(const std::string& place, const std::string& name) {
  return std::filesystem::directory_iterator(place)->path().string() + "/" + name;
}

/// The survivor's simulations are corrected once, by what its moves took. Games of earlier versions, which measured
/// once, stay what they are.
void expect_equal_time_in_discovery(const Workplace& place) {
  const std::string domain = folder_with(place.path("d/confirmation"), "kalah");
  const auto table_of = [&](const char* name) {
    return tournament::make_table(tournament::read_results(domain + "/" + name, Detail::scores), {});
  };
  const std::uint64_t tried = affordable(8, tournament::cost_over_reference(table_of("cost")).value());
  EXPECT_THAT(file_text(domain + "/cost-again/manifest.json"),
              HasSubstr("budget: {simulations: " + std::to_string(tried) + "}"));
  const double cost = tournament::time_over_reference(table_of("cost-again")).value();
  EXPECT_THAT(file_text(domain + "/games/manifest.json"),
              HasSubstr("budget: {simulations: " + std::to_string(affordable(static_cast<double>(tried), cost)) + "}"));
  std::filesystem::remove_all(domain + "/cost-again");
}

/// Formulas, points and the control's tunings are under sums, and the manifest says how many formulas there were.
void expect_what_is_stored_to_be_checked(const Workplace& place) {
  const Finished whole = run_program(place.path(), {"verify", "d"});
  EXPECT_EQ(whole.exit_code, 0) << whole.out;
  const std::string point = folder_with(place.path("d/tuned"), "001/point.json").substr(place.path().size());
  for (const auto& [file, from] :
       std::vector<std::pair<std::string, std::string>>{{"d/control/ttt.yaml", "name"},
                                                        {"d/control/ttt/average-8/optimizer.json", "seed"},
                                                        {point, "search"},
                                                        {"d/generations/01/formulas.jsonl", "\n"}}) {
    const std::string good = file_text(place.path(file));
    std::string text = good;
    place.write(file, from == "\n" ? good.substr(good.find('\n') + 1) : text.replace(text.find(from), 1, "z"));
    const Finished changed = run_program(place.path(), {"verify", "d"});
    EXPECT_EQ(changed.exit_code, 1) << file;
    EXPECT_THAT(changed.out, HasSubstr(file + ": ")) << file;
    place.write(file, good);
  }
}

TEST(Discover, TriesTunesConfirmsAndGoesOnAfterAKill) {
  const Workplace place;
  place.write("discovery.yaml", kDiscovery);
  const std::vector<std::string> discover = {"run", "discovery.yaml", "--out", "d", "--threads", "1"};
  {
    Process killed(place.path(), discover);
    killed.wait_until([&] { return line_count(place.path("d/generations/02/rung-1/ttt/games.jsonl")) > 0; });
    killed.send(SIGKILL);
    (void)killed.wait();
  }
  const Finished run = run_program(place.path(), discover);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("10 formulas tried"), HasSubstr("could still hide"),
                             HasSubstr("What a move took in these games"), HasSubstr("deviates by")));
  EXPECT_EQ(line_count(place.path("d/control/ttt/average-9/evaluations.jsonl")), 2U) << "the second of two tunings";
  EXPECT_FALSE(std::filesystem::exists(place.path("d/control/hex"))) << "its c is given";
  EXPECT_EQ(line_count(place.path("d/generations/02/formulas.jsonl")), 5U);
  EXPECT_EQ(line_count(place.path("d/generations/01/rung-1/hex/games.jsonl")), 10U) << "five formulas, a pair each";
  EXPECT_EQ(line_count(place.path("d/generations/01/rung-2/hex/games.jsonl")), 8U) << "two of five go on";
  EXPECT_EQ(line_count(place.path("d/formulas.csv")), 21U) << "a head, and ten formulas in two domains";
  EXPECT_THAT(file_text(place.path("d/family.svg")), HasSubstr("10 formulas"));
  const Finished watched = run_program(place.path(), {"status", "d"});
  EXPECT_EQ(watched.exit_code, 0) << watched.out;
  EXPECT_THAT(watched.out, AllOf(HasSubstr("discovery"), HasSubstr("generations"), HasSubstr("confirmation")));
  expect_what_is_stored_to_be_checked(place);
  const std::vector<std::string> files = files_in(place.path("d"));
  leave_as_killed(place.path("d"), dead_process());
  ASSERT_EQ(run_program(place.path(), discover).exit_code, 0);
  EXPECT_EQ(files_in(place.path("d")), files);
  expect_equal_time_in_discovery(place);
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
