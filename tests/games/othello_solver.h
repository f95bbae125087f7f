// Othello solved by discs: alpha-beta with a window of nothing, whose moves are tried in the order of short searches,
// and a table of bounds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/othello_field.h"

namespace rootward::testing {

class OthelloSolver {
 public:
  /// `table_bits`: 2^table_bits positions are kept, of 16 bytes.
  explicit OthelloSolver(int size, int table_bits);

  /// Whether who moves, and has the discs `own`, can end more than `margin` discs ahead.
  bool exceeds(std::uint64_t own, std::uint64_t theirs, int margin) {
    return search(own, theirs, margin, false) > margin;
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int kNoMove = 63;  // no cell of a board that it solves
  struct Bounds {
    int low = -64;
    int high = 64;
    int best = kNoMove;  // cell
  };
  /// Positions in 36 bits a side, bounds and best cell in the rest.
  struct Entry {
    std::uint64_t own = ~std::uint64_t{0};
    std::uint64_t theirs = ~std::uint64_t{0};
  };
  struct Move {
    std::uint64_t cell = 0;
    std::uint64_t own = 0;  // of who moves then
    std::uint64_t theirs = 0;
    int cost = 0;  // the least first
  };
  struct MoveList {
    std::array<Move, 36> moves{};
    int count = 0;
  };

  int search(std::uint64_t own, std::uint64_t theirs, int margin, bool has_passed);
  int search_end(std::uint64_t own, std::uint64_t theirs, int margin, bool has_passed);
  /// A bound that settles the node by what is known of a child.
  std::optional<int> list_moves(std::uint64_t own, std::uint64_t theirs, int margin, int best, MoveList& list) const;
  [[nodiscard]] int cost_of(const Move& move, std::uint64_t free, int free_count) const;
  [[nodiscard]] int short_search(std::uint64_t own, std::uint64_t theirs, int depth, int low, int high) const;
  [[nodiscard]] int judge(std::uint64_t own, std::uint64_t theirs) const;

  [[nodiscard]] std::uint64_t moves(std::uint64_t own, std::uint64_t theirs) const {
    return othello_moves(field_, own, theirs);
  }
  /// The position after a disc on a cell, seen by who moves then.
  [[nodiscard]] Move after(std::uint64_t cell, std::uint64_t own, std::uint64_t theirs) const {
    const std::uint64_t turned = othello_flips(field_, cell, own, theirs);
    return {.cell = cell, .own = theirs & ~turned, .theirs = own | cell | turned};
  }
  /// Cells beside.
  [[nodiscard]] std::uint64_t around(std::uint64_t cells) const;
  /// Cells of the quarters with an odd number of free ones: who moves there last is who moves there first.
  [[nodiscard]] std::uint64_t odd_quarters(std::uint64_t free) const;

  [[nodiscard]] std::size_t place(std::uint64_t own, std::uint64_t theirs) const;
  bool look_up(std::uint64_t own, std::uint64_t theirs, Bounds& bounds) const;
  void keep(std::uint64_t own, std::uint64_t theirs, const Bounds& bounds, int free_count);

  OthelloField field_;
  std::array<std::uint64_t, 4> quarters_{};
  std::array<std::array<std::uint64_t, 2>, 4> corner_neighbours_{};  // a corner, and the cell diagonally beside it
  std::vector<Entry> table_;
  std::uint64_t nodes_ = 0;
};

}  // namespace rootward::testing
