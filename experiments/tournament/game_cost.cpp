// Rounds of pairs one by one, then taken as side by side; moves of each player where no games end.
#include "experiments/tournament/game_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "experiments/tournament/schedule.h"

namespace rootward::tournament {
namespace {

PaceSetting pace_setting(TournamentSetup& setup, const SideBySidePlan& side_by_side) {
  return {.openings = &setup.openings(), .side_by_side = side_by_side, .seed = setup.config().seed};
}

GameCosts costs_by_moves(TournamentSetup& setup, double seconds) {
  const PaceSetting setting = pace_setting(setup, setup.plan().side_by_side);
  setup.openings().prepare(1, 1, [] { return false; });
  const std::vector<Pairing> pairings = make_pairings(setup.config());
  std::map<std::size_t, double> move_seconds;
  for (const Pairing& pairing : pairings) move_seconds[pairing.a] = move_seconds[pairing.b] = 0;
  const double patience = seconds / static_cast<double>(move_seconds.size());
  for (auto& [player, cost] : move_seconds)
    cost = seconds_a_move(
        setting, [&, i = player](const Game& game) { return setup.make_player(i, game); }, patience);
  const GameLength length =
      likely_game_length(setting, setup.config().players,
                         [&setup](std::size_t index, const Game& game) { return setup.make_player(index, game); });
  GameCosts costs{.seconds = {},
                  .plies = length.plies,
                  .of = fmt::format("moves of each player and games {}, {:.0f} moves", length.of, length.plies)};
  for (const Pairing& pairing : pairings)
    costs.seconds.push_back(0.5 * length.plies * (move_seconds[pairing.a] + move_seconds[pairing.b]));
  return costs;
}

}  // namespace

CostSample play_sample(TournamentSetup& setup, double seconds) {
  constexpr std::uint32_t kFewestPairs = 2;
  constexpr double kShareOfPace = 0.25;  // of the time, where games are played side by side
  TournamentPlan plan = setup.plan();
  const SideBySidePlan side_by_side = plan.side_by_side;
  const bool is_alone = side_by_side.slots <= 1;
  plan.side_by_side.slots = 1;
  plan.shard = {};
  const SampleTime time(is_alone ? seconds : (1 - kShareOfPace) * seconds, plan.threads, setup.config().players);
  SampleTask task{.players = setup.config().players,
                  .pairs = plan.pairs,
                  .pairs_together = std::max<std::uint32_t>(kFewestPairs, static_cast<std::uint32_t>(plan.threads)),
                  .play = {}};
  task.play = [&](double share, std::uint32_t end, const std::function<bool()>& stop, std::vector<GameRecord>& known) {
    plan.pairs = end;
    plan.make_player = [&setup, share](std::size_t i, const Game& game) { return setup.make_player(i, game, share); };
    setup.openings().prepare(end, plan.threads, stop);
    if (stop()) return false;
    std::vector<PairingState> pairings = load_pairings(plan, known);
    const RunHooks hooks{.store = [&known](const GameRecord& game) { known.push_back(game); },
                         .report = [](const RunStatus&) {},
                         .stop = {.is_made = stop, .grace = std::chrono::milliseconds(0)}};
    return run_games(plan, pairings, hooks);
  };
  CostSample sample = sample_costs(task, time);
  if (!is_alone && !sample.games.empty())
    take_as_side_by_side(
        sample, pace_setting(setup, side_by_side), setup.config().players,
        [&](std::size_t i, const Game& game) { return setup.make_player(i, game, sample.share); },
        kShareOfPace * seconds);
  return sample;
}

GameCosts game_costs(TournamentSetup& setup, const CostSample& sample, double seconds) {
  const std::optional<GamePace> pace = sample.pace();
  if (!pace) return costs_by_moves(setup, seconds);
  GameCosts costs{.seconds = {}, .plies = pace->plies, .of = sample.of};
  for (const Pairing& pairing : make_pairings(setup.config())) {
    const auto found = pace->pairings.find(pairing_names(setup.config(), pairing));
    costs.seconds.push_back(found != pace->pairings.end() ? found->second : pace->seconds);
  }
  return costs;
}

}  // namespace rootward::tournament
