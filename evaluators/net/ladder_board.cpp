// Stones, liberties and moves of the ladder reader's board.
#include "evaluators/net/ladder_board.h"

#include <algorithm>

namespace rootward::net {

LadderBoard::LadderBoard(std::span<const Stone> stones, int size, Point ko) : size_(size), stride_(size + 1) {
  content_.fill(Content::wall);
  for (Point point = 0; point < size * size; ++point) {
    const Stone stone = stones[static_cast<std::size_t>(point)];
    content_[index(cell_of(point))] = stone == Stone::empty   ? Content::empty
                                      : stone == Stone::black ? Content::black
                                                              : Content::white;
  }
  if (ko != kNoPoint) ko_ = cell_of(ko);
}

std::size_t LadderBoard::flood(Cell cell) {
  const Content owner = at(cell);
  next_mark();
  mark(cell);
  queue_[0] = cell;
  std::size_t count = 1;
  for (std::size_t next = 0; next < count; ++next) {
    for (Cell side : around(queue_[next]))
      if (at(side) == owner && mark(side)) queue_[count++] = side;
  }
  return count;
}

int LadderBoard::liberties(Cell cell, int limit) {
  const Content owner = at(cell);
  next_mark();
  mark(cell);
  queue_[0] = cell;
  std::size_t count = 1;
  int liberties = 0;
  for (std::size_t next = 0; next < count; ++next) {
    for (Cell side : around(queue_[next])) {
      const Content content = at(side);
      if (content == Content::empty) {
        if (mark(side) && ++liberties >= limit) return liberties;
      } else if (content == owner && mark(side)) {
        queue_[count++] = side;
      }
    }
  }
  return liberties;
}

void LadderBoard::append_liberties(Cell cell, std::vector<Cell>& list, std::size_t begin) {
  const std::size_t count = flood(cell);
  for (std::size_t i = 0; i < count; ++i) {
    for (Cell side : around(queue_[i])) {
      const auto listed = list.begin() + static_cast<std::ptrdiff_t>(begin);
      if (at(side) == Content::empty && std::find(listed, list.end(), side) == list.end()) list.push_back(side);
    }
  }
}

void LadderBoard::append_captures(Cell cell, std::vector<Cell>& list, std::size_t begin) {
  const Content enemy = enemy_of(at(cell));
  const std::size_t count = flood(cell);
  std::copy_n(queue_.begin(), count, chain_.begin());
  for (std::size_t i = 0; i < count; ++i) {
    for (Cell side : around(chain_[i]))
      if (at(side) == enemy && liberties(side, 2) == 1) append_liberties(side, list, begin);
  }
}

bool LadderBoard::has_captures(Cell cell) {
  std::vector<Cell> captures;
  append_captures(cell, captures, 0);
  return !captures.empty();
}

int LadderBoard::stones_of_chain(Cell cell) { return static_cast<int>(flood(cell)); }

int LadderBoard::empty_sides(Cell cell) const {
  const std::array<Cell, 4> sides = around(cell);
  return static_cast<int>(std::ranges::count_if(sides, [this](Cell side) { return at(side) == Content::empty; }));
}

int LadderBoard::connections(Cell cell, Content owner) {
  constexpr int kMany = 1 << 20;
  int sum = 0;
  for (Cell side : around(cell)) {
    if (at(side) != owner) continue;
    const int count = liberties(side, kMany);
    if (count > 1) sum += 2 * count - 3;
  }
  return sum;
}

int LadderBoard::liberties_after(Cell cell, Content owner, int limit) {
  const Undo undone = play(cell, owner);
  const int count = at(cell) == owner ? liberties(cell, limit) : 0;
  undo(undone);
  return count;
}

bool LadderBoard::would_take_ko(Cell cell, Content owner) {
  const Content enemy = enemy_of(owner);
  Cell taken = 0;
  for (Cell side : around(cell)) {
    if (at(side) != Content::wall && at(side) != enemy) return false;
    if (at(side) != enemy || liberties(side, 2) != 1) continue;
    if (taken != 0) return false;
    taken = side;
  }
  return taken != 0 && stones_of_chain(taken) == 1;
}

bool LadderBoard::is_legal(Cell cell, Content owner) {
  if (at(cell) != Content::empty || cell == ko_) return false;
  for (Cell side : around(cell)) {
    const Content content = at(side);
    if (content == Content::empty) return true;
    if (content == Content::wall) continue;
    const bool is_in_atari = liberties(side, 2) == 1;
    if ((content == owner) != is_in_atari) return true;
  }
  return false;
}

void LadderBoard::remove_chain(Cell cell) {
  const std::size_t count = flood(cell);
  for (std::size_t i = 0; i < count; ++i) {
    content_[index(queue_[i])] = Content::empty;
    captured_.push_back(queue_[i]);
  }
}

LadderBoard::Undo LadderBoard::play(Cell cell, Content owner) {
  const Undo undone{.cell = cell, .ko = ko_, .captures = captured_.size(), .owner = owner};
  content_[index(cell)] = owner;
  const Content enemy = enemy_of(owner);
  for (Cell side : around(cell))
    if (at(side) == enemy && liberties(side, 1) == 0) remove_chain(side);
  ko_ = 0;
  if (captured_.size() == undone.captures + 1 && liberties(cell, 2) == 1 && stones_of_chain(cell) == 1)
    ko_ = captured_.back();
  return undone;
}

void LadderBoard::undo(const Undo& undo) {
  for (; captured_.size() > undo.captures; captured_.pop_back())
    content_[index(captured_.back())] = enemy_of(undo.owner);
  content_[index(undo.cell)] = Content::empty;
  ko_ = undo.ko;
}

}  // namespace rootward::net
