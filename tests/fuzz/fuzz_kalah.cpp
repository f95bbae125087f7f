// Fuzz target: Kalah's text form.
#include "games/kalah.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  check_game_text<Kalah>({.pits = 2, .seeds = 2}, text);
  check_game_text<Kalah>({.pits = 6, .seeds = 4}, text);
}
