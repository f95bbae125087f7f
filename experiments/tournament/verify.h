// Whether stored games, one or a whole folder, hold what the rules and the configuration say.
#pragma once

#include <memory>
#include <string>

#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/arena/game_record.h"
#include "lab/play/game.h"
#include "lab/store/folder_check.h"

namespace rootward::tournament {

/// A game played through again.
struct Rebuilt {
  std::unique_ptr<Position> end;
  Rng chance;  ///< the game's own stream for what nobody chooses, where the last move left it
};

/// Plays the record's opening and moves. Throws RunError for a move that is no legal one, or an outcome that the game's
/// seed does not draw.
Rebuilt rebuild(const GameRecord& record, const Game& game);

/// Rebuilds the game and compares seed, legality, length, ending and score. "" where all is in order, else what is not.
std::string verify(const GameRecord& record, const TournamentConfig& config, const Game& game);

/// Plays the game anew from its seed and opening; "" where it comes out the same, else where it parts. Only for
/// reproducible configurations.
std::string play_again(const GameRecord& record, const TournamentConfig& config, const Game& game);

/// A tournament's folder: checksums, ranges, ids, the configuration's hash; every game by verify().
FolderCheck check_tournament_folder(const std::string& folder);

}  // namespace rootward::tournament
