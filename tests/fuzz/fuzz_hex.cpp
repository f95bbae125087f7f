// Fuzz target: Hex's text form, with and without the swap.
#include "games/hex.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  for (const int size : {3, 4, 9})
    for (const bool swap : {false, true}) check_game_text<Hex>(HexRules(size, swap), text);
}
