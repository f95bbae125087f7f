// A game by the C interface that stands still in the middle of a tournament: twenty seconds later the run has ended
// with the game's moves, what was stored is sound, and the same file goes on from there.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/cli/frame/program.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr std::size_t kGames = 12;

/// Each game has some 4,400 results, and a process meets the fault after 20,000: three or four come to the end.
std::string tournament(const std::string& fault) {
  return R"(name: still
seed: 5
game: {name: plugin, file: ./faults.so, parameters: {fault: )" +
         fault + R"(}}
defaults: {search: {budget: {simulations: 1000}}}
players:
  average: {backup: average}
  softmax: {backup: softmax}
schedule: {type: round_robin, pairs: 6, opening: {random_plies: 1}}
)";
}

/// Games by match, opening and seats, with their moves.
std::set<std::string> games_in(const Workplace& place, const std::string& file) {
  std::set<std::string> all;
  std::istringstream lines(file_text(place.path(file)));
  for (std::string line; std::getline(lines, line);) {
    const auto game = nlohmann::json::parse(line);
    all.insert(game.at("pairing").dump() + game.at("pair").dump() + game.at("seats").dump() + game.at("moves").dump());
  }
  return all;
}

TEST(PluginHangSlow, EndsATournamentWhichGoesOnWithTheSameFileAlone) {
  const Workplace place;
  const std::string plugins = ROOTWARD_PLUGINS;
  fs::copy_file(plugins + "/faults.so", place.path("faults.so"));
  place.write("still.yaml", tournament("late_hang"));
  place.write("sound.yaml", tournament("nothing"));
  const auto rootward = [&](const std::vector<std::string>& words) { return run_program(place.path(), words); };

  const Finished hung = rootward({"run", "still.yaml", "--out", "r", "--threads", "2", "--quiet"});
  EXPECT_EQ(hung.exit_code, 2) << hung.err;
  EXPECT_THAT(hung.err, AllOf(HasSubstr("error: the game faults broke a promise: "), HasSubstr("does not return"),
                              ContainsRegex("; the moves: [1-3]( [1-3])*")));
  const std::set<std::string> stored = games_in(place, "r/games.jsonl");
  ASSERT_GT(stored.size(), 0U);
  ASSERT_LT(stored.size(), kGames);
  const Finished table = rootward({"table", "r"});
  EXPECT_EQ(table.exit_code, 0) << table.err;

  std::ofstream(place.path("faults.so"), std::ios::app) << "mended";
  const Finished other = rootward({"run", "still.yaml", "--out", "r", "--quiet"});
  EXPECT_EQ(other.exit_code, 2) << "a mended file is another one";
  EXPECT_THAT(other.err, HasSubstr("sha256"));
  EXPECT_EQ(games_in(place, "r/games.jsonl"), stored);
  fs::copy_file(plugins + "/faults.so", place.path("faults.so"), fs::copy_options::overwrite_existing);

  for (int sessions = 0; games_in(place, "r/games.jsonl").size() < kGames && sessions < 6; ++sessions)
    (void)rootward({"run", "still.yaml", "--out", "r", "--threads", "2", "--quiet"});
  EXPECT_EQ(rootward({"verify", "r"}).exit_code, 0);
  ASSERT_EQ(rootward({"run", "sound.yaml", "--out", "whole", "--threads", "2", "--quiet"}).exit_code, 0);
  EXPECT_EQ(games_in(place, "r/games.jsonl"), games_in(place, "whole/games.jsonl"));
}

}  // namespace
}  // namespace rootward::testing
