// Games of evaluations on a pool of threads of this process.
#pragma once

#include <memory>

#include "experiments/tuning/evaluation_jobs.h"
#include "experiments/tuning/evaluation_players.h"

namespace rootward::tuning {

struct ThreadSettings {
  std::size_t threads = 0;  ///< 0 = all this process may use
  bool uses_lanes = true;
};

/// Tuning, game and list outlive them.
std::unique_ptr<EvaluationPlayers> make_thread_players(const TuningConfig& tuning, const Game& game,
                                                       GamesUnderWay& under_way, const ThreadSettings& settings);

/// Why a batch of a pool cannot go on: an external engine failed, or a thread met an exception.
std::string failure_of(const GamePool::Event& event);

}  // namespace rootward::tuning
