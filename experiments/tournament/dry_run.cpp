// The schedule in words, its time from some games of its own, and what its games can show.
#include "experiments/tournament/dry_run.h"

#include <fmt/format.h>

#include <filesystem>

#include "experiments/tournament/game_cost.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/progress.h"
#include "lab/arena/thread_count.h"

namespace rootward::tournament {
namespace {

constexpr double kSampleSeconds = 5;  // of CPU time, a thread

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

}  // namespace

std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings) {
  const TournamentPlan plan = setup.plan();
  const std::string folder = results_folder_of(setup.config(), settings);
  const std::vector<PairingState> pairings = load_pairings(plan, stored_games(folder, setup));
  const std::string load = machine_load_text();
  const GameCosts costs = game_costs(setup, play_sample(setup, kSampleSeconds), kSampleSeconds);

  std::string text = fmt::format("{}: {}, {} matches of {} colour-swapped pairs\n", setup.config().name,
                                 schedule_in_words(setup.config().schedule.type), pairings.size(), plan.pairs);
  if (!plan.shard.is_whole()) text += fmt::format("shard {} of {}\n", plan.shard.index, plan.shard.count);
  double seconds = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const PairingState& state = pairings[i];
    text += fmt::format("  {} v {}: {} games", state.names()[0], state.names()[1], state.games_wanted());
    text += state.games_done() == 0 ? "\n" : fmt::format(", {} of them stored\n", state.games_done());
    seconds += costs.seconds[i] *
               static_cast<double>(state.games_wanted() - std::min(state.games_wanted(), state.games_done()));
  }
  const GameTotals games = totals_of(pairings);
  text += fmt::format("games: {}, of which {} are stored in {}\n", games.wanted, games.done, folder);
  text += fmt::format("openings: {}\n", opening_text(setup.openings(), plan.pairs));
  text += fmt::format("estimated time: {} of CPU time, {} on {} threads (from {}; {})\n", duration_text(seconds),
                      duration_text(seconds / static_cast<double>(plan.threads)), plan.threads, costs.of, load);
  if (setup.config().sprt) text += "matches may end earlier: stop.sprt\n";
  PowerPlan power = power_plan(setup.config(), plan.pairs);
  power.deviation = stored_deviation(folder);
  text += power_lines(power, {});
  return text;
}

}  // namespace rootward::tournament
