// The schedule in words, its time from one move of every player, and what its games can show.
#include "experiments/tournament/dry_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "experiments/arena/pace.h"
#include "experiments/arena/progress.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {
namespace {

bool never_stop() { return false; }

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
  setup.openings().prepare(1, plan.threads, never_stop);
  const PaceSetting pace{.openings = &setup.openings(), .side_by_side = plan.side_by_side, .seed = setup.config().seed};
  const std::vector<Pairing> indices = make_pairings(setup.config());
  std::map<std::size_t, double> move_seconds;
  for (const Pairing& pairing : indices)
    for (const std::size_t i : {pairing.a, pairing.b})
      if (!move_seconds.contains(i))
        move_seconds[i] = seconds_a_move(pace, [&](const Game& game) { return setup.make_player(i, game); });
  const GameLength length =
      likely_game_length(pace, setup.config().players,
                         [&setup](std::size_t index, const Game& game) { return setup.make_player(index, game); });
  const double moves_a_seat = length.plies / 2;

  std::string text = fmt::format("{}: {}, {} matches of {} colour-swapped pairs\n", setup.config().name,
                                 schedule_in_words(setup.config().schedule.type), pairings.size(), plan.pairs);
  if (!plan.shard.is_whole()) text += fmt::format("shard {} of {}\n", plan.shard.index, plan.shard.count);
  double seconds = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const PairingState& state = pairings[i];
    text += fmt::format("  {} v {}: {} games", state.names()[0], state.names()[1], state.games_wanted());
    text += state.games_done() == 0 ? "\n" : fmt::format(", {} of them stored\n", state.games_done());
    const double game_seconds = moves_a_seat * (move_seconds[indices[i].a] + move_seconds[indices[i].b]);
    seconds +=
        game_seconds * static_cast<double>(state.games_wanted() - std::min(state.games_wanted(), state.games_done()));
  }
  const GameTotals games = totals_of(pairings);
  text += fmt::format("games: {}, of which {} are stored in {}\n", games.wanted, games.done, folder);
  text += fmt::format("openings: {}\n", opening_text(setup.openings(), plan.pairs));
  text +=
      fmt::format("estimated time: {} on {} threads (from one move of each player and games {}, {:.0f} moves)\n",
                  duration_text(seconds / static_cast<double>(plan.threads)), plan.threads, length.of, length.plies);
  if (setup.config().sprt) text += "matches may end earlier: stop.sprt\n";
  PowerPlan power = power_plan(setup.config(), plan.pairs);
  power.deviation = stored_deviation(folder);
  text += power_lines(power, {});
  return text;
}

}  // namespace rootward::tournament
