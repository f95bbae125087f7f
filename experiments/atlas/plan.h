// What an atlas would play: cells, games, simulations, and the core hours that these take here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/atlas/config.h"
#include "experiments/atlas/results.h"

namespace rootward::atlas {

struct AtlasPlan {
  std::uint64_t cells = 0;
  std::uint64_t tunings = 0;
  std::uint64_t tuning_games = 0;
  std::uint64_t final_games = 0;        ///< before any cell is extended, those of the pool among them
  std::uint64_t most_final_games = 0;   ///< were every cell extended as far as may be
  double simulations = 0;               ///< of all games but extensions
  double core_hours = 0;                ///< of the same
  double most_core_hours = 0;           ///< with every extension
  std::uint64_t positions = 0;          ///< of the studies of features
  double most_feature_simulations = 0;  ///< if no truth comes from a solver
  double most_feature_hours = 0;        ///< of the same; what solvers take is not known before
  std::vector<std::string> guessed{};   ///< operators whose cost no atlas tells
};

/// What a simulation of an operator that no atlas has played is taken to cost, in the average's: somewhat more than the
/// mean over the evening's cells.
inline constexpr double kUsualCost = 1.5;

/// What a simulation of an operator costs over the control's in a domain: the mean over its cells in `played`, of the
/// same domain where there are some, else of all; kUsualCost where there are none, or no atlas. Operator and domain by
/// their places.
double cost_of(const AtlasConfig& config, const AtlasResults* played, std::size_t op, std::size_t domain);

/// Times the control, and the pool's tactical player where there is one, for some ten seconds over all domains; plays
/// no game that is stored. Operators cost what cost_of() says.
AtlasPlan plan_atlas(const AtlasConfig& config, const AtlasResults* played = nullptr);
std::string plan_text(const AtlasConfig& config, const AtlasPlan& plan);

}  // namespace rootward::atlas
