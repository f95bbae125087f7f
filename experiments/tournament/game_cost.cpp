// Rounds of pairs, as many side by side as in a run; moves of each player where no games end.
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

GameCosts costs_by_moves(TournamentSetup& setup, double seconds) {
  setup.openings().prepare(1, 1, [] { return false; });
  const std::shared_ptr<const Game> board = setup.openings().game(0);
  const PaceSetting setting{.game = *board,
                            .opening = setup.openings().at(0),
                            .side_by_side = setup.plan().side_by_side,
                            .seed = setup.config().seed};
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
  constexpr std::size_t kFewestPairs = 2;
  TournamentPlan plan = setup.plan();
  plan.shard = {};
  const SampleTime time(seconds, plan.threads, setup.config().players);
  // Every slot gets two games: while the last ones end some are empty, and a vector is not full.
  const std::size_t matches = std::max<std::size_t>(1, make_pairings(setup.config()).size());
  const std::size_t pairs_of_slots = (plan.threads * plan.side_by_side.slots + matches - 1) / matches;
  SampleTask task{.players = setup.config().players,
                  .pairs = plan.pairs,
                  .pairs_together = static_cast<std::uint32_t>(std::max({kFewestPairs, plan.threads, pairs_of_slots})),
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
  return sample_costs(task, time);
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
