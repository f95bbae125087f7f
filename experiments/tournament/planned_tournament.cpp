// The schedule in words, its time from some games of its own.
#include "experiments/tournament/planned_tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "experiments/tournament/game_cost.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/progress.h"
#include "lab/arena/thread_count.h"

namespace rootward::tournament {
namespace {

std::string opening_text(const Openings& openings, std::uint32_t pairs) {
  if (openings.has_own_boards()) return fmt::format("{} used, each on a board of its own", pairs);
  if (!openings.available()) return fmt::format("{} used, drawn from very many", pairs);
  return fmt::format("{} used, {} different ones available{}", pairs, *openings.available(),
                     *openings.available() < pairs ? ": they repeat" : "");
}

std::vector<GameRecord> stored_games(const std::string& folder, const TournamentSetup& setup) {
  if (!std::filesystem::exists(manifest_path(folder))) return {};
  const TournamentConfig config = with_stored_games(setup.config(), folder);
  check_continues(folder, read_manifest(folder), identity_of(config, setup.input_files()),
                  "; choose another --out or go back to it");
  StoredResults results = read_results(folder, Detail::scores);
  return std::move(results.games);
}

/// CPU seconds of what is not stored yet.
double seconds_left(const std::vector<PairingState>& pairings, const GameCosts& costs) {
  double seconds = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i)
    seconds += costs.seconds[i] * static_cast<double>(pairings[i].games_wanted() -
                                                      std::min(pairings[i].games_wanted(), pairings[i].games_done()));
  return seconds;
}

std::string schedule_text(TournamentSetup& setup, const TournamentPlan& plan, const std::vector<PairingState>& pairings,
                          const std::string& folder) {
  std::string text = fmt::format(
      "{}: {}, {} of {} colour-swapped pairs\n", setup.config().name, schedule_in_words(setup.config().schedule.type),
      pairings.size() == 1 ? "a match" : fmt::format("{} matches", pairings.size()), plan.pairs);
  if (!plan.shard.is_whole()) text += fmt::format("shard {} of {}\n", plan.shard.index, plan.shard.count);
  for (const PairingState& state : pairings) {
    text += fmt::format("  {} v {}: {} games", state.names()[0], state.names()[1], state.games_wanted());
    text += state.games_done() == 0 ? "\n" : fmt::format(", {} of them stored\n", state.games_done());
  }
  const GameTotals games = totals_of(pairings);
  text += fmt::format("games: {}, of which {} are stored in {}\n", games.wanted, games.done, folder);
  text += fmt::format("openings: {}\n", opening_text(setup.openings(), plan.pairs));
  if (setup.config().sprt) text += "matches may end earlier: stop.sprt\n";
  return text;
}

}  // namespace

PlannedTournament plan_tournament(TournamentSetup& setup, const RunSettings& settings, double seconds) {
  const TournamentPlan plan = setup.plan();
  const std::string folder = results_folder_of(setup.config(), settings);
  const std::vector<PairingState> pairings = load_pairings(plan, stored_games(folder, setup));
  PlannedTournament planned{.schedule = schedule_text(setup, plan, pairings, folder),
                            .power = power_plan(setup.config(), plan.pairs)};
  planned.power.deviation = stored_deviation(folder);
  planned.power.machine = machine_load_text();
  if (seconds == 0) return planned;
  const GameCosts costs = game_costs(setup, play_sample(setup, seconds), seconds);
  const double sum = std::accumulate(costs.seconds.begin(), costs.seconds.end(), 0.0);
  set_cost(planned.power, sum / static_cast<double>(costs.seconds.size()), costs.plies, costs.of);
  const double left = seconds_left(pairings, costs);
  planned.schedule += fmt::format("estimated time: {} of CPU time, {} on {} threads\n", duration_text(left),
                                  duration_text(left / static_cast<double>(plan.threads)), plan.threads);
  return planned;
}

}  // namespace rootward::tournament
