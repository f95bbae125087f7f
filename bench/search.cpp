// Whole searches from the empty board by budget, the cost of carrying shadow operators, and recorded searches played
// again.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "lab/play/recorded_game.h"
#include "lab/play/recording.h"
#include "lab/play/replayed_search.h"

namespace rootward {
namespace {

SearchSettings settings_for(const Game& game, std::int64_t simulations) {
  const std::string search = fmt::format("{{budget: {{simulations: {}}}, selection: ucb1}}", simulations);
  return parse_search_player(search, "average", {}, game.id()).search;
}

void run_searches(benchmark::State& state, const Game& game, const SearchSettings& settings) {
  const std::unique_ptr<Position> start = game.start();
  const std::unique_ptr<Searcher> searcher = game.make_searcher(settings);
  std::uint64_t seed = 0;
  std::uint64_t simulations = 0;
  for (auto _ : state) {
    searcher->new_game(++seed);
    simulations += searcher->think(*start, std::nullopt, [] { return false; }).simulations;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(simulations));
}

void search(benchmark::State& state, const std::string& name) {
  const std::unique_ptr<Game> game = make_game(parse_game(name, {}));
  run_searches(state, *game, settings_for(*game, state.range(0)));
}

/// The average drives; the argument is how many softmax shadows go along.
void search_with_shadows(benchmark::State& state, const std::string& name) {
  const std::unique_ptr<Game> game = make_game(parse_game(name, {}));
  SearchSettings settings = settings_for(*game, 5'000);
  settings.shadows.assign(static_cast<std::size_t>(state.range(0)), parse_backup("softmax"));
  run_searches(state, *game, settings);
}

/// A recorded search played again under one operator.
void replay(benchmark::State& state, const std::string& op) {
  const std::unique_ptr<Game> game = make_game(parse_game("connect4", {}));
  RecordKeeper keeper;
  const std::unique_ptr<Searcher> searcher =
      dynamic_cast<const RecordedGame&>(*game).make_recorded_searcher(settings_for(*game, 10'000), keeper);
  const std::unique_ptr<Position> start = game->start();
  (void)searcher->think(*start, std::nullopt, [] { return false; });
  SearchRecord head;
  head.context.simulations = 10'000;
  const SearchRecord record = shown_record(keeper.recording(), *start, std::move(head));
  const std::vector<NamedParams> operators = {parse_backup(op)};
  for (auto _ : state) benchmark::DoNotOptimize(replay_search(record, operators).result.value);
  state.SetItemsProcessed(state.iterations() * 10'000);
}

BENCHMARK_CAPTURE(replay, average, "average")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, max, "max")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replay, softmax, "softmax")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, connect4, "connect4")->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, go_9, "go:9")->Arg(1'000)->Arg(5'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, go_19, "go:19")->Arg(1'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_with_shadows, connect4, "connect4")->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rootward
