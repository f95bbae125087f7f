// A Go board of any size that keeps its chains: circular lists of stones with pseudo-liberty counts, and eye bits kept
// up to date around every change.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rng.h"
#include "games/go/stone.h"

namespace rootward {

/// Stones on a board, without ko history: flat plain data of about 4 KB. The interface and its meanings are those of
/// SmallBoard (games/go/small_board.h). Inside, cells are (row + 1) * 20 + column + 1 with a rim of walls.
class LargeBoard {
 public:
  static constexpr int kMaxSize = kMaxGoSize;

  explicit LargeBoard(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int points() const { return size_ * size_; }
  [[nodiscard]] Stone at(Point point) const;
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int liberties(Point point) const;
  [[nodiscard]] int area_difference() const;

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
  BoardPlayout playout(const PlayoutStart& start, Rng& rng) const;

 private:
  using Cell = int;
  static constexpr int kStride = kMaxSize + 1;
  static constexpr std::size_t kCells = std::size_t{kStride} * (kMaxSize + 2) + 1;
  static constexpr std::size_t kWords = (kCells + 63) / 64;
  using Words = std::array<std::uint64_t, kWords>;
  template <class T>
  using PerCell = std::array<T, kCells>;

  /// Stones taken by a placement, and the cell where simple ko forbids the answer (0 = none).
  struct Taken {
    int captured = 0;
    int suicides = 0;
    Cell ko = 0;
  };

  [[nodiscard]] Cell cell_of(Point point) const { return (point / size_ + 1) * kStride + point % size_ + 1; }
  [[nodiscard]] Point point_of(Cell cell) const { return (cell / kStride - 1) * size_ + cell % kStride - 1; }
  [[nodiscard]] bool has_empty_side(Cell cell) const;
  [[nodiscard]] bool fills_last_liberty(Cell cell, int head) const;
  [[nodiscard]] bool is_suicide(Cell cell, Seat seat) const;
  [[nodiscard]] bool is_eye(Cell cell, Seat seat) const;
  [[nodiscard]] std::uint64_t chain_key(int head, Seat seat) const;
  [[nodiscard]] Cell draw(Seat seat, Cell ko, Rng& rng) const;
  [[nodiscard]] int flood_region(Cell start, Words& seen, unsigned& reached) const;
  void refresh_eye(Cell cell, Seat seat);
  void count_corner(Cell cell, Seat seat, int change);
  void put(Cell cell, Seat seat);
  void join(int first, int second);
  /// Keyed = false leaves the key and the losses as they are (playouts).
  template <bool Keyed>
  Taken place(Cell cell, Seat seat);
  template <bool Keyed>
  int take_chain(int head, Seat seat);

  PerCell<std::uint8_t> content_{};            ///< a Stone, or a wall
  PerCell<std::uint8_t> sides_{};              ///< black neighbours in bits 0-3, white in bits 4-7; walls count as both
  PerCell<std::uint8_t> corners_{};            ///< black diagonal neighbours in bits 0-3, white in bits 4-7
  PerCell<std::uint16_t> head_{};              ///< the stone that names the chain
  PerCell<std::uint16_t> next_{};              ///< circular list of the chain's stones
  PerCell<std::uint16_t> stones_{};            ///< at a head: stones of the chain
  PerCell<std::uint16_t> pseudo_liberties_{};  ///< at a head: pairs of a stone and an empty neighbour
  Words empty_{};
  Words border_{};               ///< cells at an edge or corner
  std::array<Words, 2> eyes_{};  ///< own eyes of each colour
  std::array<Words, 2> lost_{};  ///< cells from which a stone of the colour was removed
  std::uint64_t key_;
  int size_;
};

}  // namespace rootward
