// A short calibration: every player chooses once in the first opening, as many times at once as a thread plays games;
// games are as long as random ones.
#include "experiments/tournament/dry_run.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/rng.h"
#include "experiments/arena/progress.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {
namespace {

constexpr int kRandomGames = 10;

bool never_stop() { return false; }

/// One search in every slot, from the same position.
class OneMoveEach final : public ThinkSource {
 public:
  OneMoveEach(const Position& position, std::vector<Searcher*> searchers)
      : position_(position), searchers_(std::move(searchers)) {}
  std::optional<ThinkTask> next(std::size_t slot) override {
    Searcher* searcher = std::exchange(searchers_[slot], nullptr);
    if (searcher == nullptr) return std::nullopt;
    return ThinkTask{.searcher = searcher, .position = &position_, .stop = &stop_};
  }
  void finished(std::size_t, SearchResult) override {}

 private:
  const Position& position_;
  std::vector<Searcher*> searchers_;
  std::function<bool()> stop_ = never_stop;
};

/// Wall-clock seconds of one move of a player after the first opening, in as many games as one thread plays together.
double seconds_a_move(TournamentSetup& setup, const SideBySidePlan& side_by_side, std::size_t index) {
  const std::unique_ptr<Position> position = position_after(setup.openings().game(0), setup.openings().at(0));
  std::vector<std::unique_ptr<Player>> players;
  std::vector<Searcher*> searchers;
  for (std::size_t slot = 0; slot < side_by_side.slots; ++slot) {
    players.push_back(setup.make_player(index, setup.openings().game(0)));
    players.back()->new_game(derive_seed(setup.config().seed, {hash_name("calibration"), slot}));
    for (const Action action : setup.openings().at(0)) players.back()->observe(action);
    if (Searcher* searcher = players.back()->searcher()) searchers.push_back(searcher);
  }
  const bool is_together = side_by_side.slots > 1 && searchers.size() == players.size();
  const auto start = std::chrono::steady_clock::now();
  if (is_together) {
    OneMoveEach moves(*position, searchers);
    setup.game().think_side_by_side(side_by_side.evaluator, side_by_side.slots, moves);
  } else {
    (void)players[0]->choose(*position, never_stop);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return is_together ? seconds / static_cast<double>(side_by_side.slots) : seconds;
}

std::vector<double> seconds_a_move(TournamentSetup& setup, const SideBySidePlan& side_by_side) {
  std::vector<double> seconds;
  for (std::size_t i = 0; i < setup.config().players.size(); ++i)
    seconds.push_back(seconds_a_move(setup, side_by_side, i));
  return seconds;
}

/// Moves of a random game from the first opening on.
double mean_game_length(TournamentSetup& setup) {
  const std::unique_ptr<Position> position = position_after(setup.openings().game(0), setup.openings().at(0));
  Rng rng(derive_seed(setup.config().seed, "game length"));
  double plies = 0;
  for (int i = 0; i < kRandomGames; ++i) plies += static_cast<double>(position->random_playout(rng).plies);
  return plies / kRandomGames;
}

std::string opening_text(const Openings& openings, std::uint32_t pairs) {
  if (openings.has_own_boards()) return fmt::format("{} used, each on a board of its own", pairs);
  if (!openings.available()) return fmt::format("{} used, drawn from very many", pairs);
  return fmt::format("{} used, {} different ones available{}", pairs, *openings.available(),
                     *openings.available() < pairs ? ": they repeat" : "");
}

std::string schedule_in_words(ScheduleType type) {
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

std::vector<GameRecord> stored_games(const std::string& folder, const TournamentSetup& setup) {
  if (!std::filesystem::exists(manifest_path(folder))) return {};
  StoredResults results = read_results(folder, Detail::scores);
  check_continues(folder, results.manifest, setup.config(), setup.input_files());
  return std::move(results.games);
}

}  // namespace

std::string dry_run_text(TournamentSetup& setup, const RunSettings& settings) {
  const TournamentPlan plan = setup.plan();
  const std::string folder = results_folder_of(setup.config(), settings);
  const std::vector<PairingState> pairings = load_pairings(plan, stored_games(folder, setup));
  setup.openings().prepare(1, plan.threads, never_stop);
  const std::vector<double> move_seconds = seconds_a_move(setup, plan.side_by_side);
  const double moves_a_seat = mean_game_length(setup) / 2;

  std::string text = fmt::format("{}: {}, {} matches of {} colour-swapped pairs\n", setup.config().name,
                                 schedule_in_words(setup.config().schedule.type), pairings.size(), plan.pairs);
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

}  // namespace rootward::tournament
