// Whole searches from the empty board by budget, and the cost of carrying shadow operators.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <memory>
#include <string>

#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

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

BENCHMARK_CAPTURE(search, connect4, "connect4")->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, go_9, "go:9")->Arg(1'000)->Arg(5'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search, go_19, "go:19")->Arg(1'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_with_shadows, connect4, "connect4")->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rootward
