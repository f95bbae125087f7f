// Searches side by side in one thread: the games of a tournament are those of searches one by one.
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/tournament/config.h"
#include "experiments/tournament/setup.h"
#include "experiments/tournament/stored_results.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

struct Played {
  std::vector<std::string> lines;  // sorted, without CPU seconds
  double cpu_seconds = 0;
  std::uint64_t simulations = 0;
  std::size_t slots = 1;
};

Played play(const std::string& yaml, std::size_t threads, bool uses_lanes) {
  const tournament::TournamentConfig config = tournament::parse_tournament(yaml, "test.yaml", {});
  tournament::RunSettings settings;
  settings.threads = threads;
  settings.uses_lanes = uses_lanes;
  tournament::TournamentSetup setup(config, settings);
  const tournament::TournamentPlan plan = setup.plan();
  setup.openings().prepare(plan.pairs, 1, [] { return false; });
  Played played;
  played.slots = plan.side_by_side.slots;
  std::vector<tournament::PairingState> pairings = tournament::load_pairings(plan, {});
  tournament::RunHooks hooks;
  hooks.store = [&](GameRecord record) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      played.cpu_seconds += record.cpu_seconds[seat];
      played.simulations += record.simulations[seat];
      EXPECT_GE(record.cpu_seconds[seat], 0);
    }
    record.cpu_seconds = {};
    played.lines.push_back(to_json_line(record));
  };
  hooks.report = [](const tournament::RunStatus&) {};
  hooks.stop.is_made = [] { return false; };
  EXPECT_TRUE(tournament::run_games(plan, pairings, hooks));
  std::ranges::sort(played.lines);
  return played;
}

constexpr const char* kGo = R"(
name: lanes
seed: 5
game: {name: go, size: 7, komi: 8.5}
defaults: {search: {budget: {simulations: 60}}}
players:
  average: {backup: average}
  softmax: {backup: softmax, search: {budget: {simulations: 30}, selection: {name: ucb1, c: 0.4}}}
  mix: {backup: coulom, search: {reuse_tree: true, solver: true, final_move: {name: robust_max}}}
  dice: {player: random}
schedule: {type: round_robin, pairs: 4, opening: {random_plies: 2}}
)";

NamedParams evaluator_of(const std::string& game) {
  return parse_search_player("{}", "average", {}, parse_game(game, {})).search.evaluator;
}

TEST(SideBySide, GamesAreThoseOfSearchesOneByOne) {
  const Played alone = play(kGo, 1, false);
  EXPECT_EQ(alone.lines.size(), 6U * 8U);
  EXPECT_EQ(alone.slots, 1U);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    const Played together = play(kGo, threads, true);
    EXPECT_EQ(together.lines, alone.lines) << threads << " threads";
    EXPECT_EQ(together.simulations, alone.simulations);
    EXPECT_GT(together.cpu_seconds, 0);
  }
}

TEST(SideBySide, CountsSeveralPlayoutsAnEvaluation) {
  const std::string yaml = std::string(kGo).replace(std::string(kGo).find("{search: {"), 10,
                                                    "{search: {evaluator: {name: playouts, count: 3}, ");
  EXPECT_EQ(play(yaml, 1, true).lines, play(yaml, 1, false).lines);
}

TEST(SideBySide, NeedsOneEvaluatorAndCountedSimulations) {
  const auto slots = [](const std::string& players) {
    const std::string yaml =
        "name: plan\nseed: 1\ngame: {name: go, size: 9}\nplayers:\n" + players + "schedule: {type: ladder, pairs: 2}\n";
    const tournament::TournamentConfig config = tournament::parse_tournament(yaml, "test.yaml", {});
    const tournament::TournamentSetup setup(config, {});
    return setup.plan().side_by_side.slots;
  };
  const std::size_t lanes = make_game(parse_game("go:9", {}))->slots(evaluator_of("go:9"));
  const std::string average = "  a: {backup: average}\n";
  EXPECT_EQ(slots(average + "  b: {backup: softmax}\n"), lanes);
  EXPECT_EQ(slots(average + "  b: {player: random}\n"), lanes);
  EXPECT_EQ(slots(average + "  b: {backup: average, search: {evaluator: {name: playouts, count: 2}}}\n"), 1U);
  EXPECT_EQ(slots(average + "  b: {backup: average, search: {budget: {seconds: 0.1}}}\n"), 1U);
  EXPECT_EQ(slots("  a: {player: random}\n  b: {player: random}\n"), 1U);
}

TEST(SideBySide, GamesWithoutLanesRunOneByOne) {
  for (const char* game : {"tictactoe", "connect4", "go:5", "go:19"})
    EXPECT_EQ(make_game(parse_game(game, {}))->slots(evaluator_of(game)), 1U) << game;
}

}  // namespace
}  // namespace rootward
