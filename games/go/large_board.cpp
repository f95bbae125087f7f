// Rules on the chain-keeping board.
#include "games/go/large_board.h"

#include <algorithm>
#include <cassert>

#include "games/go/chain_area.h"
#include "games/go/empty_cells.h"

namespace rootward {
namespace {

template <class Words>
bool contains(const Words& words, std::size_t cell) {
  return (words[cell / 64] >> (cell % 64) & 1) != 0;
}
template <class Words>
void insert(Words& words, std::size_t cell) {
  words[cell / 64] |= std::uint64_t{1} << (cell % 64);
}

}  // namespace

LargeBoard::LargeBoard(int size) : grid_(size), key_(empty_board_key(size)), size_(size) {}

int LargeBoard::liberties(Point point) const {
  const Cell first = cell_of(point);
  if (grid_.is_empty(first)) return 0;
  ChainGrid::PerCell<bool> counted{};
  int count = 0;
  Cell cell = first;
  do {
    for (const Cell side : ChainGrid::kSides) {
      bool& is_counted = counted[cell + side];
      if (!grid_.is_empty(cell + side) || is_counted) continue;
      is_counted = true;
      ++count;
    }
    cell = grid_.next(cell);
  } while (cell != first);
  return count;
}

Point LargeBoard::last_liberty(Point point) const {
  const Cell first = cell_of(point);
  if (grid_.is_empty(first)) return kNoPoint;
  Cell liberty = ChainGrid::kNoCell;
  Cell cell = first;
  do {
    for (const Cell side : ChainGrid::kSides) {
      if (!grid_.is_empty(cell + side) || cell + side == liberty) continue;
      if (liberty != ChainGrid::kNoCell) return kNoPoint;
      liberty = cell + side;
    }
    cell = grid_.next(cell);
  } while (cell != first);
  return point_of(liberty);
}

unsigned LargeBoard::row_stones(int row, Seat seat) const {
  unsigned stones = 0;
  Cell cell = cell_of(row * size_);
  for (int column = 0; column < size_; ++column, ++cell) stones |= (grid_.holds(cell, seat) ? 1U : 0U) << column;
  return stones;
}

int LargeBoard::area_difference() const { return chain_area_difference(grid_, EmptyCells(grid_, size_).cells()); }

bool LargeBoard::is_placeable(Point point, Seat seat, bool suicide_allowed) const {
  const Cell cell = cell_of(point);
  if (!grid_.is_empty(cell)) return false;
  if (grid_.has_empty_side(cell) || !grid_.is_suicide(cell, seat)) return true;
  return suicide_allowed && !grid_.is_walled_in(cell, seat);
}

bool LargeBoard::is_own_eye(Point point, Seat seat) const {
  const Cell cell = cell_of(point);
  return grid_.is_empty(cell) && grid_.is_eye(cell, seat);
}

Placement LargeBoard::play(Point point, Seat seat) {
  assert(at(point) == Stone::empty);
  key_ ^= stone_key(seat, point);
  const ChainGrid::Taken taken = grid_.place(cell_of(point), seat, [this](Cell cell, Seat owner) {
    key_ ^= stone_key(owner, point_of(cell));
    insert(lost_[index_of(owner)], cell);
  });
  return {taken.captured, taken.suicides, taken.ko == ChainGrid::kNoCell ? kNoPoint : point_of(taken.ko)};
}

std::uint64_t LargeBoard::chain_key(Cell head, Seat seat) const {
  std::uint64_t key = 0;
  Cell cell = head;
  do {
    key ^= stone_key(seat, point_of(cell));
    cell = grid_.next(cell);
  } while (cell != head);
  return key;
}

std::uint64_t LargeBoard::key_after(Point point, Seat seat) const {
  const Cell cell = cell_of(point);
  std::array<Cell, 4> heads{};
  auto known = heads.begin();
  std::uint64_t captured = 0, own = 0;
  bool is_breathing = grid_.has_empty_side(cell);
  for (const Cell side : ChainGrid::kSides) {
    const Cell beside = cell + side;
    if (grid_.is_empty(beside) || grid_.is_wall(beside)) continue;
    const Cell head = grid_.head(beside);
    if (std::find(heads.begin(), known, head) != known) continue;
    *known++ = head;
    const bool is_last = grid_.fills_last_liberty(cell, head);
    if (grid_.holds(beside, seat)) {
      is_breathing = is_breathing || !is_last;
      if (is_last) own ^= chain_key(head, seat);
    } else if (is_last) {
      is_breathing = true;
      captured ^= chain_key(head, other(seat));
    }
  }
  return key_ ^ captured ^ (is_breathing ? stone_key(seat, point) : own);
}

bool LargeBoard::may_have_lost(Point point, Seat seat) const { return contains(lost_[index_of(seat)], cell_of(point)); }

void LargeBoard::assume_losses_everywhere() {
  for (Point point = 0; point < points(); ++point) {
    insert(lost_[0], cell_of(point));
    insert(lost_[1], cell_of(point));
  }
}

void LargeBoard::set_stone(Point point, Seat seat) {
  assert(at(point) == Stone::empty);
  grid_.set(cell_of(point), seat);
  key_ ^= stone_key(seat, point);
}

void LargeBoard::tell_owners(std::span<std::int8_t> owners) const {
  const EmptyCells empty(grid_, size_);
  const ChainGrid::PerCell<std::int8_t> by_cell = chain_owners(grid_, empty.cells());
  for (Point point = 0; point < points(); ++point) owners[static_cast<std::size_t>(point)] = by_cell[cell_of(point)];
}

}  // namespace rootward
