// Chains, captures, eyes and playouts on the chain-keeping board.
#include "games/go/large_board.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "games/select_bit.h"

namespace rootward {
namespace {

constexpr std::uint8_t kEmpty = static_cast<std::uint8_t>(Stone::empty);
constexpr std::uint8_t kWall = 3;
constexpr int kStride = LargeBoard::kMaxSize + 1;
constexpr std::array<int, 4> kSides{1, -1, kStride, -kStride};
constexpr std::array<int, 4> kCorners{kStride + 1, kStride - 1, 1 - kStride, -1 - kStride};

constexpr std::size_t slot(int cell) { return static_cast<std::size_t>(cell); }
constexpr std::uint8_t content_of(Seat seat) { return static_cast<std::uint8_t>(stone_of(seat)); }
/// One neighbour of the colour in the packed counts.
constexpr std::uint8_t unit_of(Seat seat) { return seat == Seat::first ? 0x01 : 0x10; }
constexpr int count_of(std::uint8_t packed, Seat seat) { return seat == Seat::first ? packed & 15 : packed >> 4; }

template <class Words>
bool contains(const Words& words, int cell) {
  return (words[slot(cell) / 64] >> (cell % 64) & 1) != 0;
}
template <class Words>
void insert(Words& words, int cell) {
  words[slot(cell) / 64] |= std::uint64_t{1} << (cell % 64);
}
template <class Words>
void remove(Words& words, int cell) {
  words[slot(cell) / 64] &= ~(std::uint64_t{1} << (cell % 64));
}
template <class Words>
void assign(Words& words, int cell, bool is_member) {
  std::uint64_t& word = words[slot(cell) / 64];
  const int shift = cell % 64;
  word = (word & ~(std::uint64_t{1} << shift)) | (std::uint64_t{is_member} << shift);
}

}  // namespace

LargeBoard::LargeBoard(int size) : key_(empty_board_key(size)), size_(size) {
  assert(size >= kMinGoSize && size <= kMaxSize);
  content_.fill(kWall);
  for (Point point = 0; point < points(); ++point) {
    const Cell cell = cell_of(point);
    content_[slot(cell)] = kEmpty;
    insert(empty_, cell);
  }
  for (Point point = 0; point < points(); ++point) {
    const Cell cell = cell_of(point);
    for (int side : kSides) {
      if (content_[slot(cell + side)] != kWall) continue;
      sides_[slot(cell)] = static_cast<std::uint8_t>(sides_[slot(cell)] + 0x11);
      insert(border_, cell);
    }
  }
}

Stone LargeBoard::at(Point point) const { return static_cast<Stone>(content_[slot(cell_of(point))]); }

int LargeBoard::liberties(Point point) const {
  const Cell first = cell_of(point);
  if (content_[slot(first)] == kEmpty) return 0;
  Words counted{};
  Cell cell = first;
  do {
    for (int side : kSides)
      if (content_[slot(cell + side)] == kEmpty) insert(counted, cell + side);
    cell = next_[slot(cell)];
  } while (cell != first);
  int count = 0;
  for (std::uint64_t word : counted) count += std::popcount(word);
  return count;
}

/// Size of the empty region around `start`; `reached` receives the colours at its border (bit 1 black, bit 2 white).
int LargeBoard::flood_region(Cell start, Words& seen, unsigned& reached) const {
  std::array<std::uint16_t, kCells> pending;
  std::size_t waiting = 0;
  int region = 0;
  insert(seen, start);
  pending[waiting++] = static_cast<std::uint16_t>(start);
  while (waiting > 0) {
    const Cell cell = pending[--waiting];
    ++region;
    for (int side : kSides) {
      const std::uint8_t content = content_[slot(cell + side)];
      reached |= 1U << content;
      if (content != kEmpty || contains(seen, cell + side)) continue;
      insert(seen, cell + side);
      pending[waiting++] = static_cast<std::uint16_t>(cell + side);
    }
  }
  return region;
}

int LargeBoard::area_difference() const {
  Words seen{};
  int difference = 0;
  for (int row = 1; row <= size_; ++row) {
    for (int column = 1; column <= size_; ++column) {
      const Cell cell = row * kStride + column;
      const std::uint8_t content = content_[slot(cell)];
      if (content != kEmpty) {
        difference += content == content_of(Seat::first) ? 1 : -1;
      } else if (!contains(seen, cell)) {
        unsigned reached = 0;
        const int region = flood_region(cell, seen, reached);
        const bool is_black = (reached & 1U << content_of(Seat::first)) != 0;
        const bool is_white = (reached & 1U << content_of(Seat::second)) != 0;
        if (is_black != is_white) difference += is_black ? region : -region;
      }
    }
  }
  return difference;
}

bool LargeBoard::has_empty_side(Cell cell) const {
  return content_[slot(cell + 1)] == kEmpty || content_[slot(cell - 1)] == kEmpty ||
         content_[slot(cell + kStride)] == kEmpty || content_[slot(cell - kStride)] == kEmpty;
}

/// Whether the empty cell is the only liberty of the chain, one of its neighbours.
bool LargeBoard::fills_last_liberty(Cell cell, int head) const {
  int contacts = 0;
  for (int side : kSides) {
    const std::uint8_t content = content_[slot(cell + side)];
    contacts += content != kEmpty && content != kWall && head_[slot(cell + side)] == head;
  }
  return pseudo_liberties_[slot(head)] == contacts;
}

/// Assumes an empty cell without empty sides: whether a stone there would neither capture nor have a liberty.
bool LargeBoard::is_suicide(Cell cell, Seat seat) const {
  for (int side : kSides) {
    const std::uint8_t content = content_[slot(cell + side)];
    if (content == kWall) continue;
    const bool is_own = content == content_of(seat);
    if (fills_last_liberty(cell, head_[slot(cell + side)]) != is_own) return false;
  }
  return true;
}

bool LargeBoard::is_placeable(Point point, Seat seat, bool suicide_allowed) const {
  const Cell cell = cell_of(point);
  if (content_[slot(cell)] != kEmpty) return false;
  if (has_empty_side(cell) || !is_suicide(cell, seat)) return true;
  if (!suicide_allowed) return false;
  for (int side : kSides)
    if (content_[slot(cell + side)] == content_of(seat)) return true;
  return false;
}

bool LargeBoard::is_eye(Cell cell, Seat seat) const {
  if (content_[slot(cell)] != kEmpty || count_of(sides_[slot(cell)], seat) != 4) return false;
  return count_of(corners_[slot(cell)], other(seat)) <= (contains(border_, cell) ? 0 : 1);
}

bool LargeBoard::is_own_eye(Point point, Seat seat) const { return is_eye(cell_of(point), seat); }

void LargeBoard::refresh_eye(Cell cell, Seat seat) { assign(eyes_[index_of(seat)], cell, is_eye(cell, seat)); }

/// A stone as a chain of its own, all counts brought up to date; chains are not joined and nothing is taken.
void LargeBoard::put(Cell cell, Seat seat) {
  content_[slot(cell)] = content_of(seat);
  head_[slot(cell)] = static_cast<std::uint16_t>(cell);
  next_[slot(cell)] = static_cast<std::uint16_t>(cell);
  stones_[slot(cell)] = 1;
  remove(empty_, cell);
  remove(eyes_[0], cell);
  remove(eyes_[1], cell);
  unsigned free = 0;
  for (int side : kSides) {
    const Cell beside = cell + side;
    const bool is_free = content_[slot(beside)] == kEmpty;
    std::uint16_t& pseudo_liberties = pseudo_liberties_[head_[slot(beside)]];
    pseudo_liberties = static_cast<std::uint16_t>(pseudo_liberties - !is_free);
    free += is_free;
    std::uint8_t& sides = sides_[slot(beside)];
    sides = static_cast<std::uint8_t>(sides + unit_of(seat));
    if (count_of(sides, seat) == 4) refresh_eye(beside, seat);
  }
  pseudo_liberties_[slot(cell)] = static_cast<std::uint16_t>(free);
  for (int corner : kCorners) count_corner(cell + corner, seat, 1);
}

/// A stone of the seat came to (+1) or left (-1) a diagonal of the cell: the enemy's eye there may change.
void LargeBoard::count_corner(Cell cell, Seat seat, int change) {
  std::uint8_t& corners = corners_[slot(cell)];
  corners = static_cast<std::uint8_t>(corners + change * unit_of(seat));
  if (count_of(sides_[slot(cell)], other(seat)) == 4) refresh_eye(cell, other(seat));
}

/// Joins two chains (by their heads); the longer one's head stays.
void LargeBoard::join(int first, int second) {
  if (stones_[slot(first)] < stones_[slot(second)]) std::swap(first, second);
  const auto add = [first, second](PerCell<std::uint16_t>& counts) {
    counts[slot(first)] = static_cast<std::uint16_t>(counts[slot(first)] + counts[slot(second)]);
  };
  add(stones_);
  add(pseudo_liberties_);
  Cell cell = second;
  do {
    head_[slot(cell)] = static_cast<std::uint16_t>(first);
    cell = next_[slot(cell)];
  } while (cell != second);
  std::swap(next_[slot(first)], next_[slot(second)]);
}

/// Removes a chain of the seat; returns its number of stones.
template <bool Keyed>
int LargeBoard::take_chain(int head, Seat seat) {
  Cell cell = head;
  do {
    content_[slot(cell)] = kEmpty;
    insert(empty_, cell);
    for (int side : kSides) {
      const Cell beside = cell + side;
      sides_[slot(beside)] = static_cast<std::uint8_t>(sides_[slot(beside)] - unit_of(seat));
      std::uint16_t& pseudo_liberties = pseudo_liberties_[head_[slot(beside)]];
      pseudo_liberties = static_cast<std::uint16_t>(pseudo_liberties + (content_[slot(beside)] != kEmpty));
      remove(eyes_[index_of(seat)], beside);
    }
    for (int corner : kCorners) count_corner(cell + corner, seat, -1);
    if constexpr (Keyed) {
      key_ ^= stone_key(seat, point_of(cell));
      insert(lost_[index_of(seat)], cell);
    }
    cell = next_[slot(cell)];
  } while (cell != head);
  do {
    refresh_eye(cell, Seat::first);
    refresh_eye(cell, Seat::second);
    cell = next_[slot(cell)];
  } while (cell != head);
  return stones_[slot(head)];
}

template <bool Keyed>
LargeBoard::Taken LargeBoard::place(Cell cell, Seat seat) {
  put(cell, seat);
  if constexpr (Keyed) key_ ^= stone_key(seat, point_of(cell));
  Taken taken;
  for (int side : kSides) {
    const Cell beside = cell + side;
    const std::uint8_t content = content_[slot(beside)];
    if (content == content_of(seat)) {
      if (head_[slot(beside)] != head_[slot(cell)]) join(head_[slot(beside)], head_[slot(cell)]);
    } else if (content == content_of(other(seat)) && pseudo_liberties_[head_[slot(beside)]] == 0) {
      taken.captured += take_chain<Keyed>(head_[slot(beside)], other(seat));
      taken.ko = beside;
    }
  }
  const int head = head_[slot(cell)];
  const bool is_ko = taken.captured == 1 && stones_[slot(head)] == 1 && pseudo_liberties_[slot(head)] == 1;
  if (!is_ko) taken.ko = 0;
  if (pseudo_liberties_[slot(head)] == 0) taken.suicides = take_chain<Keyed>(head, seat);
  return taken;
}

Placement LargeBoard::play(Point point, Seat seat) {
  assert(at(point) == Stone::empty);
  const Taken taken = place<true>(cell_of(point), seat);
  return {taken.captured, taken.suicides, taken.ko == 0 ? kNoPoint : point_of(taken.ko)};
}

std::uint64_t LargeBoard::chain_key(int head, Seat seat) const {
  std::uint64_t key = 0;
  Cell cell = head;
  do {
    key ^= stone_key(seat, point_of(cell));
    cell = next_[slot(cell)];
  } while (cell != head);
  return key;
}

std::uint64_t LargeBoard::key_after(Point point, Seat seat) const {
  const Cell cell = cell_of(point);
  std::array<int, 4> heads{};
  std::size_t known = 0;
  std::uint64_t captured = 0, own = 0;
  bool is_breathing = has_empty_side(cell);
  for (int side : kSides) {
    const std::uint8_t content = content_[slot(cell + side)];
    if (content == kEmpty || content == kWall) continue;
    const int head = head_[slot(cell + side)];
    if (std::find(heads.begin(), heads.begin() + known, head) != heads.begin() + known) continue;
    heads[known++] = head;
    const bool is_last = fills_last_liberty(cell, head);
    if (content == content_of(seat)) {
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
  const Cell cell = cell_of(point);
  put(cell, seat);
  key_ ^= stone_key(seat, point);
  for (int side : kSides) {
    const Cell beside = cell + side;
    if (content_[slot(beside)] == content_of(seat) && head_[slot(beside)] != head_[slot(cell)])
      join(head_[slot(beside)], head_[slot(cell)]);
  }
}

LargeBoard::Cell LargeBoard::draw(Seat seat, Cell ko, Rng& rng) const {
  Words candidates;
  for (std::size_t i = 0; i < kWords; ++i) candidates[i] = empty_[i] & ~eyes_[index_of(seat)][i];
  remove(candidates, ko);
  int count = 0;
  for (std::uint64_t word : candidates) count += std::popcount(word);
  for (; count > 0; --count) {
    int rank = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    std::size_t i = 0;
    for (int here = std::popcount(candidates[0]); rank >= here; here = std::popcount(candidates[++i])) rank -= here;
    const Cell cell = static_cast<Cell>(i) * 64 + select_bit(candidates[i], rank);
    if (has_empty_side(cell) || !is_suicide(cell, seat)) return cell;
    remove(candidates, cell);
  }
  return 0;
}

Point LargeBoard::random_point(Seat seat, Point ko, Rng& rng) const {
  const Cell cell = draw(seat, ko == kNoPoint ? 0 : cell_of(ko), rng);
  return cell == 0 ? kNoPoint : point_of(cell);
}

BoardPlayout LargeBoard::playout(const PlayoutStart& start, Rng& shared_rng) const {
  LargeBoard board = *this;
  Rng rng = shared_rng;
  Seat seat = start.to_move;
  Cell ko = start.ko == kNoPoint ? 0 : cell_of(start.ko);
  const int limit = 3 * points();
  int plies = 0;
  for (int passes = start.passes; passes < 2 && plies < limit; ++plies, seat = other(seat)) {
    const Cell cell = board.draw(seat, ko, rng);
    passes = cell == 0 ? passes + 1 : 0;
    ko = cell == 0 ? 0 : board.place<false>(cell, seat).ko;
  }
  shared_rng = rng;
  return {board.area_difference(), static_cast<std::uint32_t>(plies)};
}

}  // namespace rootward
