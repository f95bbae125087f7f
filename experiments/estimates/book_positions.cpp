// Reads a study's book, a game after the other.
#include "experiments/estimates/book_positions.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/rng.h"
#include "lab/arena/openings.h"

namespace rootward::estimates {

BookPositions::BookPositions(const EstimatesConfig& config) {
  if (config.opening.book.empty()) return;
  for (const EstimatedGame& game : config.games) {
    by_game_.push_back(book_openings(*make_game(game.id), config.opening, config.file));
    if (by_game_.back().size() < config.instances)
      throw UsageError(
          {Problem{.file = config.file,
                   .line = 0,
                   .column = 0,
                   .path = "instances",
                   .message = fmt::format("{} are asked for, and {} has {} different positions of {}", config.instances,
                                          config.opening.book, by_game_.back().size(), game.name)}});
  }
}

std::string BookPositions::hash() const {
  if (is_empty()) return "";
  std::string hashes;
  for (const std::vector<MoveSequence>& positions : by_game_) hashes += book_hash(positions);
  return by_game_.size() == 1 ? hashes : fmt::format("{:016x}", hash_name(hashes));
}

}  // namespace rootward::estimates
