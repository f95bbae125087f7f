// How external engines are started.
#pragma once

#include <string>

#include "lab/engines/process/spawn.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// How to start an engine for a game, and how patient to be. Seconds are wall-clock.
struct EngineOptions {
  std::string name;  ///< the player's
  ChildOptions child;
  double startup_timeout_seconds = 10;  ///< for each command before the first game
  double move_timeout_seconds = 60;     ///< for each command from then on
  double quit_timeout_seconds = 2;
  bool restarts_each_game = false;
};

/// Throws PlayerError where a preset's program is not installed.
EngineOptions engine_options(const PlayerSpec& player, const Game& game);

/// GNU Go as the referee of a game of Go. Throws PlayerError where it is not installed.
EngineOptions referee_options(const Game& game);

}  // namespace rootward
