// One level of search is a function a phase: the last cells by parity alone, before them with table and order.
#include "tests/games/othello_solver.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace rootward::testing {
namespace {

constexpr int kMostSize = 6;      // 36 bits a side in the table
constexpr int kLastCells = 5;     // so few are searched without table and order
constexpr int kShortSearch = 12;  // from so many free cells on short searches order the moves
constexpr int kFar = 1'000'000;

constexpr std::uint64_t kPosition = (std::uint64_t{1} << 36) - 1;
constexpr int kFirstField = 36;  // of an entry's upper bits
constexpr int kSecondField = 44;

/// Six rows of eight bits to 36 bits.
std::uint64_t packed(std::uint64_t discs) {
  std::uint64_t bits = 0;
  for (int row = 0; row < kMostSize; ++row) bits |= (discs >> (8 * row) & 0x3F) << (6 * row);
  return bits;
}

int margin_of(std::uint64_t own, std::uint64_t theirs) { return std::popcount(own) - std::popcount(theirs); }

}  // namespace

OthelloSolver::OthelloSolver(int size, int table_bits) : field_(size), table_(std::size_t{1} << table_bits) {
  assert(size <= kMostSize);
  const int half = size / 2;
  std::uint64_t quarter = 0;
  for (int row = 0; row < half; ++row) quarter |= ((std::uint64_t{1} << half) - 1) << (8 * row);
  quarters_ = {quarter, quarter << half, quarter << (8 * half), quarter << (9 * half)};
  const std::uint64_t one = 1;
  const int last = size - 1;
  corner_neighbours_ = {{{one, one << 9},
                         {one << last, one << (8 + last - 1)},
                         {one << (8 * last), one << (8 * (last - 1) + 1)},
                         {one << (9 * last), one << (9 * (last - 1))}}};
}

std::uint64_t OthelloSolver::around(std::uint64_t cells) const {
  constexpr std::uint64_t kFirstColumn = 0x0101010101010101;
  const std::uint64_t row = cells | (cells << 1 & ~kFirstColumn) | (cells >> 1 & ~(kFirstColumn << 7));
  return (row | row << 8 | row >> 8) & field_.board;
}

std::uint64_t OthelloSolver::odd_quarters(std::uint64_t free) const {
  std::uint64_t odd = 0;
  for (const std::uint64_t quarter : quarters_)
    if (std::popcount(free & quarter) % 2 != 0) odd |= quarter;
  return odd;
}

int OthelloSolver::judge(std::uint64_t own, std::uint64_t theirs) const {
  constexpr int kMove = 10, kOpenCell = 4, kCorner = 45, kBesideCorner = 20;
  const std::uint64_t free = field_.board & ~(own | theirs);
  const auto choice = [&](std::uint64_t cells) { return std::popcount(cells) + std::popcount(cells & field_.corners); };
  int score = kMove * (choice(moves(own, theirs)) - choice(moves(theirs, own)));
  score += kOpenCell * (std::popcount(around(theirs) & free) - std::popcount(around(own) & free));
  score += kCorner * margin_of(own & field_.corners, theirs & field_.corners);
  for (const auto& [corner, beside] : corner_neighbours_)
    if ((free & corner) != 0) score -= kBesideCorner * margin_of(own & beside, theirs & beside);
  return score;
}

int OthelloSolver::short_search(std::uint64_t own, std::uint64_t theirs, int depth, int low, int high) const {
  constexpr int kDisc = 1000;  // an end is worth more than any judgement
  if (depth == 0) return judge(own, theirs);
  std::uint64_t cells = moves(own, theirs);
  if (cells == 0)
    return moves(theirs, own) == 0 ? kDisc * margin_of(own, theirs) : -short_search(theirs, own, depth, -high, -low);
  int best = -kFar;
  for (; cells != 0 && best < high; cells &= cells - 1) {
    const Move move = after(cells & -cells, own, theirs);
    best = std::max(best, -short_search(move.own, move.theirs, depth - 1, -high, -std::max(low, best)));
  }
  return best;
}

int OthelloSolver::search_end(std::uint64_t own, std::uint64_t theirs, int margin, bool has_passed) {
  ++nodes_;
  const std::uint64_t free = field_.board & ~(own | theirs);
  if (free == 0) return margin_of(own, theirs);
  const std::uint64_t cells = moves(own, theirs);
  if (cells == 0) return has_passed ? margin_of(own, theirs) : -search_end(theirs, own, -margin - 1, true);
  const std::uint64_t odd = std::has_single_bit(cells) ? cells : odd_quarters(free);
  int best = -kFar;
  for (std::uint64_t part : {cells & odd, cells & ~odd}) {
    for (; part != 0; part &= part - 1) {
      const Move move = after(part & -part, own, theirs);
      best = std::max(best, -search_end(move.own, move.theirs, -margin - 1, false));
      if (best > margin) return best;
    }
  }
  return best;
}

