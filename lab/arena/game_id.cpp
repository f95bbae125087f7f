// Seeds derive from (tournament seed, names, pair, game, seat, purpose).
#include "lab/arena/game_id.h"

#include <fmt/format.h>

#include <charconv>

#include "core/rng.h"

namespace rootward {

std::string game_id(const std::array<std::string, 2>& pairing, std::uint32_t pair, int game_of_pair) {
  return fmt::format("{}:{}:{}:{}", pairing[0], pairing[1], pair, game_of_pair);
}

bool is_game_id(std::string_view text, const std::array<std::string, 2>& pairing, std::uint32_t pair,
                int game_of_pair) {
  const auto take = [&text](std::string_view part) {
    const bool is_there = text.starts_with(part);
    if (is_there) text.remove_prefix(part.size());
    return is_there;
  };
  if (!take(pairing[0]) || !take(":") || !take(pairing[1]) || !take(":")) return false;
  std::array<char, 12> digits{};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), pair).ptr;
  if (!take(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()))) || !take(":")) return false;
  return text.size() == 1 && text[0] == (game_of_pair == 0 ? '0' : '1');
}

std::uint64_t pair_seed(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair) {
  return derive_seed(tournament_seed, {hash_name("pair"), hash_name(pairing[0]), hash_name(pairing[1]), pair});
}

std::uint64_t opening_seed(std::uint64_t tournament_seed, std::uint32_t pair) {
  return derive_seed(tournament_seed, {hash_name("pairs of one number"), pair});
}

DrawSeeds draw_seeds(std::uint64_t tournament_seed, const std::array<std::string, 2>& pairing, std::uint32_t pair) {
  return {.pair = pair_seed(tournament_seed, pairing, pair), .opening = opening_seed(tournament_seed, pair)};
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
