// Binds tic-tac-toe.
#include "games/tictactoe.h"

#include "experiments/play/bindings/bound_game.h"
#include "experiments/play/bindings/registry.h"

namespace rootward::bindings {

GameEntry describe_tictactoe() {
  return {.description = tictactoe_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            return std::make_unique<BoundGame<TicTacToe>>(id, TicTacToe::Rules{}, GameFacts{});
          }};
}

}  // namespace rootward::bindings
