// Binds tic-tac-toe.
#include "games/tictactoe.h"

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_tictactoe() {
  return {.description = tictactoe_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<TicTacToe>>(id, TicTacToe::Rules{}, GameFacts{});
          }};
}

}  // namespace rootward::bindings
