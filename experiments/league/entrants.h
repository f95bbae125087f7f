// A league's tunings, and the players that come out of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/league/config.h"
#include "experiments/tuning/config.h"

namespace rootward::league {

/// One tuning of one operator.
struct Entrant {
  LeagueOperator entered;
  std::uint64_t seed = 0;
  std::string label;            ///< "softmax-2": the tuning's folder, and the player's name in the finals
  tuning::TuningConfig tuning;  ///< what is tuned: the operator's parameters and its exploration constant
  tuning::Point point{};        ///< what its optimizer recommended
  double tested = 0;            ///< mean score of the fresh test there
};

/// All of them, seed by seed; no point is known yet. Throws UsageError.
std::vector<Entrant> make_entrants(const LeagueConfig& config);

/// A point within the limits, to try a player before anything is tuned.
tuning::Point lowest_point(const tuning::TuningConfig& tuning);

double exploration_constant(const Entrant& entrant);

/// The player at a point as a YAML map in one line; `simulations` 0: the finals' own budget.
std::string player_text(const Entrant& entrant, std::uint64_t simulations);

}  // namespace rootward::league
