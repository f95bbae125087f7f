// A short calibration: every player chooses once in the first opening, games are as long as random ones.
#include "experiments/tournament/dry_run.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "core/rng.h"
#include "experiments/store.h"
#include "experiments/store/results_folder.h"
#include "experiments/tournament/progress.h"

namespace rootward {
namespace {

constexpr int kRandomGames = 10;

bool never_stop() { return false; }

/// Wall-clock seconds of one move of each player after the first opening.
std::vector<double> seconds_a_move(TournamentSetup& setup) {
  const std::unique_ptr<Position> position = position_after(setup.game(), setup.openings().at(0));
  std::vector<double> seconds;
  for (std::size_t i = 0; i < setup.config().players.size(); ++i) {
    const std::unique_ptr<Player> player = setup.make_player(i);
    player->new_game(derive_seed(setup.config().seed, "calibration"));
    for (const Action action : setup.openings().at(0)) player->observe(action);
    const auto start = std::chrono::steady_clock::now();
    (void)player->choose(*position, never_stop);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return seconds;
}

/// Moves of a random game from the first opening on.
double mean_game_length(TournamentSetup& setup) {
  const std::unique_ptr<Position> position = position_after(setup.game(), setup.openings().at(0));
  Rng rng(derive_seed(setup.config().seed, "game length"));
  double plies = 0;
  for (int i = 0; i < kRandomGames; ++i) plies += static_cast<double>(position->random_playout(rng).plies);
  return plies / kRandomGames;
}

std::string opening_text(const Openings& openings, std::uint32_t pairs) {
  if (!openings.available()) return fmt::format("{} used, drawn from very many", pairs);
  return fmt::format("{} used, {} different ones available{}", pairs, *openings.available(),
                     *openings.available() < pairs ? ": they repeat" : "");
}

std::string schedule_name(ScheduleType type) {
  switch (type) {
    case ScheduleType::round_robin:
      return "round robin";
    case ScheduleType::gauntlet:
      return "gauntlet";
    case ScheduleType::ladder:
      return "ladder";
  }
  return "";
}

std::vector<GameRecord> stored_games(const std::string& folder, const TournamentSetup& setup,
                                     const std::string& book_hash) {
  if (!std::filesystem::exists(manifest_path(folder))) return {};
  StoredResults results = read_results(folder);
  check_continues(folder, results.manifest, setup.config(), book_hash);
  return std::move(results.games);
}

}  // namespace

std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings) {
  const TournamentPlan plan = setup.plan();
  const std::string folder = results_folder_of(setup.config(), settings);
  const std::vector<PairingState> pairings =
      load_pairings(plan, stored_games(folder, setup, setup.openings().book_hash()));
  setup.openings().prepare(1, plan.threads, never_stop);
  const std::vector<double> move_seconds = seconds_a_move(setup);
  const double moves_a_seat = mean_game_length(setup) / 2;

  std::string text = fmt::format("{}: {}, {} matches of {} colour-swapped pairs\n", setup.config().name,
                                 schedule_name(setup.config().schedule.type), pairings.size(), plan.pairs);
  if (!plan.shard.is_whole()) text += fmt::format("shard {} of {}\n", plan.shard.index, plan.shard.count);
  const std::vector<Pairing> indices = make_pairings(setup.config());
  std::uint64_t done = 0;
  std::uint64_t wanted = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const PairingState& state = pairings[i];
    text += fmt::format("  {} v {}: {} games", state.names()[0], state.names()[1], state.games_wanted());
    text += state.games_done() == 0 ? "\n" : fmt::format(", {} of them stored\n", state.games_done());
    const double game_seconds = moves_a_seat * (move_seconds[indices[i].a] + move_seconds[indices[i].b]);
    seconds +=
        game_seconds * static_cast<double>(state.games_wanted() - std::min(state.games_wanted(), state.games_done()));
    done += state.games_done();
    wanted += state.games_wanted();
  }
  text += fmt::format("games: {}, of which {} are stored in {}\n", wanted, done, folder);
  text += fmt::format("openings: {}\n", opening_text(setup.openings(), plan.pairs));
  text += fmt::format(
      "estimated time: {} on {} threads (from one move of each player and games as long as random ones, "
      "{:.0f} moves)\n",
      duration_text(seconds / static_cast<double>(plan.threads)), plan.threads, 2 * moves_a_seat);
  if (setup.config().sprt) text += "matches may end earlier: stop.sprt\n";
  return text;
}

}  // namespace rootward
