// External engines as a user configures them: any GTP program, and programs whose command line is known.
#pragma once

#include <string>
#include <vector>

#include "core/params.h"
#include "experiments/game.h"
#include "experiments/player.h"
#include "experiments/process/spawn.h"

namespace rootward {

/// `gtp` (its parameter `gtp` is the command) and the presets.
const std::vector<Described>& engine_kinds();
bool is_engine(const PlayerSpec& player);

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
