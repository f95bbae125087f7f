// Fuzz target: NoGo's text form on both boards.
#include "games/nogo.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  for (const int size : {2, 3, 5}) {
    const NoGoRules rules(size);
    check_game_text<NoGoSmall>(rules, text);
    check_game_text<NoGoLarge>(rules, text);
  }
}
