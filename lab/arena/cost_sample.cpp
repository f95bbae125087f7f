// From a few simulations a move up to all of them, fourfold each time, as long as the next ones fit.
#include "lab/arena/cost_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/machine_time.h"
#include "lab/play/engine_kinds.h"

namespace rootward {
namespace {

constexpr std::uint64_t kFewestSimulations = 8;
constexpr std::size_t kEnoughGames = 200;
constexpr double kStep = 4;           // from a share to the next
constexpr double kMostOfGuess = 1.5;  // what games of a larger share may take of what is guessed
// How a simulation's cost may grow with the simulations of a move, as an exponent: measured ones are 0 to 0.25.
constexpr double kLeastGrowth = 0;
constexpr double kMostGrowth = 0.15;

bool counts_simulations(const PlayerSpec& player) {
  return player.kind == "search" && player.search.budget.is_reproducible();
}

/// What a search by the clock takes of a core that it has to itself; others at work leave it less. 0 for other players.
double clock_seconds(const PlayerSpec& player, std::uint32_t moves) {
  const Budget& budget = player.search.budget;
  if (player.kind != "search" || budget.kind != Budget::Kind::seconds) return 0;
  return budget.seconds * static_cast<double>(moves);
}

/// The games of one share.
struct Level {
  double share = 1;
  std::uint32_t pairs = 0;
  std::vector<GameRecord> games{};
  bool is_whole = false;
};

double seconds_of(const GameRecord& game) { return game.cpu_seconds[0] + game.cpu_seconds[1]; }

double seconds_of(const Level& level) {
  double sum = 0;
  for (const GameRecord& game : level.games) sum += seconds_of(game);
  return sum;
}

class Sampler {
 public:
  Sampler(const SampleTask& task, const SampleTime& time) : task_(task), time_(time) {
    for (const PlayerSpec& player : task.players) specs_.emplace(player.name, &player);
  }

  CostSample run() {
    Level level = play_warm(lowest_share());
    std::optional<Level> below;
    while (level.is_whole) {
      const double share = affordable_share(level);
      if (share <= level.share) break;
      Level next = play(share);
      if (!next.is_whole) break;
      below = std::exchange(level, std::move(next));
    }
    if (level.is_whole) play_more(level);
    const double growth = below ? growth_between(*below, level) : 0;
    for (GameRecord& game : level.games) take_as_whole(game, level.share, growth);
    std::string of = level.share == 1 ? fmt::format("{} games played now", level.games.size())
                                      : fmt::format("{} games played now with 1/{:.0f} of the simulations",
                                                    level.games.size(), 1 / level.share);
    return {.games = std::move(level.games), .share = level.share, .of = std::move(of), .is_whole = level.is_whole};
  }

 private:
  [[nodiscard]] double lowest_share() const {
    std::uint64_t most = 0;
    for (const PlayerSpec& player : task_.players)
      if (counts_simulations(player)) most = std::max(most, player.search.budget.simulations);
    double share = 1;
    while (static_cast<double>(most) * share / kStep >= static_cast<double>(kFewestSimulations)) share /= kStep;
    return share;
  }

  [[nodiscard]] Level play(double share) const {
    Level level{.share = share, .pairs = std::min(task_.pairs, task_.pairs_together)};
    level.is_whole = task_.play(share, level.pairs, stop_, level.games);
    return level;
  }

  /// Twice where only a share of the simulations is played, if there is time: the first games also pay for what a run
  /// does once, as for the pages of a memory of evaluations, and a share must not multiply that.
  [[nodiscard]] Level play_warm(double share) const {
    Level first = play(share);
    if (share == 1 || !first.is_whole) return first;
    Level again = play(share);
    return again.is_whole ? again : first;
  }

  /// The largest for which there is time, by what games of a smaller one took; that one where there is none.
  [[nodiscard]] double affordable_share(const Level& level) const {
    double counted = 0;  // of those whose simulations have this share
    for (const GameRecord& game : level.games)
      for (std::size_t seat = 0; seat < game.seats.size(); ++seat)
        if (spec_of(game, seat) != nullptr) counted += game.cpu_seconds[seat];
    const double others = seconds_of(level) - counted;
    double share = level.share;
    while (share < 1 && others + kMostOfGuess * counted * kStep * share / level.share <= time_.left())
      share = std::min(1.0, kStep * share);
    return share;
  }

