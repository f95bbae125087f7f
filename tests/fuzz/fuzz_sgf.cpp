// Fuzz target: a file of SGF games; what is read as moves names points of the board that print back.
#include <string>

#include "core/errors.h"
#include "experiments/engines/sgf/sgf_moves.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  try {
    for (const SgfGame& game : parse_sgf(text, "input")) {
      const SgfMoves moves = read_sgf_moves(game, "input");
      for (const SgfMove& move : moves.moves)
        require(move.vertex == "pass" || sgf_point(move.vertex, moves.size).size() == 2, "a move has a point");
    }
  } catch (const UsageError&) {
  }
}
