// What players' moves cost and how long games are, from a little play.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lab/arena/game_record.h"
#include "lab/arena/opening_pool.h"
#include "lab/arena/worker.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// Where players are measured. What it refers to outlives it.
struct PaceSetting {
  const Game& game;  ///< of the first pair
  const MoveSequence& opening;
  SideBySidePlan side_by_side{};
  std::uint64_t seed = 0;
};

/// CPU seconds of a move of one player on one thread, in as many games as a thread plays together: after the first
/// opening, and then after random moves from there on until `patience` CPU seconds are over. At least one move.
double seconds_a_move(const PaceSetting& setting, const std::function<std::unique_ptr<Player>(const Game&)>& make,
                      double patience = 0);

/// What games cost.
struct GamePace {
  double seconds = 0;  ///< of CPU time, a game; the mean over pairings
  double plies = 0;
  std::map<std::array<std::string, 2>, double> pairings{};  ///< seconds of each one's games
};

/// Of games that were played. Nothing where there are none.
std::optional<GamePace> pace_of(std::span<const GameRecord> games);

/// Moves of a game from the first opening on, in the mean, and of which games.
struct GameLength {
  double plies = 0;
  std::string of;  ///< "as long as random ones"
};

/// Of the first player by a network in hasty games with itself, of some seconds at most; of random games where there is
/// none, or where those take too long.
GameLength likely_game_length(const PaceSetting& setting, std::span<const PlayerSpec> players,
                              const std::function<std::unique_ptr<Player>(std::size_t, const Game&)>& make);

}  // namespace rootward
