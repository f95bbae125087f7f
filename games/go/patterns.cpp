// The patterns as drawings, and their expansion to a table.
#include "games/go/patterns.h"

#include <array>
#include <string_view>

namespace rootward {
namespace {

/// Rows from the top, the move in the middle. X, O: the two colours; x: not X; o: not O; .: empty; ?: anything on the
/// board; -: off the board. After Gelly, Wang, Munos & Teytaud 2006, figures 2 to 5 (from memory).
constexpr std::array<std::string_view, 10> kPatterns = {
    "XOX...???",  // hane, both sides
    "XO...??.?",  // hane, not cutting
    "XO?X...x?",  // hane with support (magari)
    "?O?X.X???",  // between two, against a stone
    "XO?O.o?o?",  // cut, the cutting stone not yet protected
    "XO?O.X???",  // cut against a peep
    "?X?O.Oooo",  // cut between two
    "X.?O.?---",  // edge: chase
    "?X?x.O---",  // edge: block
    "?XOx.x---",  // edge: descent
};

constexpr std::array<std::size_t, 8> kAround = {0, 1, 2, 3, 5, 6, 7, 8};  // cells of a drawing without the middle

using Drawing = PatternDrawing;

Drawing turned(const Drawing& d) { return {d[6], d[3], d[0], d[7], d[4], d[1], d[8], d[5], d[2]}; }
Drawing mirrored(const Drawing& d) { return {d[2], d[1], d[0], d[5], d[4], d[3], d[8], d[7], d[6]}; }

bool fits(char wanted, Neighbour is, bool own_is_x) {
  const Neighbour x = own_is_x ? Neighbour::own : Neighbour::enemy;
  const Neighbour o = own_is_x ? Neighbour::enemy : Neighbour::own;
  switch (wanted) {
    case 'X':
      return is == x;
    case 'O':
      return is == o;
    case 'x':
      return is != x && is != Neighbour::wall;
    case 'o':
      return is != o && is != Neighbour::wall;
    case '.':
      return is == Neighbour::empty;
    case '-':
      return is == Neighbour::wall;
    default:
      return is != Neighbour::wall;
  }
}

}  // namespace

PatternTable::PatternTable() {
  for (const std::string_view pattern : kPatterns) {
    Drawing drawing{};
    for (std::size_t i = 0; i < drawing.size(); ++i) drawing[i] = pattern[i];
    for (int turn = 0; turn < 8; ++turn) {
      drawing = turned(drawing);
      if (turn == 4) drawing = mirrored(drawing);
      for (const bool own_is_x : {true, false}) add(drawing, own_is_x, 0, 0);
    }
  }
}

void PatternTable::add(const Drawing& drawing, bool own_is_x, std::size_t cell, unsigned around) {
  if (cell == kAround.size()) {
    table_.set(around);
    return;
  }
  for (unsigned is = 0; is < 4; ++is) {
    if (fits(drawing[kAround[cell]], static_cast<Neighbour>(is), own_is_x))
      add(drawing, own_is_x, cell + 1, around | is << (2 * cell));
  }
}

const PatternTable& PatternTable::shared() {
  static const PatternTable table;
  return table;
}

}  // namespace rootward
