// A player's numbers by their paths in the resolved configuration, `backup.g`, `search.selection.c`: what can be tuned.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward::config {

/// A number, or a list of numbers, of a player.
struct PlayerNumber {
  std::string path;
  ParamValue value{};                   ///< what it is set to; absent for an optional one that is not given
  std::optional<ParamSpec> declared{};  ///< its declaration; nothing within a parameter of type `tree`
};

/// All of them, in the order of the resolved configuration.
std::vector<PlayerNumber> numbers_of(const PlayerSpec& player);

/// Sets one of them. Throws ParamError where the path leads to none or the value is not allowed.
void set_number(PlayerSpec& player, std::string_view path, const ParamValue& value);

/// Resolves what the player's operator takes from game and budget, and checks what only the game can say against the
/// player. Throws ParamError, whose key counts from the player, and UsageError.
void fit_to_game(PlayerSpec& player, const Game& game);

}  // namespace rootward::config
