// `--set PATH=VALUE`, repeated: taking it from the command line and dealing the paths out to game and player.
#pragma once

#include <string>
#include <vector>

#include "experiments/tournament/config.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rootward {

/// Adds `--set`, one PATH=VALUE each time it is given (so that it never swallows a positional argument after it).
CLI::Option* add_set_option(CLI::App& command);

/// What the command's `--set` options gave, in order. Throws UsageError for one that is not PATH=VALUE.
std::vector<Override> given_overrides(const CLI::App& command);
/// Splits at the first '='. Throws UsageError where there is none, or nothing before it.
Override parse_override(const std::string& text);

/// Overrides by whom they concern.
struct DealtOverrides {
  std::vector<Override> game;    ///< `game.` is cut off: paths count from the game
  std::vector<Override> player;  ///< paths count from the player
};
DealtOverrides deal_overrides(const std::vector<Override>& overrides);

/// The game's overrides, for a command without players: any other path is a UsageError naming the command.
std::vector<Override> given_game_overrides(const CLI::App& command);

}  // namespace rootward
