// What tables keep of a game's moves.
#include "experiments/arena/game_record.h"

#include <fmt/format.h>

#include "core/rng.h"

namespace rootward {

std::uint64_t GameRecord::hash_of_moves() const {
  if (moves_hash != 0) return moves_hash;
  return hash_name(fmt::format("{} {} {}", game, fmt::join(opening, " "), fmt::join(moves, " ")));
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
