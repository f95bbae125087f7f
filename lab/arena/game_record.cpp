// What tables keep of a game's moves.
#include "lab/arena/game_record.h"

#include <fmt/format.h>

#include <string_view>

#include "core/errors.h"
#include "core/rng.h"

namespace rootward {

std::uint64_t GameRecord::hash_of_moves() const {
  if (moves_hash != 0) return moves_hash;
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a over all of it, a blank behind each move
  const auto take = [&hash](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  };
  take(game);
  for (const std::vector<std::string>* part : {&opening, &moves}) {
    take(" ");
    for (const std::string& move : *part) {
      take(move);
      take(" ");
    }
  }
  return mix64(hash);
}

void GameRecord::require_moves() const {
  if (!has_moves())
    throw RunError(
        fmt::format("game {} is stored without its moves; `rootward run` with the configuration in its "
                    "folder's manifest plays it again",
                    id));
}

void GameRecord::drop_moves() {
  moves_hash = hash_of_moves();
  // `moves = {}` would keep the memory.
  std::vector<std::string>().swap(moves);
  std::vector<std::uint64_t>().swap(visits);
  std::vector<double>().swap(values);
  std::vector<double>().swap(means);
}

}  // namespace rootward
