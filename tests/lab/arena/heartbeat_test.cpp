// alive.json: what it says, when it is there, and that nobody minds where it cannot be.
#include "lab/arena/heartbeat.h"

#include <gmock/gmock.h>

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lab/store/host_facts.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward {
namespace {

using nlohmann::json;
using testing::read_text;
using testing::ScratchFolder;

TEST(Heartbeat, IsThereWhileItLivesAndNothingIsLeftBehind) {
  const ScratchFolder scratch;
  {
    Heartbeat heartbeat(scratch.path());
    EXPECT_FALSE(read_heartbeat(scratch.path())) << "it has not begun";
    heartbeat.begin({.done = 3, .wanted = 10});
    const json object = json::parse(read_text(scratch.path("alive.json")));
    EXPECT_EQ(object["schema"], "rootward.alive/1");
    EXPECT_EQ(object["pid"], getpid());
    for (const char* key : {"host", "started", "now", "done", "wanted", "games_under_way", "simulations_per_second",
                            "games_per_hour", "seconds_left", "pending", "stopping"})
      EXPECT_TRUE(object.contains(key)) << key;
    EXPECT_EQ(object["seconds_left"], nullptr) << "nothing has been played yet";
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Heartbeat, OneThatHasNotBegunLeavesAnothersFileAlone) {
  const ScratchFolder scratch;
  Heartbeat first(scratch.path());
  first.begin({});
  { const Heartbeat second(scratch.path()); }
  EXPECT_TRUE(read_heartbeat(scratch.path()));
}

TEST(Heartbeat, TellsTheGamesUnderWayThePaceAndThePoints) {
  const ScratchFolder scratch;
  Heartbeat told(scratch.path("none"));
  GamesUnderWay& games = told.games();
  GamesUnderWay::Place later(games, "b");
  {
    GamesUnderWay::Place place(games, "a");
    place.set_ply(7);
    place.add_simulations(100);
    ASSERT_EQ(games.now().size(), 2U);
    EXPECT_EQ(games.now()[0].id, "a");
    EXPECT_EQ(games.now()[0].ply, 7U);
  }
  ASSERT_EQ(games.now().size(), 1U);
  EXPECT_EQ(games.simulations(), 100U) << "of games that have ended too";
  Heartbeat heartbeat(scratch.path());
  GamesUnderWay::Place place(heartbeat.games(), "x:y:0:1");
  place.set_ply(12);
  heartbeat.tell_points({{.id = "\"p7\"", .params = R"({"c":0.5})", .games = 40}},
                        Incumbent{.mean = 0.54, .standard_error = 0.02});
  heartbeat.begin({.done = 30, .wanted = 50, .fresh = 10, .seconds = 20});
  const std::optional<SignOfLife> sign = read_heartbeat(scratch.path());
  ASSERT_TRUE(sign);
  EXPECT_EQ(sign->done, 30U);
  EXPECT_EQ(sign->games_per_hour, 1800.0);
  EXPECT_EQ(sign->seconds_left, 40.0);
  ASSERT_EQ(sign->games_under_way.size(), 1U);
  EXPECT_EQ(sign->games_under_way[0].ply, 12U);
  ASSERT_EQ(sign->pending.size(), 1U);
  EXPECT_EQ(sign->pending[0].id, "\"p7\"");
  EXPECT_EQ(sign->pending[0].games, 40U);
  ASSERT_TRUE(sign->incumbent);
  EXPECT_EQ(sign->incumbent->mean, 0.54);
  EXPECT_FALSE(sign->stopping);
}

TEST(Heartbeat, AFolderThatCannotBeWrittenToEndsNothing) {
  const ScratchFolder scratch;
  Heartbeat heartbeat(scratch.path("is/not/there"));
  heartbeat.begin({.done = 1, .wanted = 2});
  heartbeat.tell({.done = 2, .wanted = 2});
  EXPECT_FALSE(read_heartbeat(scratch.path("is/not/there")));
}

TEST(Heartbeat, AShardTellsNobody) {
  const ScratchFolder scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  {
    Heartbeat heartbeat("");
    heartbeat.begin({.done = 1, .wanted = 2});
    EXPECT_TRUE(std::filesystem::is_empty("."));
  }
  std::filesystem::current_path(before);
}

TEST(Heartbeat, WhatIsNoneOfOursIsNoSignOfLife) {
  const ScratchFolder scratch;
  for (const char* text : {"", "{", "[]", R"({"schema":"other/1"})", R"({"schema":"rootward.alive/1","pid":"x"})"}) {
    testing::write_text(scratch.path("alive.json"), text);
    EXPECT_FALSE(read_heartbeat(scratch.path())) << text;
  }
}

TEST(HostFacts, AMomentIsReadBack) {
  EXPECT_EQ(moment_of("1970-01-02T00:00:01Z"), 86401.0);
  EXPECT_FALSE(moment_of("1970-01-02"));
  EXPECT_NEAR(*moment_of(utc_now()), static_cast<double>(time(nullptr)), 2);
}

}  // namespace
}  // namespace rootward
