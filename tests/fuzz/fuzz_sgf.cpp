// Fuzz target: a file of SGF games; texts come out as UTF-8, and what is read as moves names points of the board that
// print back.
#include <string>

#include "core/characters.h"
#include "core/errors.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "tests/fuzz/fuzz_entry.h"

namespace {

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = rootward::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  try {
    for (const SgfGame& game : parse_sgf(text, "input")) {
      for (const SgfNode& node : game.nodes)
        for (const SgfProperty& property : node.properties)
          for (const std::string& value : property.values) require(is_utf8(value), "a value is UTF-8");
      const SgfMoves moves = read_sgf_moves(game, "input");
      require(moves.black.size() + moves.white.size() <= static_cast<std::size_t>(moves.size * moves.size),
              "a point holds one stone");
      for (const SgfMove& move : moves.moves)
        require(move.vertex == "pass" || sgf_point(move.vertex, moves.size).size() == 2, "a move has a point");
    }
  } catch (const UsageError&) {
  }
}
