// How long players think about a move and how long games are, from a little play.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "experiments/arena/openings.h"
#include "experiments/arena/worker.h"
#include "experiments/play/game.h"
#include "experiments/play/player.h"

namespace rootward {

/// Where players are measured; points at what outlives it.
struct PaceSetting {
  const Openings* openings = nullptr;  ///< the first is ready
  SideBySidePlan side_by_side{};
  std::uint64_t seed = 0;
};

/// Wall-clock seconds of a move of one player on one thread, in as many games as a thread plays together: after the
/// first opening, and then after random moves from there on until `patience` seconds are over. At least one move.
double seconds_a_move(const PaceSetting& setting, const std::function<std::unique_ptr<Player>(const Game&)>& make,
                      double patience = 0);

/// Moves of random games from the first opening on, in the mean.
double random_game_length(const PaceSetting& setting);

}  // namespace rootward
