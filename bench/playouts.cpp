// Random playouts from the empty board, one stream and in vector lanes: the evaluator's whole cost.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "experiments/config/parts.h"
#include "experiments/play/game.h"
#include "experiments/tournament/config.h"
#include "games/go/lane_playout.h"

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

/// Every lane plays from the empty board with a stream of its own, `playouts` in all.
class EmptyBoards final : public LaneSource {
 public:
  EmptyBoards(const SmallBoard& board, std::size_t lanes) : board_(board) {
    for (std::size_t lane = 0; lane < lanes; ++lane) streams_.emplace_back(lane);
  }
  void begin(std::int64_t playouts) { left_ = playouts; }
  std::optional<LaneStart> next(std::size_t lane) override {
    if (left_ == 0 || lane >= streams_.size()) return std::nullopt;
    --left_;
    return LaneStart{.board = &board_, .start = {}, .rng = &streams_[lane]};
  }
  void finished(std::size_t, BoardPlayout playout) override { plies_ += playout.plies; }
  [[nodiscard]] std::uint64_t plies() const { return plies_; }

 private:
  const SmallBoard& board_;
  std::vector<Rng> streams_;
  std::int64_t left_ = 0;
  std::uint64_t plies_ = 0;
};

void play_out_in_lanes(benchmark::State& state) {
  constexpr std::int64_t kPlayouts = 2'000;
  const int size = static_cast<int>(state.range(0));
  const LaneWidth width = best_lane_width(size);
  if (width == LaneWidth::none) return state.SkipWithError("this processor has no lanes");
  const SmallBoard board(size);
  EmptyBoards source(board, static_cast<std::size_t>(width));
  for (auto _ : state) {
    source.begin(kPlayouts);
    run_go_lanes(width, size, source);
  }
  const auto playouts = static_cast<double>(state.iterations() * kPlayouts);
  state.counters["playouts"] = benchmark::Counter(playouts, benchmark::Counter::kIsRate);
  state.counters["plies/playout"] = static_cast<double>(source.plies()) / playouts;
  state.counters["lanes"] = static_cast<double>(width);
}

BENCHMARK(play_out_in_lanes)->Arg(7)->Arg(9)->Arg(11)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(play_out, connect4, "connect4");
BENCHMARK_CAPTURE(play_out, go_9, "go:9");
BENCHMARK_CAPTURE(play_out, go_19, "go:19");

}  // namespace
}  // namespace rootward
