// Positions that a study takes from a book in place of random moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "lab/arena/opening_pool.h"

namespace rootward::estimates {

/// The book's positions for each of a study's games, in the file's order. Empty where the study names no book.
class BookPositions {
 public:
  /// Reads it. Throws UsageError where moves are wrong or there are fewer positions than instances.
  explicit BookPositions(const EstimatesConfig& config);

  [[nodiscard]] bool is_empty() const { return by_game_.empty(); }
  [[nodiscard]] const MoveSequence& at(std::size_t game, std::uint32_t instance) const {
    return by_game_[game][instance];
  }
  /// 16 hexadecimal digits over all positions; "" without a book.
  [[nodiscard]] std::string hash() const;

 private:
  std::vector<std::vector<MoveSequence>> by_game_;
};

}  // namespace rootward::estimates
