// Stones and their chains on boards of any size: circular lists with pseudo-liberties, and every cell's neighbours
// counted in one word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/go/stone.h"

namespace rootward {

/// Flat plain data, about 5 KB. Cells are (row + 1) * 20 + column + 1 with a rim of walls, on boards up to 19x19. A
/// chain is named by its head, one of its stones. Pseudo-liberties of a chain are pairs of a stone and an empty
/// neighbour: 0 if and only if the chain has no liberty (Lew, libego 2007).
class ChainGrid {
 public:
  using Cell = std::size_t;
  static constexpr Cell kStride = static_cast<Cell>(kMaxGoSize) + 1;
  static constexpr std::size_t kCells = kStride * (kMaxGoSize + 2) + 1;
  static constexpr std::array<Cell, 4> kSides{1, Cell{0} - 1, kStride, Cell{0} - kStride};
  static constexpr Cell kNoCell = 0;  ///< a corner of the rim
  template <class T>
  using PerCell = std::array<T, kCells>;

  /// Stones taken by a placement, and the cell where simple ko forbids the answer.
  struct Taken {
    int captured = 0;
    int suicides = 0;
    Cell ko = kNoCell;
  };

  explicit ChainGrid(int size);

  [[nodiscard]] bool is_empty(Cell cell) const { return content_[cell] == kEmpty; }
  [[nodiscard]] bool is_wall(Cell cell) const { return content_[cell] == kWall; }
  [[nodiscard]] bool holds(Cell cell, Seat seat) const { return content_[cell] == content_of(seat); }
  [[nodiscard]] bool has_neighbour(Cell cell, Seat seat) const { return (neighbours_[cell] & field_of(seat)) != 0; }
  [[nodiscard]] Stone at(Cell cell) const { return static_cast<Stone>(content_[cell]); }
  /// Black stones minus White's.
  [[nodiscard]] int stone_difference() const { return stone_difference_; }
  [[nodiscard]] Cell head(Cell stone) const { return head_[stone]; }
  [[nodiscard]] Cell next(Cell stone) const { return next_[stone]; }

  [[nodiscard]] bool has_empty_side(Cell cell) const { return (neighbours_[cell] & kEmptyField) != 0; }
  /// No empty neighbour, none of the seat's.
  [[nodiscard]] bool is_walled_in(Cell cell, Seat seat) const {
    return (neighbours_[cell] & (kEmptyField | field_of(seat))) == 0;
  }
  /// No empty neighbour, no enemy's.
  [[nodiscard]] bool is_surrounded_by(Cell cell, Seat seat) const { return is_walled_in(cell, other(seat)); }
  /// Whether the empty cell is the only liberty of the chain, one of its neighbours.
  [[nodiscard]] bool fills_last_liberty(Cell cell, Cell head) const {
    int contacts = 0;
    for (const Cell side : kSides) contacts += is_stone(cell + side) && head_[cell + side] == head ? 1 : 0;
    return pseudo_liberties_[head] == contacts;
  }
  /// Assumes an empty cell without empty sides: whether a stone there would neither capture nor have a liberty.
  [[nodiscard]] bool is_suicide(Cell cell, Seat seat) const;
  /// Assumes an empty cell: all neighbours are the seat's, with no enemy on its diagonals at edge or corner, at most
  /// one elsewhere.
  [[nodiscard]] bool is_eye(Cell cell, Seat seat) const;

  /// Puts a stone, takes chains left without liberties, enemies first; removed(cell, owner) is called for every stone
  /// taken.
  template <class Removed>
  Taken place(Cell cell, Seat seat, Removed&& removed);
  /// Puts a stone and takes nothing.
  void set(Cell cell, Seat seat);

 private:
  static constexpr std::uint8_t kEmpty = static_cast<std::uint8_t>(Stone::empty);
  static constexpr std::uint8_t kWall = 3;
  static constexpr std::array<Cell, 4> kCorners{kStride + 1, kStride - 1, 1 - kStride, Cell{0} - 1 - kStride};
  // Neighbours: empty ones in bits 0-3, black in bits 4-7, white in bits 8-11.
  static constexpr unsigned kEmptyField = 0x00F;
  static constexpr unsigned field_of(Seat seat) { return 0x0F0U << (4 * index_of(seat)); }
  static constexpr unsigned unit_of(Seat seat) { return 0x010U << (4 * index_of(seat)); }
  static constexpr int sign_of(Seat seat) { return seat == Seat::first ? 1 : -1; }
  static constexpr std::uint8_t content_of(Seat seat) { return static_cast<std::uint8_t>(stone_of(seat)); }

  /// a && b without a jump.
  static constexpr bool both(bool a, bool b) { return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0; }
  [[nodiscard]] bool is_stone(Cell cell) const { return ((content_[cell] + 1) & 2) != 0; }
  [[nodiscard]] bool is_dead(Cell cell, Seat seat) const {
    return holds(cell, seat) && pseudo_liberties_[head_[cell]] == 0;
  }
  /// What a stone just put touches.
  struct Contact {
    unsigned around = 0;  ///< the neighbours as they were
    bool kills = false;   ///< an enemy chain has no liberty left
  };
  Contact put(Cell cell, Seat seat);
  void join_own(Cell cell, Seat seat);
  void join(Cell first, Cell second);
  template <class Removed>
  int take_chain(Cell head, Seat seat, Removed&& removed);

