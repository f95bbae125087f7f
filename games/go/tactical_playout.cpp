// Go playouts with a little knowledge around the last move: local moves first, random moves else.
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
  Point choose(Point last, const Tactics& tactics, Rng& rng) const {
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

  [[nodiscard]] bool may_play(Point point) const {
    return point != kNoPoint && point != ko_ && board_.is_placeable(point, seat_, false) &&
           !board_.is_own_eye(point, seat_);
  }

  void add_escapes(Point last, PointList& moves) const {
    for_each_beside(last, [&](Point stone) {
      if (board_.at(stone) != own()) return;
      const Point liberty = board_.last_liberty(stone);
      if (liberty == kNoPoint) return;
      if (may_play(liberty)) {
        Board after = board_;
        after.play(liberty, seat_);
        if (after.last_liberty(liberty) == kNoPoint) moves.add(liberty);
      }
      for_each_of_chain(stone, [&](Point part) {
        for_each_beside(part, [&](Point neighbour) {
          if (board_.at(neighbour) != enemy()) return;
          const Point capture = board_.last_liberty(neighbour);
          if (may_play(capture)) moves.add(capture);
        });
      });
    });
  }

  void add_capture(Point last, PointList& moves) const {
    if (board_.at(last) != enemy()) return;
    const Point capture = board_.last_liberty(last);
    if (may_play(capture)) moves.add(capture);
  }

  void add_patterns(Point last, PointList& moves) const {
    const int row = last / size();
    const int column = last % size();
    const Rows own = rows_around(row, seat_);
    const Rows enemy = rows_around(row, other(seat_));
    constexpr std::size_t kMiddle = 0b000010000;
    for (int r = std::max(0, row - 1); r <= std::min(size() - 1, row + 1); ++r) {
      for (int c = std::max(0, column - 1); c <= std::min(size() - 1, column + 1); ++c) {
        const std::size_t own_stones = window(own, r - row, c);
        const std::size_t enemy_stones = window(enemy, r - row, c);
        if (((own_stones | enemy_stones) & kMiddle) != 0) continue;
        if (!patterns_.matches(neighbourhood_of(own_stones, enemy_stones))) continue;
        if (may_play(r * size() + c)) moves.add(r * size() + c);
      }
    }
  }

  /// A seat's stones on a row and on two rows above and below it, from the top; column c is bit c + 1, walls are
  /// stones.
  using Rows = std::array<unsigned, 5>;
  [[nodiscard]] Rows rows_around(int row, Seat seat) const {
    Rows rows{};
    const unsigned walls = 1U | 1U << (size() + 1);
    for (int i = 0; i < 5; ++i) {
      const int r = row + 2 - i;
      const bool is_inside = r >= 0 && r < size();
      rows[static_cast<std::size_t>(i)] = is_inside ? board_.row_stones(r, seat) << 1 | walls : ~0U;
    }
    return rows;
  }
  /// Three rows of three points around a point `up` rows above the middle one, nine bits from the top left.
  static std::size_t window(const Rows& rows, int up, int column) {
    const auto top = static_cast<std::size_t>(1 - up);
    const auto three = [&](std::size_t i) { return rows[top + i] >> column & 7U; };
    return three(0) | three(1) << 3 | three(2) << 6;
  }

  const Board& board_;
  Seat seat_;
  Point ko_;
  const PatternTable& patterns_ = PatternTable::shared();
};

/// What a policy proposes among the points that random_point() would draw from.
template <class Board>
Point proposed_point(const Board& board, Seat seat, Point ko, PlayoutPolicy& policy) {
  std::array<MoveKey, static_cast<std::size_t>(kMaxGoSize) * kMaxGoSize> empty;
  std::size_t count = 0;
  if (policy.wants_candidates()) {
    for (Point point = 0; point < board.points(); ++point)
      if (board.at(point) == Stone::empty) empty[count++] = static_cast<MoveKey>(point);
  }
  const auto can_play = [&](MoveKey key) {
    const Point point = key;
    return point != ko && board.at(point) == Stone::empty && !board.is_own_eye(point, seat) &&
           board.is_placeable(point, seat, false);
  };
  const MoveKey key = policy.propose(seat, {empty.data(), count}, can_play);
  return key == kNoMoveKey ? kNoPoint : Point{key};
}

}  // namespace

template <class Board>
PlayoutResult Go<Board>::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                          PlayoutPolicy* policy) const {
  if (trace != nullptr) trace->start(to_move());
  if (policy != nullptr) policy->begin();
  if (is_over()) return {.value = result(), .plies = 0};
  Board board = board_;
  Seat seat = to_move();
  Point ko = ko_point();
  Point last = kNoPoint;
  int passes = passes_;
  PlayoutResult playout;
  const auto most_plies = static_cast<std::uint32_t>(3 * board.points());
  while (passes < 2 && playout.plies < most_plies) {
    Point move = last == kNoPoint ? kNoPoint : LocalMoves<Board>(board, seat, ko).choose(last, tactics, rng);
    if (move == kNoPoint && policy != nullptr) move = proposed_point(board, seat, ko, *policy);
    if (move == kNoPoint) move = board.random_point(seat, ko, rng);
    if (policy != nullptr) policy->played(move == kNoPoint ? kNoMoveKey : static_cast<MoveKey>(move));
    passes = move == kNoPoint ? passes + 1 : 0;
    ko = move == kNoPoint ? kNoPoint : board.play(move, seat).ko;
    if (trace != nullptr) trace->add(move == kNoPoint ? kNoMoveKey : static_cast<MoveKey>(move));
    last = move;
    seat = other(seat);
    ++playout.plies;
  }
  if (trace != nullptr && !trace->owners().empty()) board.tell_owners(trace->owners());
  playout.value = value_of_area(board.area_difference(), rules_->komi);
  return playout;
}

template PlayoutResult Go<SmallBoard>::tactical_playout(const Tactics&, Rng&, PlayoutTrace*, PlayoutPolicy*) const;
template PlayoutResult Go<LargeBoard>::tactical_playout(const Tactics&, Rng&, PlayoutTrace*, PlayoutPolicy*) const;

}  // namespace rootward
