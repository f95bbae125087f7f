// Fuzz target: Connect Four's text form, on both boards, with and without a blocked cell.
#include "games/connect4.h"
#include "tests/fuzz/fuzz_game_text.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  const Connect4Rules standard;
  const Connect4Rules tiny{.width = 4, .height = 4, .connect = 3, .blocked_column = 2, .blocked_row = 2};
  const Connect4Rules lifted{.width = 7, .height = 6, .connect = 4, .blocked_column = 3, .blocked_row = 1};
  const Connect4Rules large{.width = 9, .height = 8, .connect = 5, .blocked_column = 9, .blocked_row = 8};
  for (const Connect4Rules& rules : {standard, tiny, lifted}) {
    check_game_text<Connect4Small>(rules, text);
    check_game_text<Connect4Large>(rules, text);
  }
  check_game_text<Connect4Large>(large, text);
  if (const auto action = parse_connect4_action(large, text))
    require(*action < large.width, "a move's text names a column");
}
