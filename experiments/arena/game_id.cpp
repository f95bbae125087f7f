// Seeds derive from (tournament seed, names, pair, game, seat, purpose).
#include "experiments/arena/game_id.h"

#include <fmt/format.h>

#include "core/rng.h"

namespace rootward {

std::string game_id(const std::array<std::string, 2>& pairing, std::uint32_t pair, int game_of_pair) {
  return fmt::format("{}:{}:{}:{}", pairing[0], pairing[1], pair, game_of_pair);
}

std::uint64_t game_seed(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair,
                        int game_of_pair) {
  return derive_seed(tournament_seed, {hash_name("game"), hash_name(pairing[0]), hash_name(pairing[1]), pair,
                                       static_cast<std::uint64_t>(game_of_pair)});
}

std::uint64_t player_seed(std::uint64_t game_seed, Seat seat) {
  return derive_seed(game_seed, {hash_name("player"), static_cast<std::uint64_t>(seat)});
}

}  // namespace rootward
