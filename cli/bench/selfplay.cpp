// The bench's games of self-play: a random 4x32 network on 9x9, every move searched; beside them the network alone.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/bench/measure.h"
#include "cli/bench/workloads.h"
#include "core/file_io.h"
#include "evaluators/net/model.h"
#include "experiments/selfplay/play_game.h"
#include "experiments/selfplay/play_generation.h"
#include "experiments/selfplay/play_run.h"
#include "lab/play/game.h"

namespace rootward::bench {
namespace {

constexpr int kGames = 7;
constexpr std::uint64_t kEvaluations = 2000;
/// Evaluations that a position is counted at: 16 simulations, and half of the roots' own, which are the other half of
/// the time the answers of a child.
constexpr double kEvaluationsAPosition = 16.5;
constexpr const char* kBenchRun = R"(
name: bench
seed: 20200125
game: {name: go, size: 9, komi: 7.5}
selfplay: {openings: {policy_share: 0, fork_share: 0}, coast: {moves: 0}}
phases: [{games: 1000, simulations: 16, rate: 0.03}]
)";

/// A file that goes with its object.
class TemporaryNetwork {
 public:
  explicit TemporaryNetwork(const std::string& bytes)
      : path_((std::filesystem::temp_directory_path() / fmt::format("rootward-bench-{}.safetensors", getpid()))
                  .string()) {
    write_file_atomically(path_, bytes);
  }
  TemporaryNetwork(const TemporaryNetwork&) = delete;
  TemporaryNetwork& operator=(const TemporaryNetwork&) = delete;
  ~TemporaryNetwork() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// One thread's games.
class GamesOfAThread {
 public:
  GamesOfAThread(const selfplay::GamePlan& plan, const Game& game, const SearchSettings& search)
      : plan_(plan), game_(game), searcher_(game.make_searcher(search)) {}

  void play(std::uint64_t index) {
    seconds_ = seconds_of([&] {
      selfplay::PlayGame one(plan_, game_, *searcher_, index);
      while (!one.is_over()) {
        one.prepare();
        one.take(searcher_->think(one.position(), std::nullopt, nullptr));
      }
      positions_ = one.finish().game.plies.size();
    });
  }
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] std::size_t positions() const { return positions_; }

 private:
  const selfplay::GamePlan& plan_;
  const Game& game_;
  std::unique_ptr<Searcher> searcher_;
  double seconds_ = 0;
  std::size_t positions_ = 0;
};

/// A game on each thread; positions a second of CPU time, of all threads.
double rate_of_games(std::vector<GamesOfAThread>& threads, std::uint64_t first) {
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads.size(); ++i)
    running.emplace_back([&thread = threads[i], index = first + i] { thread.play(index); });
  for (std::thread& thread : running) thread.join();
  double rate = 0;
  for (const GamesOfAThread& thread : threads) rate += static_cast<double>(thread.positions()) / thread.seconds();
  return rate;
}

}  // namespace

Row measure_selfplay(const Workload& workload) {
  const std::size_t threads = workload.threads;
  const selfplay::TrainingConfig config = selfplay::parse_training(
      kBenchRun, "bench", {{"selfplay.search.evaluator.precision", net::path_name(workload.path)}});
  const std::unique_ptr<Game> game = make_game(config.game);
  const TemporaryNetwork network(selfplay::random_network_bytes(config, *game));
  const selfplay::GamePlan plan = selfplay::plan_of(config, *game, 0);
  const SearchSettings search = selfplay::generation_search(config, 0, network.path());
  std::vector<GamesOfAThread> players;
  for (std::size_t i = 0; i < threads; ++i) players.emplace_back(plan, *game, search);
  const net::Model model = net::load_model(network.path());
  NetworkRun alone(model, net::BoardShape(9, 9), workload.path);
  (void)rate_of_games(players, 0);
  std::vector<double> positions;
  std::vector<double> evaluations;
  for (std::uint64_t i = 1; i <= kGames; ++i) {
    positions.push_back(rate_of_games(players, i * threads));
    evaluations.push_back(kEvaluations / alone.seconds(kEvaluations));
  }
  Row row;
  row.workload = workload;
  row.per_second = median(positions);
  row.cost_ratio =
      median(evaluations) / kEvaluationsAPosition / (row.per_second / static_cast<double>(workload.threads));
  return row;
}

}  // namespace rootward::bench
