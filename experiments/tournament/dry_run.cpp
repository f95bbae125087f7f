// The schedule in words, its time from one move of every player, and what its games can show.
#include "experiments/tournament/dry_run.h"

#include <fmt/format.h>

#include <chrono>
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

/// Games were played one by one, so that slow ones end in time; a task plays as many together as its threads carry.
void take_as_side_by_side(std::vector<GameRecord>& games, TournamentSetup& setup, const SideBySidePlan& side_by_side,
                          double seconds) {
  const std::vector<PlayerSpec>& players = setup.config().players;
  const PaceSetting pace{.openings = &setup.openings(), .side_by_side = side_by_side, .seed = setup.config().seed};
  std::map<std::string, double> share_of;
  for (std::size_t i = 0; i < players.size(); ++i)
    share_of[players[i].name] = side_by_side_share(
        pace, [&](const Game& game) { return setup.make_player(i, game); },
        seconds / static_cast<double>(players.size()));
  for (GameRecord& game : games)
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) game.cpu_seconds[seat] *= share_of[game.seats[seat]];
}

}  // namespace

std::vector<double> expected_game_seconds(TournamentSetup& setup, GameLength* length_seen) {
  const TournamentPlan plan = setup.plan();
  setup.openings().prepare(1, plan.threads, never_stop);
  const PaceSetting pace{.openings = &setup.openings(), .side_by_side = plan.side_by_side, .seed = setup.config().seed};
  std::map<std::size_t, double> move_seconds;
  const auto seconds_of = [&](std::size_t i) {
    const auto [known, is_new] = move_seconds.try_emplace(i);
    if (is_new) known->second = seconds_a_move(pace, [&](const Game& game) { return setup.make_player(i, game); });
    return known->second;
  };
  const GameLength length =
      likely_game_length(pace, setup.config().players,
                         [&setup](std::size_t index, const Game& game) { return setup.make_player(index, game); });
  if (length_seen != nullptr) *length_seen = length;
  std::vector<double> seconds;
  for (const Pairing& pairing : make_pairings(setup.config()))
    seconds.push_back(length.plies / 2 * (seconds_of(pairing.a) + seconds_of(pairing.b)));
  return seconds;
}

std::vector<GameRecord> play_sample(TournamentSetup& setup, double seconds) {
  constexpr double kShareOfPace = 0.25;  // of the time, where games are played side by side
  TournamentPlan plan = setup.plan();
  const SideBySidePlan side_by_side = plan.side_by_side;
  const bool is_alone = side_by_side.slots <= 1;
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(is_alone ? seconds : seconds * (1 - kShareOfPace)));
  const auto is_over = [end] { return std::chrono::steady_clock::now() >= end; };
  plan.side_by_side.slots = 1;
  const std::uint32_t pairs = plan.pairs;
  std::vector<GameRecord> games;
  // Round by round, so that every pairing has its turn.
  for (plan.pairs = 1; plan.pairs <= pairs && !is_over(); ++plan.pairs) {
    setup.openings().prepare(plan.pairs, plan.threads, is_over);
    if (is_over()) break;
    std::vector<PairingState> pairings = load_pairings(plan, games);
    const RunHooks hooks{.store = [&games](const GameRecord& game) { games.push_back(game); },
                         .report = [](const RunStatus&) {},
                         .stop = {.is_made = is_over, .grace = std::chrono::milliseconds(0)}};
    (void)run_games(plan, pairings, hooks);
  }
  if (!is_alone && !games.empty()) take_as_side_by_side(games, setup, side_by_side, kShareOfPace * seconds);
  return games;
}

std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings) {
  const TournamentPlan plan = setup.plan();
  const std::string folder = results_folder_of(setup.config(), settings);
  const std::vector<PairingState> pairings = load_pairings(plan, stored_games(folder, setup));
  GameLength length;
  const std::vector<double> game_seconds = expected_game_seconds(setup, &length);

  std::string text = fmt::format("{}: {}, {} matches of {} colour-swapped pairs\n", setup.config().name,
                                 schedule_in_words(setup.config().schedule.type), pairings.size(), plan.pairs);
  if (!plan.shard.is_whole()) text += fmt::format("shard {} of {}\n", plan.shard.index, plan.shard.count);
  double seconds = 0;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const PairingState& state = pairings[i];
    text += fmt::format("  {} v {}: {} games", state.names()[0], state.names()[1], state.games_wanted());
    text += state.games_done() == 0 ? "\n" : fmt::format(", {} of them stored\n", state.games_done());
    seconds += game_seconds[i] *
               static_cast<double>(state.games_wanted() - std::min(state.games_wanted(), state.games_done()));
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
