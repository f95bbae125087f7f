// Fuzz target: Go's text form, on both boards and under both ko rules.
#include "games/go/go.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  const GoRules tiny{.size = 2, .komi = 0.5, .suicide = true, .ko = KoRule::positional, .move_limit = 12};
  const GoRules small{.size = 5, .komi = 7.5, .suicide = false, .ko = KoRule::positional, .move_limit = 75};
  const GoRules nine{.size = 9, .komi = 7.5, .suicide = false, .ko = KoRule::simple, .move_limit = 243};
  const GoRules large{.size = 13, .komi = 7.0, .suicide = true, .ko = KoRule::positional, .move_limit = 507};
  for (const GoRules& rules : {tiny, small, nine}) {
    check_game_text<Go<SmallBoard>>(rules, text);
    check_game_text<Go<LargeBoard>>(rules, text);
  }
  check_game_text<Go<LargeBoard>>(large, text);
}
