// Which games a tournament consists of: the pairings in a fixed order, the games' names, and the seeds that follow from
// names alone, so that more players or pairs change no game that was there before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/types.h"
#include "experiments/config.h"
#include "experiments/store/game_id.h"

namespace rootward {

/// Two players who meet, as indices into TournamentConfig::players. Scores of a pairing are a's.
struct Pairing {
  std::size_t a = 0;
  std::size_t b = 0;
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// round_robin: everyone against everyone behind them in written order; gauntlet: [player, reference], reference by
/// reference; ladder: each against the next; all without those to be left out. The gauntlet's references must exist.
std::vector<Pairing> make_pairings(const TournamentConfig& config);
std::array<std::string, 2> pairing_names(const TournamentConfig& config, const Pairing& pairing);

/// Fixes every random choice of one game.
std::uint64_t game_seed(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair,
                        int game_of_pair);
/// The stream of the player in one seat of that game.
std::uint64_t player_seed(std::uint64_t game_seed, Seat seat);

}  // namespace rootward
