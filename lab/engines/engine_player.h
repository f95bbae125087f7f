// A program of others as a player of tournaments.
#pragma once

#include <memory>
#include <string>

#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// The program is started when it first has to choose; what it is to know before is kept until then. Throws PlayerError
/// where a preset's program is missing.
std::unique_ptr<Player> make_engine_player(const PlayerSpec& spec, const Game& game);

/// Starts an engine, sets the game up and, for `plies` > 0, plays so many plies against random moves. Returns its
/// name. Throws PlayerError with everything that is known about a failure.
std::string rehearse_engine(const PlayerSpec& spec, const Game& game, int plies);

}  // namespace rootward
