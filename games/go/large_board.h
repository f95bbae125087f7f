// A Go board of any size that keeps its chains.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/playout_trace.h"
#include "core/rng.h"
#include "games/go/chain_grid.h"
#include "games/go/stone.h"

namespace rootward {

class LargePlayout;

/// Stones on a board, without ko history: flat plain data of about 5 KB. The interface and its meanings are those of
/// SmallBoard (games/go/small_board.h).
class LargeBoard {
 public:
  static constexpr int kMaxSize = kMaxGoSize;

  explicit LargeBoard(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int points() const { return size_ * size_; }
  [[nodiscard]] Stone at(Point point) const { return grid_.at(cell_of(point)); }
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int liberties(Point point) const;
  [[nodiscard]] Point last_liberty(Point point) const;
  [[nodiscard]] unsigned row_stones(int row, Seat seat) const;
  [[nodiscard]] int area_difference() const;
  void tell_owners(std::span<std::int8_t> owners) const;

  [[nodiscard]] bool is_placeable(Point point, Seat seat, bool suicide_allowed) const;
  template <class Visit>
  void for_each_placeable(Seat seat, bool suicide_allowed, Visit&& visit) const {
    for (Point point = 0; point < points(); ++point)
      if (is_placeable(point, seat, suicide_allowed)) visit(point);
  }
  Placement play(Point point, Seat seat);
  [[nodiscard]] std::uint64_t key_after(Point point, Seat seat) const;
  [[nodiscard]] bool may_have_lost(Point point, Seat seat) const;
  void assume_losses_everywhere();
  void set_stone(Point point, Seat seat);

  [[nodiscard]] bool is_own_eye(Point point, Seat seat) const;
  Point random_point(Seat seat, Point ko, Rng& rng) const;
  BoardPlayout playout(const PlayoutStart& start, Rng& rng, PlayoutTrace* trace = nullptr) const;

  using Cell = ChainGrid::Cell;
  /// The playout as an object, to be played ply by ply.
  [[nodiscard]] LargePlayout begin_playout(const PlayoutStart& start, const Rng& rng) const;
  [[nodiscard]] Point point_of(Cell cell) const {
    return (static_cast<Point>(cell / ChainGrid::kStride) - 1) * size_ + static_cast<Point>(cell % ChainGrid::kStride) -
           1;
  }

 private:
  [[nodiscard]] Cell cell_of(Point point) const {
    const auto row = static_cast<Cell>(point / size_), column = static_cast<Cell>(point % size_);
    return (row + 1) * ChainGrid::kStride + column + 1;
  }
  [[nodiscard]] std::uint64_t chain_key(Cell head, Seat seat) const;

  ChainGrid grid_;
  std::array<std::array<std::uint64_t, (ChainGrid::kCells + 63) / 64>, 2> lost_{};  ///< by seat: cells a stone left
  std::uint64_t key_;
  int size_;
};

}  // namespace rootward
