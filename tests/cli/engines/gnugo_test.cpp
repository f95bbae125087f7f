// Against GNU Go: the same moves are legal, a match goes to its end, and it reads our records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/engines/gtp/gtp_client.h"
#include "lab/engines/gtp/gtp_vertex.h"
#include "tests/cli/engines/engine_config.h"
#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

#define SKIP_WITHOUT_GNUGO() \
  if (!has_program("gnugo")) \
  GTEST_SKIP() << "GNU Go is not installed (Debian's package gnugo): nothing is compared with it"

/// Whether GNU Go takes the move; it is taken back.
bool takes(GtpClient& gnugo, const std::string& move) {
  const bool is_taken = gnugo.ask("play " + move, {}).is_success;
  if (is_taken) gnugo.demand("undo", {});
  return is_taken;
}

/// Random games on small boards, where captures and repetitions are frequent. Every point is tried on both programs
/// every few moves; the games' own moves always.
void compare_legality(int size, std::uint64_t seed, int plies) {
  const std::unique_ptr<Game> game = make_game(parse_game("{name: go, size: " + std::to_string(size) + "}", {}));
  GtpClient gnugo(referee_options(*game), {});
  gnugo.demand("boardsize " + std::to_string(size), {});
  const std::unique_ptr<Position> position = game->start();
  Rng rng(seed);
  for (int ply = 0; ply < plies && !position->is_over(); ++ply) {
    const std::string colour = position->to_move() == Seat::first ? "b " : "w ";
    for (Action point = 0; point < size * size; ++point) {
      const std::string move = colour + vertex_text(*position, point);
      ASSERT_EQ(takes(gnugo, move), position->is_legal(point)) << move << " in\n" << position->drawing();
    }
    std::vector<Action> actions = position->legal_actions();
    if (actions.size() > 1) std::erase(actions, game->facts().pass_action);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    gnugo.demand("play " + colour + vertex_text(*position, action), {});
    position->play(action);
  }
}

TEST(GnuGo, AgreesOnEveryLegalMoveUnderPositionalSuperko) {
  SKIP_WITHOUT_GNUGO();
  compare_legality(5, 1, 60);
  compare_legality(5, 2, 60);
  compare_legality(6, 3, 80);
  compare_legality(9, 4, 120);
}

class GnuGoMatch : public ::testing::TestWithParam<const char*> {};

TEST_P(GnuGoMatch, GoesToTheEndWithoutVoids) {
  SKIP_WITHOUT_GNUGO();
  const Workplace place;
  const std::string scoring = GetParam();
  const Finished end =
      run_program(place.path(), {"run", place.write("gnugo.yaml", gnugo_config(1, scoring)), "--threads", "2"});
  ASSERT_EQ(end.exit_code, 0) << end.err;
  EXPECT_FALSE(std::filesystem::exists(place.path("results/gnugo/voids.jsonl")));
  std::ifstream file(place.path("results/gnugo/games.jsonl"));
  int games = 0;
  for (std::string line; std::getline(file, line); ++games) {
    const json game = json::parse(line);
    const std::size_t seat = game["seats"][0] == "gnugo" ? 0 : 1;
    EXPECT_THAT(game["engines"][seat].get<std::string>(), HasSubstr("GNU Go 3"));
    EXPECT_GT(game["cpu_seconds"][seat].get<double>(), 0);
    EXPECT_GT(game["cpu_seconds"][1 - seat].get<double>(), 0);
    if (game["ended"] == "rules" && scoring != "tromp_taylor") {
      EXPECT_EQ(game["scoring"], scoring);
    }
  }
  EXPECT_EQ(games, 2);
  if (scoring == "referee") {
    EXPECT_THAT(end.out, HasSubstr("games by a referee (GNU Go)"));
  }
  EXPECT_EQ(run_program(place.path(), {"verify", "--replay", "results/gnugo"}).out, "2 of 2 games are in order\n");
}

INSTANTIATE_TEST_SUITE_P(Scoring, GnuGoMatch, ::testing::Values("tromp_taylor", "referee", "players"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(GnuGo, ReadsOurRecords) {
  SKIP_WITHOUT_GNUGO();
  const Workplace place;
  ASSERT_EQ(run_program(place.path(), {"run", place.write("gnugo.yaml", gnugo_config(1, "tromp_taylor"))}).exit_code,
            0);
  const std::string record = place.path("results/gnugo/records/average--gnugo.sgf");
  const std::string text = file_text(record);
  // GNU Go takes one game a file.
  const std::string one = place.path("one.sgf");
  std::ofstream(one) << text.substr(0, text.find("\n(;") + 1);
  const std::unique_ptr<Game> game = make_game(parse_game("go:7", {}));
  EngineOptions options = referee_options(*game);
  options.child.command += " -l '" + one + "'";
  GtpClient gnugo(options, {});
  std::ifstream file(place.path("results/gnugo/games.jsonl"));
  std::unique_ptr<Position> end;
  for (std::string line; std::getline(file, line);) {
    const json stored = json::parse(line);
    if (stored["id"] != "average:gnugo:0:0") continue;
    end = game->start();
    for (const char* key : {"opening", "moves"})
      for (const json& move : stored[key]) end->play(end->parse_action(move.get<std::string>()).value());
  }
  ASSERT_NE(end, nullptr);
  // The same stones on every point.
  const std::vector<std::string> rows = end->board_rows();
  for (const char* colour : {"black", "white"}) {
    std::string stones = " " + gnugo.demand(std::string("list_stones ") + colour, {}) + " ";
    for (Action point = 0; point < 49; ++point) {
      const char cell = rows[static_cast<std::size_t>(6 - point / 7)][static_cast<std::size_t>(point % 7)];
      const bool is_there = stones.find(" " + vertex_text(*game->start(), point) + " ") != std::string::npos;
      EXPECT_EQ(is_there, cell == (colour[0] == 'b' ? 'X' : 'O')) << vertex_text(*game->start(), point);
    }
  }
}

}  // namespace
}  // namespace rootward::testing
