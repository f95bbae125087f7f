// A random playout on the board of chains. Empty cells stand in a list; a drawn cell is looked at only then, and struck
// off for this move where the policy forbids it.
#pragma once

#include <cstdint>

#include "core/rng.h"
#include "games/go/chain_grid.h"
#include "games/go/empty_cells.h"
#include "games/go/stone.h"

namespace rootward {

/// One playout of the uniform policy, ply by ply: a move is drawn uniformly among empty cells but the ko point, own
/// eyes and suicides; none left: a pass. Ends after two passes in a row, or 3 x points plies.
class LargePlayout {
 public:
  using Cell = ChainGrid::Cell;

  LargePlayout(const ChainGrid& grid, int size, Cell ko, int passes, const Rng& rng)
      : grid_(grid),
        empty_(grid, size),
        rng_(rng),
        ko_(ko),
        passes_(passes),
        limit_(static_cast<std::uint32_t>(3 * size * size)) {}

  [[nodiscard]] const ChainGrid& grid() const { return grid_; }
  [[nodiscard]] const EmptyCells& empty() const { return empty_; }
  [[nodiscard]] const Rng& rng() const { return rng_; }
  [[nodiscard]] std::uint32_t plies() const { return plies_; }
  /// The cell of the last ply; kNoCell for a pass.
  [[nodiscard]] Cell last() const { return last_; }

  /// One ply of the seat. Returns whether the playout goes on.
  template <Seat kSeat>
  bool ply() {
    last_ = draw(kSeat);
    ++plies_;
    if (last_ == ChainGrid::kNoCell) {
      ko_ = ChainGrid::kNoCell;
      return ++passes_ < 2 && plies_ < limit_;
    }
    passes_ = 0;
    ko_ = grid_.place(last_, kSeat, [this](Cell taken, Seat) { empty_.add(taken); }).ko;
    return plies_ < limit_;
  }

 private:
  [[nodiscard]] bool is_played(Cell cell, Seat seat) const {
    if (grid_.has_empty_side(cell)) return true;
    if (cell == ko_) return false;
    if (grid_.is_surrounded_by(cell, seat) && grid_.is_eye(cell, seat)) return false;
    return !grid_.is_suicide(cell, seat);
  }

  /// Takes the drawn cell out of the list.
  Cell draw(Seat seat) {
    for (std::uint32_t left = empty_.count(); left > 0; --left) {
      const std::uint32_t index = rng_.below(left);
      const Cell cell = empty_.at(index);
      if (is_played(cell, seat)) {
        empty_.remove(index);
        return cell;
      }
      empty_.swap(index, left - 1);
    }
    return ChainGrid::kNoCell;
  }

  ChainGrid grid_;
  EmptyCells empty_;
  Rng rng_;
  Cell ko_;
  Cell last_ = ChainGrid::kNoCell;
  int passes_;
  std::uint32_t limit_;
  std::uint32_t plies_ = 0;
};

}  // namespace rootward
