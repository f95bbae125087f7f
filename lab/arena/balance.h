// How even an opening is: the first seat's expected score, estimated by a seeded search with the plain average.
#pragma once

#include <cstdint>
#include <memory>

#include "lab/arena/openings.h"
#include "lab/play/game.h"

namespace rootward {

/// One judge a thread. Estimates depend on the seed, the rules and the position only.
class BalanceJudge final : public OpeningJudge {
 public:
  static constexpr std::uint64_t kSimulations = 2000;
  BalanceJudge(const Game& game, std::uint64_t seed, std::uint64_t simulations = kSimulations);
  /// By the simulations of average / ucb1 with playouts.
  double expected_score(const Position& position) override;

 private:
  std::uint64_t seed_;
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace rootward
