// What the C interface costs: searches of Connect Four as a plug-in beside those of the built-in game, taking turns in
// one process. plugins FOLDER [ROUNDS]: the folder of the compiled games, build/release/plugins.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "core/cpu_time.h"
#include "core/statistics/median.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"

namespace rootward {
namespace {

constexpr int kSearches = 10;  // of a sample
constexpr std::uint64_t kSimulations = 10'000;

class Side {
 public:
  explicit Side(const std::string& game) : game_(make_game(parse_game(game, {}))), start_(game_->start()) {
    const std::string search = fmt::format("{{budget: {{simulations: {}}}}}", kSimulations);
    searcher_ = game_->make_searcher(parse_search_player(search, "average", {}, game_->id()).search);
  }
  /// CPU seconds of some searches from the start.
  double sample(std::uint64_t round) {
    const double begun = thread_cpu_seconds();
    for (std::uint64_t i = 0; i < kSearches; ++i) {
      searcher_->new_game(round * kSearches + i);
      (void)searcher_->think(*start_, std::nullopt, [] { return false; });
    }
    return thread_cpu_seconds() - begun;
  }

 private:
  std::unique_ptr<Game> game_;
  std::unique_ptr<Position> start_;
  std::unique_ptr<Searcher> searcher_;
};

void measure(const std::string& folder, std::uint64_t rounds) {
  Side built_in("connect4");
  fmt::print("Connect Four, UCT at {} simulations; CPU time, medians of {} ratios\n", kSimulations, rounds);
  for (const auto& [file, what] : {std::pair{"connect4_plain.so", "the program's random games"},
                                   std::pair{"connect4.so", "with its own playout"}}) {
    Side plugin(fmt::format("plugin:{}/{}", folder, file));
    std::vector<double> ratios;
    std::vector<double> rates;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const double ours = built_in.sample(round);
      const double theirs = plugin.sample(round);
      if (round == 0) continue;  // nothing is warm
      ratios.push_back(ours / theirs);
      rates.push_back(kSearches * kSimulations / theirs);
    }
    fmt::print("{}: {:.2f} of the built-in game's rate, {:.0f} simulations a second\n", what, median(ratios),
               median(rates));
  }
}

}  // namespace
}  // namespace rootward

int main(int count, char** words) try {
  rootward::measure(count > 1 ? words[1] : "build/release/plugins",
                    count > 2 ? std::strtoull(words[2], nullptr, 10) : 41);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "error: {}\n", error.what());
  return 1;
}
