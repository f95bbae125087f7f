// Setting up and timing the bench's workloads through the same faces that tournaments use.
#include "cli/bench/workloads.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "backup/registry.h"
#include "cli/bench/measure.h"
#include "core/rng.h"
#include "experiments/config.h"
#include "experiments/game.h"

namespace rootward::bench {
namespace {

constexpr int kSamples = 7;
constexpr double kSampleSeconds = 0.1;
constexpr std::uint64_t kSeed = 20200125;

/// Searches of the game's first position, one after another, with memory kept between them as in a game.
class SearchRun {
 public:
  SearchRun(const Game& game, const std::string& backup, std::uint64_t simulations) : start_(game.start()) {
    const std::string search = fmt::format("{{budget: {{simulations: {}}}, selection: ucb1}}", simulations);
    searcher_ = game.make_searcher(parse_search_player(search, backup, {}, game.id()).search);
  }

  /// CPU seconds of `count` searches whose seeds begin at `first`.
  double seconds(std::uint64_t first, std::uint64_t count) {
    return seconds_of([&] {
      for (std::uint64_t i = 0; i < count; ++i) {
        searcher_->new_game(derive_seed(kSeed, {first + i}));
        bytes_per_child_ = searcher_->think(*start_, std::nullopt, [] { return false; }).bytes_per_child;
      }
    });
  }

  [[nodiscard]] double bytes_per_child() const { return bytes_per_child_; }

 private:
  std::unique_ptr<Position> start_;
  std::unique_ptr<Searcher> searcher_;
  double bytes_per_child_ = 0;
};

/// How many times a piece of work of `seconds` makes up a sample.
std::uint64_t repeats(double seconds) {
  return seconds >= kSampleSeconds ? 1 : static_cast<std::uint64_t>(std::ceil(kSampleSeconds / seconds));
}

Row measure_playouts(const Workload& workload, const Game& game) {
  const std::unique_ptr<Position> start = game.start();
  Rng rng(kSeed);
  const auto play = [&](std::uint64_t count) {
    return seconds_of([&] {
      for (std::uint64_t i = 0; i < count; ++i) start->random_playout(rng);
    });
  };
  constexpr std::uint64_t kWarmUp = 100;
  const std::uint64_t count = kWarmUp * repeats(play(kWarmUp));
  std::vector<double> rates;
  for (int sample = 0; sample < kSamples; ++sample) rates.push_back(static_cast<double>(count) / play(count));
  Row row;
  row.workload = workload;
  row.per_second = median(rates);
  return row;
}

Row measure_search(const Workload& workload, const Game& game) {
  SearchRun driven(game, workload.backup, workload.simulations);
  SearchRun average(game, "average", workload.simulations);
  const std::uint64_t count = repeats(driven.seconds(0, 1));
  if (workload.is_beside_average) average.seconds(0, 1);
  std::vector<double> rates;
  std::vector<double> ratios;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    const double seconds = driven.seconds(sample * count, count);
    rates.push_back(static_cast<double>(count * workload.simulations) / seconds);
    if (workload.is_beside_average) ratios.push_back(seconds / average.seconds(sample * count, count));
  }
  Row row;
  row.workload = workload;
  row.per_second = median(rates);
  row.bytes_per_child = driven.bytes_per_child();
  if (workload.is_beside_average) row.cost_ratio = median(ratios);
  return row;
}

}  // namespace

std::string Workload::label() const {
  return kind == "search" ? fmt::format("{} search {} {}", game, backup, simulations)
                          : fmt::format("{} {}", game, kind);
}

std::vector<Workload> all_workloads() {
  std::vector<Workload> all;
  const std::vector<std::string> game_names{"connect4", "go:9", "go:19"};
  for (const std::string& game : game_names) all.push_back({.game = game, .kind = "playout"});
  for (const std::string& game : game_names)
    for (const std::uint64_t simulations : {1'000ULL, 5'000ULL, 10'000ULL})
      all.push_back({.game = game, .kind = "search", .backup = "average", .simulations = simulations});
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    if (name == "average") continue;
    for (const auto& [game, simulations] : {std::pair{"go:9", 5'000ULL}, std::pair{"connect4", 10'000ULL}})
      all.push_back(
          {.game = game, .kind = "search", .backup = name, .simulations = simulations, .is_beside_average = true});
  }
  return all;
}

Row measure(const Workload& workload) {
  const std::unique_ptr<Game> game = make_game(parse_game(workload.game, {}));
  return workload.kind == "search" ? measure_search(workload, *game) : measure_playouts(workload, *game);
}

}  // namespace rootward::bench
