// How far an atlas's folder is: which cells have nothing left to play, and with what those that were begun are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "experiments/atlas/cells.h"
#include "experiments/atlas/config.h"
#include "lab/store/shard.h"

namespace rootward::atlas {

/// Whether a study, a tournament or a tuning was begun in a folder.
bool has_games(const std::string& folder);
/// As many as a cell that was begun is planned for, between so many entrants and the control; 0 where it was not.
std::uint32_t games_there(const std::string& folder, std::size_t entrants);
/// All numbers of games that it was planned for, since more were asked for; none where it was not begun.
std::set<std::uint64_t> games_planned(const std::string& folder, std::size_t entrants);
/// At how many numbers of games a cell could be left: those of now, and those that were planned before.
std::uint64_t count_looks(const AtlasConfig& config, const AtlasCell& cell, std::set<std::uint64_t> planned);
/// Simulations a move of the entrants of a cell that was begun; nothing where it was not.
std::optional<std::uint64_t> simulations_there(const std::string& folder);

/// Whether nothing of the cell is left to play.
bool is_played(const AtlasConfig& config, const AtlasPlaces& places, const AtlasCell& cell);
/// The same of all cells in the part's open domains, or in those of it that are held out.
bool are_played(const AtlasConfig& config, const AtlasPlaces& places, const Shard& part, bool is_held_out);

/// Of all files of the part's domains.
std::uint64_t stored_bytes(const AtlasConfig& config, const AtlasPlaces& places, const Shard& part);

}  // namespace rootward::atlas
