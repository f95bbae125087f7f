// Fuzz target: Othello's text form.
#include "games/othello.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  for (const int size : {4, 6, 8}) check_game_text<Othello>({.size = size}, text);
}
