// Random playouts from the empty board, one after another: the evaluator's whole cost.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

namespace rootward {
namespace {

void play_out(benchmark::State& state, const std::string& name) {
  const std::unique_ptr<Game> game = make_game(parse_game(name, {}));
  const std::unique_ptr<Position> position = game->start();
  Rng rng(1);
  std::uint64_t plies = 0;
  for (auto _ : state) plies += position->random_playout(rng).plies;
  state.SetItemsProcessed(static_cast<std::int64_t>(plies));
  state.counters["plies/playout"] = static_cast<double>(plies) / static_cast<double>(state.iterations());
}

BENCHMARK_CAPTURE(play_out, connect4, "connect4");
BENCHMARK_CAPTURE(play_out, breakthrough_8, "breakthrough");
BENCHMARK_CAPTURE(play_out, breakthrough_6, "breakthrough:6");
BENCHMARK_CAPTURE(play_out, othello_8, "othello");
BENCHMARK_CAPTURE(play_out, hex_11, "hex");
BENCHMARK_CAPTURE(play_out, kalah_6_4, "kalah");
BENCHMARK_CAPTURE(play_out, go_9, "go:9");
BENCHMARK_CAPTURE(play_out, go_19, "go:19");

}  // namespace
}  // namespace rootward