  int stone_difference_ = 0;
  PerCell<std::uint8_t> content_;  ///< a Stone, or a wall
  PerCell<std::uint16_t> neighbours_{};
  PerCell<std::uint16_t> head_;                ///< of a cell without a stone: itself
  PerCell<std::uint16_t> next_{};              ///< circular list of the chain's stones
  PerCell<std::uint16_t> stones_{};            ///< at a head: stones of the chain
  PerCell<std::uint16_t> pseudo_liberties_{};  ///< at a head; elsewhere without meaning
};

/// The stone as a chain of its own, all counts brought up to date.
inline ChainGrid::Contact ChainGrid::put(Cell cell, Seat seat) {
  Contact contact{.around = neighbours_[cell]};
  content_[cell] = content_of(seat);
  stone_difference_ += sign_of(seat);
  next_[cell] = static_cast<std::uint16_t>(cell);
  stones_[cell] = 1;
  pseudo_liberties_[cell] = static_cast<std::uint16_t>(contact.around & kEmptyField);
  const unsigned change = unit_of(seat) - 1;
  std::array<Cell, 4> heads;
  for (std::size_t i = 0; i < 4; ++i) {
    const Cell beside = cell + kSides[i];
    neighbours_[beside] = static_cast<std::uint16_t>(neighbours_[beside] + change);
    heads[i] = head_[beside];
    --pseudo_liberties_[heads[i]];
  }
  for (std::size_t i = 0; i < 4; ++i)
    contact.kills |= both(holds(cell + kSides[i], other(seat)), pseudo_liberties_[heads[i]] == 0);
  return contact;
}

/// All four sides are looked at, whatever the first ones tell: jumps that cannot be foreseen cost more.
inline bool ChainGrid::is_suicide(Cell cell, Seat seat) const {
  std::array<Cell, 4> heads;
  for (std::size_t i = 0; i < 4; ++i) heads[i] = head_[cell + kSides[i]];
  bool is_possible = false;
  for (std::size_t i = 0; i < 4; ++i) {
    int contacts = 0;
    for (const Cell head : heads) contacts += head == heads[i] ? 1 : 0;
    const bool is_last = pseudo_liberties_[heads[i]] == contacts;
    const Cell beside = cell + kSides[i];
    is_possible |= both(is_stone(beside), is_last != holds(beside, seat));
  }
  return !is_possible;
}

inline bool ChainGrid::is_eye(Cell cell, Seat seat) const {
  const unsigned around = neighbours_[cell];
  int enemies = 0;
  for (const Cell corner : kCorners) enemies += holds(cell + corner, other(seat)) ? 1 : 0;
  const int allowed = around == 4 * unit_of(seat) ? 1 : 0;
  return enemies <= allowed && (around & (kEmptyField | field_of(other(seat)))) == 0;
}

/// Joins a stone just put to the chains beside it.
inline void ChainGrid::join_own(Cell cell, Seat seat) {
  std::array<Cell, 4> own;
  std::size_t count = 0;
  for (const Cell side : kSides) {
    own[count] = cell + side;
    count += holds(cell + side, seat) ? 1U : 0U;
  }
  const Cell first = head_[own[0]];
  head_[cell] = static_cast<std::uint16_t>(first);
  next_[cell] = std::exchange(next_[first], static_cast<std::uint16_t>(cell));
  ++stones_[first];
  pseudo_liberties_[first] = static_cast<std::uint16_t>(pseudo_liberties_[first] + pseudo_liberties_[cell]);
  for (std::size_t i = 1; i < count; ++i)
    if (head_[own[i]] != head_[cell]) join(head_[own[i]], head_[cell]);
}

/// Joins two chains (by their heads); the longer one's head stays.
inline void ChainGrid::join(Cell first, Cell second) {
  if (stones_[first] < stones_[second]) std::swap(first, second);
  stones_[first] = static_cast<std::uint16_t>(stones_[first] + stones_[second]);
  pseudo_liberties_[first] = static_cast<std::uint16_t>(pseudo_liberties_[first] + pseudo_liberties_[second]);
  Cell cell = second;
  do {
    head_[cell] = static_cast<std::uint16_t>(first);
    cell = next_[cell];
  } while (cell != second);
  std::swap(next_[first], next_[second]);
}

/// Removes a chain of the seat; returns its number of stones.
template <class Removed>
int ChainGrid::take_chain(Cell head, Seat seat, Removed&& removed) {
  const unsigned change = 1 - unit_of(seat);
  const int stones = stones_[head];
  stone_difference_ -= sign_of(seat) * stones;
  Cell cell = head;
  do {
    content_[cell] = kEmpty;
    head_[cell] = static_cast<std::uint16_t>(cell);
    for (const Cell side : kSides) {
      const Cell beside = cell + side;
      neighbours_[beside] = static_cast<std::uint16_t>(neighbours_[beside] + change);
      ++pseudo_liberties_[head_[beside]];
    }
    removed(cell, seat);
    cell = next_[cell];
  } while (cell != head);
  return stones;
}

template <class Removed>
ChainGrid::Taken ChainGrid::place(Cell cell, Seat seat, Removed&& removed) {
  const Contact contact = put(cell, seat);
  if ((contact.around & field_of(seat)) != 0) join_own(cell, seat);
  Taken taken;
  if (contact.kills) {
    for (const Cell side : kSides) {
      const Cell beside = cell + side;
      if (!is_dead(beside, other(seat))) continue;
      taken.captured += take_chain(head_[beside], other(seat), removed);
      taken.ko = beside;
    }
    if (taken.captured != 1 || (contact.around & (kEmptyField | field_of(seat))) != 0) taken.ko = kNoCell;
  }
  if (pseudo_liberties_[head_[cell]] == 0) taken.suicides = take_chain(head_[cell], seat, removed);
  return taken;
}

}  // namespace rootward
