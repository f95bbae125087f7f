// The name of a game, which fixes everything about it, and the seeds that follow from names alone, so that more players
// or pairs change no game that was there before.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/types.h"
#include "search/shared_memories.h"

namespace rootward {

/// `A:B:pair:g`; g = 0: A has the first seat, g = 1: B has.
std::string game_id(const std::array<std::string, 2>& pairing, std::uint32_t pair, int game_of_pair);

/// Whether a text is that.
bool is_game_id(std::string_view text, const std::array<std::string, 2>& pairing, std::uint32_t pair, int game_of_pair);

/// Fixes what is drawn once for both games of a pair.
std::uint64_t pair_seed(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair);
/// Fixes what is drawn once for the pairs of this number in all pairings, which have one opening.
std::uint64_t opening_seed(std::uint64_t tournament_seed, std::uint32_t pair);
/// Both.
DrawSeeds draw_seeds(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair);
/// Fixes every other random choice of one game.
std::uint64_t game_seed(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair,
                        int game_of_pair);
/// The stream of the player in one seat of that game.
std::uint64_t player_seed(std::uint64_t game_seed, Seat seat);

}  // namespace rootward