int OthelloSolver::cost_of(const Move& move, std::uint64_t free, int free_count) const {
  constexpr int kMove = 14, kOddQuarter = 4, kCorner = 30, kOpenCell = 3;
  const std::uint64_t answers = moves(move.own, move.theirs);
  int cost = kMove * (std::popcount(answers) + std::popcount(answers & field_.corners));
  if ((move.cell & odd_quarters(free)) != 0) cost -= kOddQuarter;
  if ((move.cell & field_.corners) != 0) cost -= kCorner;
  if (free_count < kShortSearch) return cost + kOpenCell * std::popcount(around(move.theirs) & free & ~move.cell);
  const int depth = free_count >= 25 ? 4 : free_count >= 20 ? 2 : free_count >= 16 ? 1 : 0;
  return cost + short_search(move.own, move.theirs, depth, -kFar, kFar);
}

std::optional<int> OthelloSolver::list_moves(std::uint64_t own, std::uint64_t theirs, int margin, int best,
                                             MoveList& list) const {
  constexpr int kAskTable = 7;    // children of a node with more free cells are looked up
  constexpr int kRefuted = 2000;  // known to reach no more than the margin
  const std::uint64_t free = field_.board & ~(own | theirs);
  const int free_count = std::popcount(free);
  for (std::uint64_t cells = moves(own, theirs); cells != 0; cells &= cells - 1) {
    Move& move = list.moves[static_cast<std::size_t>(list.count++)];
    move = after(cells & -cells, own, theirs);
    if (std::countr_zero(move.cell) == best) {
      move.cost = -kFar;
      continue;
    }
    Bounds known;
    if (free_count > kAskTable && look_up(move.own, move.theirs, known)) {
      if (-known.high > margin) return -known.high;
      if (-known.low <= margin) move.cost = kRefuted;
    }
    move.cost += cost_of(move, free, free_count);
  }
  return std::nullopt;
}

int OthelloSolver::search(std::uint64_t own, std::uint64_t theirs, int margin, bool has_passed) {
  const int free_count = std::popcount(field_.board & ~(own | theirs));
  if (free_count <= kLastCells) return search_end(own, theirs, margin, has_passed);
  ++nodes_;
  Bounds bounds;
  if (look_up(own, theirs, bounds)) {
    if (bounds.low > margin) return bounds.low;
    if (bounds.high <= margin) return bounds.high;
  }
  MoveList list;
  if (const std::optional<int> settled = list_moves(own, theirs, margin, bounds.best, list)) return *settled;
  if (list.count == 0) return has_passed ? margin_of(own, theirs) : -search(theirs, own, -margin - 1, true);
  int best = -kFar;
  for (int i = 0; i < list.count && best <= margin; ++i) {
    const auto from = list.moves.begin() + i;
    std::iter_swap(from, std::min_element(from, list.moves.begin() + list.count,
                                          [](const Move& a, const Move& b) { return a.cost < b.cost; }));
    const int value = -search(from->own, from->theirs, -margin - 1, false);
    if (value <= best) continue;
    best = value;
    bounds.best = std::countr_zero(from->cell);
  }
  (best > margin ? bounds.low : bounds.high) = best;
  keep(own, theirs, bounds, free_count);
  return best;
}

std::size_t OthelloSolver::place(std::uint64_t own, std::uint64_t theirs) const {
  std::uint64_t mixed = own * 0x9E3779B97F4A7C15 ^ (theirs + 0x1234567) * 0xC2B2AE3D27D4EB4F;
  mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9;
  return (mixed ^ mixed >> 32) & (table_.size() - 2);  // of a pair of places
}

bool OthelloSolver::look_up(std::uint64_t own, std::uint64_t theirs, Bounds& bounds) const {
  const std::uint64_t a = packed(own);
  const std::uint64_t b = packed(theirs);
  const std::size_t first = place(a, b);
  for (const std::size_t i : {first, first + 1}) {
    const Entry& entry = table_[i];
    if ((entry.own & kPosition) != a || (entry.theirs & kPosition) != b) continue;
    bounds = {.low = static_cast<int>(entry.theirs >> kFirstField & 0xFF) - 64,
              .high = static_cast<int>(entry.theirs >> kSecondField & 0xFF) - 64,
              .best = static_cast<int>(entry.own >> kFirstField & 0xFF)};
    return true;
  }
  return false;
}

/// Of the pair of places the first belongs to the larger of the two searches.
void OthelloSolver::keep(std::uint64_t own, std::uint64_t theirs, const Bounds& bounds, int free_count) {
  const auto field = [](int value, int shift) { return static_cast<std::uint64_t>(value) << shift; };
  const std::uint64_t a = packed(own);
  const std::uint64_t b = packed(theirs);
  const Entry entry{.own = a | field(bounds.best, kFirstField) | field(free_count, kSecondField),
                    .theirs = b | field(bounds.low + 64, kFirstField) | field(bounds.high + 64, kSecondField)};
  Entry* pair = &table_[place(a, b)];
  const bool is_free = pair[0].own == ~std::uint64_t{0};
  const bool is_same = !is_free && (pair[0].own & kPosition) == a && (pair[0].theirs & kPosition) == b;
  if (!is_free && !is_same && static_cast<int>(pair[0].own >> kSecondField & 0xFF) > free_count) {
    pair[1] = entry;
    return;
  }
  if (!is_same) pair[1] = pair[0];
  pair[0] = entry;
}

}  // namespace rootward::testing
