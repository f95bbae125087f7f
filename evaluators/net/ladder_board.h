// A small Go board for reading ladders: stones in a frame, liberties counted by flooding up to a few, moves undone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/go/stone.h"

namespace rootward::net {

class LadderBoard {
 public:
  using Cell = int;  ///< (row + 1) * (size + 1) + column + 1

  LadderBoard(std::span<const Stone> stones, int size, Point ko);

  enum class Content : std::uint8_t { empty, black, white, wall };
  struct Undo {
    Cell cell = 0;
    Cell ko = 0;
    std::size_t captures = 0;  ///< length of the list of captured stones before the move
    Content owner = Content::empty;
  };

  static Content enemy_of(Content owner) { return owner == Content::black ? Content::white : Content::black; }
  [[nodiscard]] Content at(Cell cell) const { return content_[index(cell)]; }
  [[nodiscard]] Cell cell_of(Point point) const { return (point / size_ + 1) * stride_ + point % size_ + 1; }
  [[nodiscard]] Point point_of(Cell cell) const { return (cell / stride_ - 1) * size_ + cell % stride_ - 1; }
  [[nodiscard]] std::array<Cell, 4> around(Cell cell) const {
    return {cell - stride_, cell - 1, cell + 1, cell + stride_};
  }
  [[nodiscard]] bool are_adjacent(Cell a, Cell b) const {
    const int distance = a < b ? b - a : a - b;
    return distance == 1 || distance == stride_;
  }

  /// Calls visit(cell) for every stone of the chain; visit must not ask for chains.
  template <class Visit>
  void for_each_stone(Cell cell, Visit&& visit) {
    const std::size_t count = flood(cell);
    for (std::size_t i = 0; i < count; ++i) visit(queue_[i]);
  }
  /// Liberties of the chain at the cell, counted to `limit` at most.
  [[nodiscard]] int liberties(Cell cell, int limit);
  /// Appends the chain's liberties that `list` does not hold from `begin` on.
  void append_liberties(Cell cell, std::vector<Cell>& list, std::size_t begin);
  /// Appends the last liberties of enemy chains in atari beside the chain.
  void append_captures(Cell cell, std::vector<Cell>& list, std::size_t begin);
  [[nodiscard]] bool has_captures(Cell cell);
  [[nodiscard]] int stones_of_chain(Cell cell);
  [[nodiscard]] int empty_sides(Cell cell) const;
  /// Sum over the neighbour stones of `owner` with more than one liberty: 2 liberties - 3.
  [[nodiscard]] int connections(Cell cell, Content owner);
  /// Liberties of the chain that a stone there would belong to, counted to `limit`; 0 for suicide.
  [[nodiscard]] int liberties_after(Cell cell, Content owner, int limit);
  /// Whether a stone there would take exactly one stone and stand alone without other liberties.
  [[nodiscard]] bool would_take_ko(Cell cell, Content owner);

  /// Empty, no simple ko and no suicide.
  [[nodiscard]] bool is_legal(Cell cell, Content owner);
  Undo play(Cell cell, Content owner);
  void undo(const Undo& undo);

  [[nodiscard]] Cell ko() const { return ko_; }  ///< 0 = none
  void set_ko(Cell ko) { ko_ = ko; }

 private:
  static constexpr std::size_t kCells = std::size_t{kMaxGoSize + 1} * (kMaxGoSize + 2) + 1;
  static std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }
  /// Stones of the chain into queue_; returns how many.
  std::size_t flood(Cell cell);
  void remove_chain(Cell cell);
  void next_mark() { ++mark_; }
  bool mark(Cell cell) {
    if (marks_[index(cell)] == mark_) return false;
    marks_[index(cell)] = mark_;
    return true;
  }

  int size_;
  int stride_;
  Cell ko_ = 0;
  std::array<Content, kCells> content_;
  std::array<std::uint32_t, kCells> marks_{};
  std::uint32_t mark_ = 0;
  std::array<Cell, kCells> queue_{};
  std::array<Cell, kCells> chain_{};
  std::vector<Cell> captured_;
};

}  // namespace rootward::net
