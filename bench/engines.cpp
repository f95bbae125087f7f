// What an engine by UCI costs beside its own thinking: games of Breakthrough against one that is asked for a node a
// move. engines [ROUNDS] ["COMMAND"]: fairy-stockfish unless given.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/rng.h"
#include "core/statistics/median.h"
#include "experiments/tournament/config.h"
#include "lab/engines/engine_player.h"
#include "lab/play/game.h"

namespace rootward {
namespace {

constexpr int kGames = 10;  // of a sample

/// Of all threads of this process.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Of one move of the engine's, in microseconds.
struct Cost {
  double ours = 0;    ///< CPU time of this process, which does nothing else
  double theirs = 0;  ///< CPU time of the engine
  double passed = 0;  ///< by the clock
};

/// Games of the engine, who begins, against random moves.
Cost sample(Player& engine, const Game& game, std::uint64_t round) {
  Rng rng(round);
  std::uint64_t moves = 0;
  Cost sum;
  for (std::uint64_t played = 0; played < kGames; ++played) {
    engine.new_game(round * kGames + played);
    const std::unique_ptr<Position> position = game.start();
    const double theirs = engine.outside_cpu_seconds();
    const double ours = cpu_seconds();
    const auto begun = std::chrono::steady_clock::now();
    while (!position->is_over()) {
      const std::vector<Action> legal = position->legal_actions();
      const bool is_engines = position->to_move() == Seat::first;
      const Action action = is_engines ? engine.choose(*position, [] { return false; }).action
                                       : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      moves += is_engines ? 1 : 0;
      engine.observe(action);
      position->play(action);
    }
    sum.passed += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    sum.ours += cpu_seconds() - ours;
    sum.theirs += engine.outside_cpu_seconds() - theirs;
  }
  const double scale = 1e6 / static_cast<double>(moves);
  return {.ours = sum.ours * scale, .theirs = sum.theirs * scale, .passed = sum.passed * scale};
}

void measure(std::uint64_t rounds, const std::string& command) {
  const tournament::TournamentConfig config = tournament::parse_tournament(
      fmt::format("name: cost\nseed: 1\ngame: breakthrough\nplayers:\n  engine: {{uci: \"{}\", nodes: 1}}\n"
                  "  random: {{player: random}}\nschedule: {{type: round_robin, pairs: 1}}\n",
                  command),
      "engines");
  const std::unique_ptr<Game> game = make_game(config.game);
  const std::unique_ptr<Player> engine = make_engine_player(config.players.front(), *game);
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> passed;
  for (std::uint64_t round = 0; round <= rounds; ++round) {
    const Cost cost = sample(*engine, *game, round);
    if (round == 0) continue;  // the program is being started
    ours.push_back(cost.ours);
    theirs.push_back(cost.theirs);
    passed.push_back(cost.passed);
  }
  fmt::print("{}, a node a move, Breakthrough; medians of {} samples of {} games, a move of the engine's:\n", command,
             rounds, kGames);
  fmt::print("CPU time of rootward {:.0f} us, of the engine {:.0f} us; by the clock {:.0f} us\n", median(ours),
             median(theirs), median(passed));
}

}  // namespace
}  // namespace rootward

int main(int count, char** words) try {
  rootward::measure(count > 1 ? std::strtoull(words[1], nullptr, 10) : 21, count > 2 ? words[2] : "fairy-stockfish");
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "error: {}\n", error.what());
  return 1;
}
