// Moves against the CPU clock.
#include "lab/arena/pace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/cpu_time.h"
#include "core/rng.h"
#include "lab/arena/game_setup.h"

namespace rootward {
namespace {

constexpr int kRandomGames = 10;
constexpr int kHastyGames = 10;
constexpr std::uint64_t kHastySimulations = 4;
constexpr double kHastySeconds = 2;

bool never_stop() { return false; }

/// CPU seconds of this thread, and where it waits for external programs, some times as many by the clock.
class Patience {
 public:
  explicit Patience(double seconds) : seconds_(seconds) {}
  [[nodiscard]] bool is_over() const {
    constexpr double kLongest = 5;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return thread_cpu_seconds() - cpu_start_ >= seconds_ || passed.count() >= kLongest * seconds_;
  }

 private:
  double seconds_;
  double cpu_start_ = thread_cpu_seconds();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

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

/// The first opening and `plies` random moves, or as many as leave the game unfinished.
MoveSequence moves_into_the_game(const PaceSetting& setting, std::uint32_t plies, Rng& rng) {
  MoveSequence moves = setting.opening;
  const std::unique_ptr<Position> position = position_after(setting.game, moves);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const std::vector<Action> actions = position->legal_actions();
    const Action action = position->is_chance() ? position->draw_outcome(rng)
                                                : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    position->play(action);
    if (position->is_over()) break;
    moves.push_back(action);
  }
  while (position_after(setting.game, moves)->is_chance()) moves.pop_back();
  return moves;
}

double time_of_a_move(const PaceSetting& setting, std::vector<std::unique_ptr<Player>>& players,
                      const MoveSequence& moves, std::uint64_t round) {
  const Game& game = setting.game;
  const std::unique_ptr<Position> position = position_after(game, moves);
  std::vector<Searcher*> searchers;
  for (std::size_t slot = 0; slot < players.size(); ++slot) {
    players[slot]->new_game(derive_seed(setting.seed, {hash_name("calibration"), slot, round}));
    for (const Action action : moves) players[slot]->observe(action);
    if (Searcher* searcher = players[slot]->searcher()) searchers.push_back(searcher);
  }
  const bool is_together = players.size() > 1 && searchers.size() == players.size();
  const auto spent = [&] { return thread_cpu_seconds() + players[0]->outside_cpu_seconds(); };
  const double start = spent();
  if (is_together) {
    OneMoveEach feeder(*position, searchers);
    game.think_side_by_side(setting.side_by_side.evaluator, players.size(), feeder);
  } else {
    (void)players[0]->choose(*position, never_stop);
  }
  const double seconds = spent() - start;
  return is_together ? seconds / static_cast<double>(players.size()) : seconds;
}

/// Moves of random games from the first opening on, in the mean.
double random_game_length(const PaceSetting& setting) {
  const std::unique_ptr<Position> position = position_after(setting.game, setting.opening);
  Rng rng(derive_seed(setting.seed, "game length"));
  double plies = 0;
  for (int i = 0; i < kRandomGames; ++i) plies += static_cast<double>(position->random_playout(rng).plies);
  return plies / kRandomGames;
}

/// A game of one search with itself, from the first opening and two random moves on; nothing where `stop` ended it.
std::optional<double> hasty_game_length(const PaceSetting& setting, Searcher& searcher, int number,
                                        const std::function<bool()>& stop) {
  constexpr std::uint32_t kVariety = 2;
  Rng rng(derive_seed(setting.seed, {hash_name("hasty game"), static_cast<std::uint64_t>(number)}));
  const MoveSequence moves = moves_into_the_game(setting, kVariety, rng);
  const std::unique_ptr<Position> position = position_after(setting.game, moves);
  searcher.new_game(derive_seed(setting.seed, {hash_name("hasty player"), static_cast<std::uint64_t>(number)}));
  for (const Action action : moves) searcher.observe(action);
  double plies = static_cast<double>(moves.size() - setting.opening.size());
  for (; !position->is_over(); ++plies) {
    const Action action =
        position->is_chance() ? position->draw_outcome(rng) : searcher.think(*position, std::nullopt, stop).move;
    if (stop()) return std::nullopt;
    position->play(action);
    searcher.observe(action);
  }
  return plies;
}

/// One in every slot.
std::vector<std::unique_ptr<Player>> make_players(const PaceSetting& setting,
                                                  const std::function<std::unique_ptr<Player>(const Game&)>& make) {
  std::vector<std::unique_ptr<Player>> players;
  for (std::size_t slot = 0; slot < setting.side_by_side.slots; ++slot) players.push_back(make(setting.game));
  return players;
}

}  // namespace

double seconds_a_move(const PaceSetting& setting, const std::function<std::unique_ptr<Player>(const Game&)>& make,
                      double patience) {
  const Patience time(patience);
  std::vector<std::unique_ptr<Player>> players = make_players(setting, make);
  Rng rng(derive_seed(setting.seed, "moves into the game"));
  const auto length = static_cast<std::uint32_t>(random_game_length(setting));
  double seconds = time_of_a_move(setting, players, setting.opening, 0);
  std::uint64_t rounds = 1;
  for (; !time.is_over(); ++rounds)
    seconds += time_of_a_move(setting, players, moves_into_the_game(setting, rng.below(length + 1), rng), rounds);
  return seconds / static_cast<double>(rounds);
}

GameLength likely_game_length(const PaceSetting& setting, std::span<const PlayerSpec> players,
                              const std::function<std::unique_ptr<Player>(std::size_t, const Game&)>& make) {
  const auto found = std::ranges::find_if(players, asks_network_for_priors);
  GameLength random{.plies = random_game_length(setting), .of = "as long as random ones"};
  if (found == players.end() || !found->search.budget.is_reproducible() ||
      found->search.root.name != SearchSettings{}.root.name)
    return random;
  const std::unique_ptr<Player> player = make(static_cast<std::size_t>(found - players.begin()), setting.game);
  Searcher& searcher = *player->searcher();
  searcher.adjust(kHastySimulations, false);
  const Patience time(kHastySeconds);
  const auto stop = [&time] { return time.is_over(); };
  double plies = 0;
  int games = 0;
  while (games < kHastyGames) {
    const std::optional<double> one = hasty_game_length(setting, searcher, games, stop);
    if (!one) break;
    plies += *one;
    ++games;
  }
  if (games == 0) return random;
  return {.plies = plies / games, .of = fmt::format("as long as {} hasty ones of {}", games, found->name)};
}

std::optional<GamePace> pace_of(std::span<const GameRecord> games) {
  if (games.empty()) return std::nullopt;
  std::map<std::array<std::string, 2>, std::pair<double, double>> of_pairings;  // seconds, games
  GamePace pace;
  for (const GameRecord& game : games) {
    auto& [seconds, count] = of_pairings[game.pairing];
    seconds += game.cpu_seconds[0] + game.cpu_seconds[1];
    count += 1;
    pace.plies += static_cast<double>(game.plies) / static_cast<double>(games.size());
  }
  for (const auto& [names, sum] : of_pairings) {
    pace.pairings[names] = sum.first / sum.second;
    pace.seconds += pace.pairings[names] / static_cast<double>(of_pairings.size());
  }
  return pace;
}

}  // namespace rootward
