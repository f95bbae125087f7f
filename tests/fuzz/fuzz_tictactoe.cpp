// Fuzz target: tic-tac-toe's text form.
#include "games/tictactoe.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  check_game_text<TicTacToe>(TicTacToe::Rules{}, text);
  const TicTacToe game{TicTacToe::Rules{}};
  if (const auto action = game.parse_action(text)) require(game.is_legal(*action), "a move's text names a cell");
}
