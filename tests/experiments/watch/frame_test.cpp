// What a stranger reads about folders in every state.
#include "experiments/watch/frame.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/tournament/reader.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/render.h"
#include "experiments/watch/draw.h"
#include "lab/store/host_facts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::watch {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ScratchFolder;
using testing::write_text;

tournament::TournamentConfig config_of(int pairs, const std::string& stop = "") {
  return tournament::parse_tournament(
      "name: watched\nquestion: Is a better?\nseed: 1\ngame: tictactoe\n"
      "players: {a: {player: random}, b: {player: random}}\n"
      "schedule: {type: gauntlet, reference: b, pairs: " +
          std::to_string(pairs) + "}\n" + stop,
      "t.yaml");
}

/// From the empty board, so that openings repeat.
GameRecord game_of(std::uint32_t pair, int game_of_pair) {
  GameRecord game = testing::example_record(pair, game_of_pair);
  game.opening.clear();
  game.plies = 3;
  return game;
}

void store(const ScratchFolder& scratch, int planned, std::uint32_t played, const std::string& stop = "") {
  tournament::ResultsFolder folder(scratch.path(), config_of(planned, stop), {}, {});
  folder.begin_session();
  for (std::uint32_t pair = 0; pair < played; ++pair)
    for (const int game : {0, 1}) folder.append(game_of(pair, game));
  folder.end_session("stopped");
}

void forge_heartbeat(const ScratchFolder& scratch, const std::string& now) {
  write_text(
      scratch.path("alive.json"),
      R"({"schema":"rootward.alive/1","pid":4711,"host":"node3","started":"2020-01-01T00:00:00Z","now":")" + now +
          R"(","done":4,"wanted":20,"games_under_way":[{"id":"a:b:2:0","ply":5}],"simulations_per_second":1234.5,)"
          R"("games_per_hour":3600,"seconds_left":16,"pending":[],"stopping":false})");
}

std::string text_of(FolderWatch& watch, const View& view = {.width = 80, .height = 24}) {
  watch.look();
  std::string text;
  for (const ShownLine& line : frame(watch.last(), watch.body(), view)) {
    EXPECT_LE(width_of(line.text), view.width) << line.text;
    text += line.text + "\n";
  }
  return text;
}

TEST(WatchFrame, AFolderThatDoesNotExistYetIsWaitedFor) {
  const ScratchFolder scratch;
  FolderWatch watch(scratch.path("later"), {.make = &make_tournament_body});
  EXPECT_THAT(text_of(watch), HasSubstr("nothing is there yet"));
  EXPECT_FALSE(watch.last().is_complete());
}

TEST(WatchFrame, ARunUnderWayShowsPaceTimeLeftAndThatNothingIsFinal) {
  const ScratchFolder scratch;
  store(scratch, 10, 2);
  forge_heartbeat(scratch, utc_now());
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_THAT(text_of(watch),
              AllOf(HasSubstr("watched"), HasSubstr("Is a better?"), HasSubstr("4 of 20 games, 20.0 %"),
                    HasSubstr("3,600 games/h, 1,234 simulations/s, 16 s left, ends "), HasSubstr("pid 4711 on node3"),
                    HasSubstr("not final"), HasSubstr("a:b:2:0 at ply 5")));
  EXPECT_THAT(line_text(watch.last(), watch.body()), AllOf(HasSubstr("4 of 20 games"), HasSubstr("(not final)")));
}

TEST(WatchFrame, AKilledRunIsToldByItsLastSignOfLife) {
  const ScratchFolder scratch;
  store(scratch, 10, 2);
  forge_heartbeat(scratch, "2020-01-25T12:31:00Z");
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_THAT(text_of(watch), AllOf(HasSubstr("no sign of life since 2020-01-25 "), HasSubstr("(pid 4711 on node3)"),
                                    Not(HasSubstr("games/h"))));
  EXPECT_FALSE(watch.last().alive);
  EXPECT_FALSE(watch.last().is_complete());
}

TEST(WatchFrame, AHeartbeatOfAHostWithAnotherClockCountsAsSoonAsItBeats) {
  const ScratchFolder scratch;
  store(scratch, 10, 2);
  forge_heartbeat(scratch, "2020-01-25T12:31:00Z");
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_FALSE(watch.look().alive);
  forge_heartbeat(scratch, "2020-01-25T12:31:05Z");
  EXPECT_TRUE(watch.look().alive);
}

TEST(WatchFrame, AFinishedRunIsCompleteAndItsVerdictsStand) {
  const ScratchFolder scratch;
  store(scratch, 2, 2);
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_THAT(text_of(watch), AllOf(HasSubstr("\ncomplete\n"), Not(HasSubstr("not final")), HasSubstr("verdict")));
  EXPECT_TRUE(watch.last().is_complete());
}

TEST(WatchFrame, ASequentialTestHasItsGaugeAndMayBeLookedAt) {
  const ScratchFolder scratch;
  store(scratch, 10, 2, "stop: {sprt: {elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05}}\n");
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_THAT(text_of(watch), AllOf(HasSubstr("between H0 (0 Elo) and H1 (50 Elo)"), HasSubstr("a v b"),
                                    HasSubstr("-2.94 ["), HasSubstr("] +2.94"), Not(HasSubstr("not final"))));
}

TEST(WatchFrame, NewGamesChangeTheFrameAndTheTableIsThatOfTheCommand) {
  const ScratchFolder scratch;
  store(scratch, 10, 2);
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  watch.look();
  EXPECT_EQ(watch.last().standing.done, 4U);
  store(scratch, 10, 0);
  {
    tournament::ResultsFolder folder(scratch.path(), config_of(10), {}, {});
    folder.begin_session();
    folder.append(game_of(2, 0));
    folder.append(game_of(2, 1));
    folder.end_session("stopped");
  }
  EXPECT_TRUE(watch.look().has_news);
  EXPECT_EQ(watch.last().standing.done, 6U);
  EXPECT_FALSE(watch.look().has_news);
  const json look = json::parse(look_json(watch.last(), watch.body()));
  EXPECT_EQ(look["schema"], "rootward.status/1");
  EXPECT_EQ(look["kind"], "tournament");
  EXPECT_EQ(look["alive"], nullptr);
  EXPECT_EQ(look["done"], 6);
  EXPECT_EQ(look["wanted"], 20);
  EXPECT_EQ(look["table"],
            json::parse(tournament::render_table(tournament::make_table(tournament::read_results(scratch.path()), {}),
                                                 TableFormat::json)));
}

TEST(WatchFrame, AFolderThatIsMadeAnewIsReadAnew) {
  const ScratchFolder scratch;
  store(scratch, 10, 3);
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  EXPECT_EQ(watch.look().standing.done, 6U);
  std::filesystem::remove(scratch.path("games.jsonl"));
  std::filesystem::remove(scratch.path("manifest.json"));
  store(scratch, 10, 1);
  EXPECT_EQ(watch.look().standing.done, 2U);
}

TEST(WatchFrame, FillsExactlyItsHeightAndScrolls) {
  const ScratchFolder scratch;
  store(scratch, 10, 2);
  FolderWatch watch(scratch.path(), {.make = &make_tournament_body});
  watch.look();
  for (const std::size_t height : {2U, 5U, 8U, 24U, 40U})
    EXPECT_EQ(frame(watch.last(), watch.body(), {.width = 60, .height = height}).size(), height);
  const std::vector<ShownLine> small = frame(watch.last(), watch.body(), {.width = 80, .height = 8});
  EXPECT_THAT(small.back().text, HasSubstr("more lines: arrows"));
}

}  // namespace
}  // namespace rootward::watch
