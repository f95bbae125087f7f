// What a tournament's games cost on this machine, from games of its own.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/setup.h"
#include "lab/arena/cost_sample.h"
#include "lab/arena/pace.h"

namespace rootward::tournament {

/// Pairs of every pairing, for so many CPU seconds of each thread, as sample_costs() does; stores nothing.
CostSample play_sample(TournamentSetup& setup, double seconds);

/// CPU seconds of a game of each pairing.
struct GameCosts {
  std::vector<double> seconds;  ///< in the order of the pairings
  double plies = 0;             ///< of a game, in the mean
  std::string of;               ///< "34 games played now"
};

/// From the games, where there are at least some: of pairings that have none, the mean of the others. Else from timed
/// moves of every player, for `seconds` in all, and games as long as quick ones.
GameCosts game_costs(TournamentSetup& setup, const CostSample& sample, double seconds);

}  // namespace rootward::tournament