  /// Twice as many each time; pairs that the time cuts short are left out, or the longest games would be missing.
  void play_more(Level& level) const {
    while (level.pairs < task_.pairs && level.games.size() < kEnoughGames && seconds_of(level) <= time_.left()) {
      const std::uint32_t pairs = std::min(task_.pairs, 2 * level.pairs);
      std::vector<GameRecord> games = level.games;
      if (!task_.play(level.share, pairs, stop_, games)) return;
      level.pairs = pairs;
      level.games = std::move(games);
    }
  }

  [[nodiscard]] const PlayerSpec* spec_of(const GameRecord& game, std::size_t seat) const {
    const auto found = specs_.find(game.seats[seat]);
    return found != specs_.end() && counts_simulations(*found->second) ? found->second : nullptr;
  }

  struct Rate {
    double seconds_a_simulation = 0;  // as planned; 0 where nobody counts them
    double simulations_a_move = 0;
  };
  [[nodiscard]] Rate rate_of(const Level& level) const {
    double seconds = 0;
    double simulations = 0;
    double moves = 0;
    for (const GameRecord& game : level.games)
      for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
        const PlayerSpec* spec = spec_of(game, seat);
        if (spec == nullptr) continue;
        seconds += game.cpu_seconds[seat];
        moves += static_cast<double>(game.moves_chosen[seat]);
        simulations += static_cast<double>(game.moves_chosen[seat]) *
                       static_cast<double>(with_share(*spec, level.share).search.budget.simulations);
      }
    if (simulations <= 0) return {};
    return {.seconds_a_simulation = seconds / simulations, .simulations_a_move = simulations / moves};
  }

  [[nodiscard]] double growth_between(const Level& low, const Level& high) const {
    const Rate before = rate_of(low);
    const Rate after = rate_of(high);
    if (before.seconds_a_simulation <= 0 || after.seconds_a_simulation <= 0) return 0;
    const double steps = std::log(after.simulations_a_move / before.simulations_a_move);
    if (steps <= 0) return 0;
    return std::clamp(std::log(after.seconds_a_simulation / before.seconds_a_simulation) / steps, kLeastGrowth,
                      kMostGrowth);
  }

  void take_as_whole(GameRecord& game, double share, double growth) const {
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      double& seconds = game.cpu_seconds[seat];
      if (const PlayerSpec* spec = spec_of(game, seat)) {
        const auto all = static_cast<double>(spec->search.budget.simulations);
        const auto played = static_cast<double>(with_share(*spec, share).search.budget.simulations);
        seconds *= std::pow(all / played, 1 + growth);
      } else if (const auto found = specs_.find(game.seats[seat]); found != specs_.end()) {
        seconds = std::max(seconds, clock_seconds(*found->second, game.moves_chosen[seat]));
      }
    }
  }

  const SampleTask& task_;
  const SampleTime& time_;
  const std::function<bool()> stop_ = [this] { return time_.is_over(); };
  std::map<std::string, const PlayerSpec*> specs_;
};

}  // namespace

SampleTime::SampleTime(double seconds, std::size_t threads, std::span<const PlayerSpec> players)
    : threads_(threads),
      is_by_the_clock_(std::ranges::any_of(players, [](const PlayerSpec& player) { return is_engine(player); })),
      end_(now() + seconds * static_cast<double>(threads)) {}

double SampleTime::left() const { return end_ - now(); }

double SampleTime::now() const {
  if (!is_by_the_clock_) return process_cpu_seconds();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  return passed.count() * static_cast<double>(threads_);
}

PlayerSpec with_share(PlayerSpec player, double share) {
  std::uint64_t& simulations = player.search.budget.simulations;
  if (share < 1 && counts_simulations(player)) {
    const auto fewer = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(simulations)));
    simulations = std::min(simulations, std::max(kFewestSimulations, fewer));
  }
  return player;
}

std::optional<GamePace> CostSample::pace() const {
  constexpr std::size_t kFewestGames = 4;
  if (!is_whole && games.size() < kFewestGames) return std::nullopt;
  return pace_of(games);
}

CostSample sample_costs(const SampleTask& task, const SampleTime& time) { return Sampler(task, time).run(); }

}  // namespace rootward
