// What an atlas would play: cells, games, simulations, and the core hours that these take here.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/atlas/config.h"

namespace rootward::atlas {

struct AtlasPlan {
  std::uint64_t cells = 0;
  std::uint64_t tunings = 0;
  std::uint64_t tuning_games = 0;
  std::uint64_t final_games = 0;        ///< before any cell is extended, those of the pool among them
  std::uint64_t most_final_games = 0;   ///< were every cell extended as far as may be
  double simulations = 0;               ///< of all games but extensions
  double core_hours = 0;                ///< of the same, were every operator as fast as the average
  double most_core_hours = 0;           ///< with every extension
  std::uint64_t positions = 0;          ///< of the studies of features
  double most_feature_simulations = 0;  ///< if no truth comes from a solver
  double most_feature_hours = 0;        ///< of the same; what solvers take is not known before
};

/// Times the control, and the pool's tactical player where there is one, for some ten seconds over all domains; plays
/// no game that is stored.
AtlasPlan plan_atlas(const AtlasConfig& config);
std::string plan_text(const AtlasConfig& config, const AtlasPlan& plan);

}  // namespace rootward::atlas
