// The games of an evaluation as jobs of a pool: pair k's two games have the indices 2 k and 2 k + 1.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/tuning/config.h"
#include "experiments/tuning/evaluation.h"
#include "lab/arena/openings.h"
#include "lab/arena/worker.h"
#include "lab/play/game.h"
#include "lab/play/player.h"
#include "lab/store/manifest.h"

namespace rootward::tuning {

/// What the games of a point and a seed need.
struct EvaluationPlan {
  PlayerSpec candidate;
  std::uint64_t seed = 0;              ///< game_seed() derives each game's from it
  std::shared_ptr<Openings> openings;  ///< to be prepared for every pair that is asked for
};

/// Of this candidate; `seed` as in EvaluationRequest. Throws UsageError (the tuning's openings).
EvaluationPlan evaluation_plan(const TuningConfig& tuning, const Game& game, PlayerSpec candidate, std::uint64_t seed);

/// With this seed for random ones.
std::unique_ptr<Openings> openings_of(const TuningConfig& tuning, const Game& game, std::uint64_t seed);
/// The files beside the configuration that decide about its games.
InputFiles inputs_of(const TuningConfig& tuning, const Game& game);

/// Makes games of a tuning's evaluations. Opponents are the same players in all of them.
class EvaluationJobs {
 public:
  /// All outlive it and what it makes. Games enter the list.
  EvaluationJobs(const TuningConfig& tuning, GamesUnderWay* under_way);

  /// Makes the games of pairs 0 .. pairs - 1.
  [[nodiscard]] GamePool::Make maker(EvaluationPlan plan, std::uint32_t pairs) const;

 private:
  const TuningConfig& tuning_;
  GamesUnderWay* under_way_;
  std::vector<std::shared_ptr<const PlayerMaker>> opponents_;
};

/// A finished game as it is journalled.
EvaluationGame evaluation_game(const GameRecord& record);

/// Searches can run side by side where all games have the same rules and all players, the candidate with any values
/// too, have one evaluator and count simulations.
SideBySidePlan side_by_side_plan_of(const TuningConfig& tuning, const Game& game);

}  // namespace rootward::tuning
