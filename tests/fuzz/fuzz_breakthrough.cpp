// Fuzz target: Breakthrough's text form.
#include "games/breakthrough.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  for (const int size : {4, 5, 8}) check_game_text<Breakthrough>({.size = size}, text);
}
