// A game and a player from --player FILE:NAME, or from --search and --backup.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/config.h"

namespace rootward {

/// How a command line names a player: by file, or by settings; all empty = a search with every default.
struct PlayerArguments {
  std::string player;  ///< FILE:NAME
  std::string search;  ///< YAML
  std::string backup;  ///< YAML
};

/// Throws UsageError for anything that does not name a player.
PlayerSpec player_spec(const PlayerArguments& arguments, const std::vector<Override>& overrides,
                       const NamedParams& game);

/// The game that `text` names; where it is empty, that of the file in `player` (FILE:NAME); else Go.
NamedParams game_of(const std::string& text, const std::string& player, const std::vector<Override>& overrides);

}  // namespace rootward
