// Plays the moves of --moves.
#include "cli/position_arguments.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "core/errors.h"
#include "core/note.h"
#include "experiments/config/parts.h"

namespace rootward {

std::unique_ptr<Position> position_after(const Game& game, const std::string& moves) {
  std::unique_ptr<Position> position = game.start();
  std::istringstream words(moves);
  std::string word;
  for (int number = 1; words >> word; ++number) {
    if (position->is_over())
      throw UsageError(fmt::format("--moves: the game is over before move {} ({})", number, word));
    const std::optional<Action> action = position->parse_action(word);
    if (!action)
      throw UsageError(fmt::format("--moves: {} (move {}) is not a move of {}", word, number, game.id().name));
    if (!position->is_legal(*action)) {
      throw UsageError(fmt::format("--moves: {} (move {}) is illegal in\n{}", word, number, position->drawing()));
    }
    position->play(*action);
  }
  if (position->is_over()) throw UsageError("--moves: the game is over in this position; there is no move to judge");
  return position;
}

NamedParams drawn_game(const NamedParams& game, std::uint64_t seed) {
  NamedParams drawn = draw_game(game, seed);
  if (drawn != game) note("drawn by seed {}: {}", seed, game_yaml(drawn));
  return drawn;
}

std::string seat_name(const Game& game, Seat seat) {
  const bool is_first = seat == Seat::first;
  if (game.facts().black_white) return is_first ? "black" : "white";
  return is_first ? "first" : "second";
}

}  // namespace rootward
