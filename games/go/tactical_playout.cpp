// Local moves first, random moves else.
#include "games/go/tactical_playout.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "games/go/go.h"
#include "games/go/patterns.h"

namespace rootward {
namespace {

/// A handful of points without repetition.
class PointList {
 public:
  void add(Point point) {
    if (size_ < points_.size() && std::find(begin(), end(), point) == end()) points_[size_++] = point;
  }
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  [[nodiscard]] const Point* begin() const { return points_.data(); }
  [[nodiscard]] const Point* end() const { return points_.data() + size_; }
  [[nodiscard]] Point draw(Rng& rng) const { return points_[rng.below(static_cast<std::uint32_t>(size_))]; }

 private:
  std::array<Point, 32> points_{};
  std::size_t size_ = 0;
};

template <class Board>
class LocalMoves {
 public:
  LocalMoves(const Board& board, Seat seat, Point ko) : board_(board), seat_(seat), ko_(ko) {}

  /// The move that the tactics propose, kNoPoint where they have none.
  Point choose(Point last, const GoTactics& tactics, Rng& rng) const {
    PointList moves;
    if (tactics.atari) add_escapes(last, moves);
    if (tactics.atari && moves.is_empty()) add_capture(last, moves);
    if (tactics.patterns && moves.is_empty()) add_patterns(last, moves);
    return moves.is_empty() ? kNoPoint : moves.draw(rng);
  }

 private:
  [[nodiscard]] int size() const { return board_.size(); }
  [[nodiscard]] Stone own() const { return stone_of(seat_); }
  [[nodiscard]] Stone enemy() const { return stone_of(other(seat_)); }

  /// Calls visit(point) for the neighbours in the four directions.
  template <class Visit>
  void for_each_beside(Point point, Visit visit) const {
    const int row = point / size();
    const int column = point % size();
    if (row > 0) visit(point - size());
    if (column > 0) visit(point - 1);
    if (column + 1 < size()) visit(point + 1);
    if (row + 1 < size()) visit(point + size());
  }

  /// Calls visit(stone) for every stone of the chain.
  template <class Visit>
  void for_each_of_chain(Point start, Visit visit) const {
    const Stone colour = board_.at(start);
    std::bitset<detail::kMaxPoints> seen;
    std::array<Point, detail::kMaxPoints> open;
    std::size_t count = 0;
    open[count++] = start;
    seen.set(static_cast<std::size_t>(start));
    while (count > 0) {
      const Point stone = open[--count];
      visit(stone);
      for_each_beside(stone, [&](Point next) {
        const auto index = static_cast<std::size_t>(next);
        if (seen[index] || board_.at(next) != colour) return;
        seen.set(index);
        open[count++] = next;
      });
    }
  }

  /// The liberty of a chain in atari.
  [[nodiscard]] Point last_liberty(Point start) const {
    Point liberty = kNoPoint;
    for_each_of_chain(start, [&](Point stone) {
      for_each_beside(stone, [&](Point next) {
        if (board_.at(next) == Stone::empty) liberty = next;
      });
    });
    return liberty;
  }

  [[nodiscard]] bool may_play(Point point) const {
    return point != kNoPoint && point != ko_ && board_.is_placeable(point, seat_, false) &&
           !board_.is_own_eye(point, seat_);
  }

  void add_escapes(Point last, PointList& moves) const {
    for_each_beside(last, [&](Point stone) {
      if (board_.at(stone) != own() || board_.liberties(stone) != 1) return;
      const Point liberty = last_liberty(stone);
      if (may_play(liberty)) {
        Board after = board_;
        after.play(liberty, seat_);
        if (after.liberties(liberty) >= 2) moves.add(liberty);
      }
      for_each_of_chain(stone, [&](Point part) {
        for_each_beside(part, [&](Point neighbour) {
          if (board_.at(neighbour) != enemy() || board_.liberties(neighbour) != 1) return;
          const Point capture = last_liberty(neighbour);
          if (may_play(capture)) moves.add(capture);
        });
      });
    });
  }

  void add_capture(Point last, PointList& moves) const {
    if (board_.at(last) != enemy() || board_.liberties(last) != 1) return;
    const Point capture = last_liberty(last);
    if (may_play(capture)) moves.add(capture);
  }

  void add_patterns(Point last, PointList& moves) const {
    const int row = last / size();
    const int column = last % size();
    for (int r = std::max(0, row - 1); r <= std::min(size() - 1, row + 1); ++r) {
      for (int c = std::max(0, column - 1); c <= std::min(size() - 1, column + 1); ++c) {
        const Point point = r * size() + c;
        if (board_.at(point) != Stone::empty || !PatternTable::shared().matches(around(r, c))) continue;
        if (may_play(point)) moves.add(point);
      }
    }
  }

  [[nodiscard]] Neighbourhood around(int row, int column) const {
    unsigned bits = 0;
    int shift = 0;
    for (int r = row + 1; r >= row - 1; --r) {
      for (int c = column - 1; c <= column + 1; ++c) {
        if (r == row && c == column) continue;
        bits |= static_cast<unsigned>(what_stands(r, c)) << shift;
        shift += 2;
      }
    }
    return static_cast<Neighbourhood>(bits);
  }

  [[nodiscard]] Neighbour what_stands(int row, int column) const {
    if (row < 0 || column < 0 || row >= size() || column >= size()) return Neighbour::wall;
    const Stone stone = board_.at(row * size() + column);
    if (stone == Stone::empty) return Neighbour::empty;
    return stone == own() ? Neighbour::own : Neighbour::enemy;
  }

  const Board& board_;
  Seat seat_;
  Point ko_;
};

}  // namespace

template <class Board>
PlayoutResult go_tactical_playout(const Go<Board>& position, const GoTactics& tactics, Rng& rng) {
  if (position.is_over()) return {.value = position.result(), .plies = 0};
  Board board = position.board();
  Seat seat = position.to_move();
  Point ko = position.ko_point();
  Point last = kNoPoint;
  int passes = position.passes();
  PlayoutResult playout;
  const auto most_plies = static_cast<std::uint32_t>(3 * board.points());
  while (passes < 2 && playout.plies < most_plies) {
    Point move = last == kNoPoint ? kNoPoint : LocalMoves<Board>(board, seat, ko).choose(last, tactics, rng);
    if (move == kNoPoint) move = board.random_point(seat, ko, rng);
    passes = move == kNoPoint ? passes + 1 : 0;
    ko = move == kNoPoint ? kNoPoint : board.play(move, seat).ko;
    last = move;
    seat = other(seat);
    ++playout.plies;
  }
  playout.value = value_of_area(board.area_difference(), position.rules().komi);
  return playout;
}

template PlayoutResult go_tactical_playout(const Go<SmallBoard>&, const GoTactics&, Rng&);
template PlayoutResult go_tactical_playout(const Go<LargeBoard>&, const GoTactics&, Rng&);

}  // namespace rootward
