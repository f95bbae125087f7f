// Games, players and what they are made of, out of command-line arguments; and how they are written on one line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backup/registry.h"
#include "core/params.h"
#include "lab/config/overrides.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

/// A game from `NAME`, `NAME:size` or a YAML map, with overrides whose paths are relative to the game. `where` names
/// the input in errors ("GAME").
NamedParams parse_game(std::string_view text, const std::vector<Override>& overrides,
                       const std::string& where = "GAME");
/// The game itself of such a text that leaves nothing to chance.
std::unique_ptr<Game> built_game(std::string_view text, const std::string& where);

/// A player's settings from a `search:` map and a backup (name or map), both YAML; empty text = defaults. Overrides
/// count from the player (`search.budget.simulations`, `backup.alpha`).
PlayerSpec parse_search_player(std::string_view search_yaml, std::string_view backup_yaml,
                               const std::vector<Override>& overrides, const NamedParams& game);

/// An operator from a name or a map (`--shadow`, `--backup`).
NamedParams parse_backup(std::string_view yaml, const std::string& where = "--backup");
/// Throws UsageError with everything for which that operator cannot be made in this search.
void check_backup(std::string_view yaml, const std::string& where, const OperatorContext& context);
/// An evaluator from a name or a map (`--evaluator`).
NamedParams parse_evaluator(std::string_view yaml, const std::string& where = "--evaluator");

/// A game on one line of YAML, every parameter written out; parse_game reads it back.
std::string game_yaml(const NamedParams& game);
/// One player's settings in one line, every default written out: what result tables name.
std::string player_summary(const PlayerSpec& player);

}  // namespace rootward
