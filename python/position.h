// A position as Python holds it: the game stays as long as its positions.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "lab/play/game.h"

namespace rootward::python {

struct PyPosition {
  std::shared_ptr<const Game> game;  ///< null within an evaluator's call
  std::unique_ptr<Position> position;
  /// Of positions that an evaluator is asked, and of what follows from them: whether the call is still under way.
  std::shared_ptr<const bool> is_lent{};

  /// Throws std::runtime_error where the call is over: the search's game may be gone.
  [[nodiscard]] Position& at() const {
    if (is_lent != nullptr && !*is_lent)
      throw std::runtime_error("this position is good during the evaluator's call alone; keep its numbers");
    return *position;
  }
};

/// Plays one move; UsageError for what is no move, or none that is legal.
void play_text(Position& position, const std::string& text);
/// From a name or YAML; what the rules leave to chance is drawn by the seed.
std::shared_ptr<const Game> game_of_text(const std::string& yaml, std::uint64_t seed);
/// 0 empty, 1 first seat, 2 second, -1 no cell, of one character of Position::board_rows().
std::int8_t board_cell(char shown);

}  // namespace rootward::python
