// A Go board of 2 to 11 lines as one 128-bit set of stones a colour; chains are found by flooding when needed.
#pragma once

#include <array>
#include <cstdint>

#include "core/playout_trace.h"
#include "core/rng.h"
#include "games/go/bits128.h"
#include "games/go/small_field.h"
#include "games/go/stone.h"

namespace rootward {

/// Stones on a board, without ko history: plain data, 88 bytes. Points given must be on the board.
class SmallBoard {
 public:
  static constexpr int kMaxSize = SmallField::kMaxSize;

  /// The empty board; 2 <= size <= kMaxSize.
  explicit SmallBoard(int size);

  [[nodiscard]] int size() const { return field_->size; }
  [[nodiscard]] int points() const { return field_->points; }
  [[nodiscard]] Stone at(Point point) const;
  /// All stones of a seat, a bit a point.
  [[nodiscard]] Bits128 stones(Seat seat) const { return stones_[index_of(seat)]; }
  /// Zobrist key of the stones (no side to move).
  [[nodiscard]] std::uint64_t key() const { return key_; }
  /// Exact number of liberties of the chain at the point; 0 for an empty point.
  [[nodiscard]] int liberties(Point point) const;
  /// The only liberty of the chain at the point; kNoPoint where it has several, and for an empty point.
  [[nodiscard]] Point last_liberty(Point point) const;
  /// A seat's stones on a row, bit 0 for the first column.
  [[nodiscard]] unsigned row_stones(int row, Seat seat) const;
  /// Tromp-Taylor area, Black minus White, without komi.
  [[nodiscard]] int area_difference() const;
  /// Whose area every point is: 1 Black's, -1 White's, 0 nobody's.
  void tell_owners(std::span<std::int8_t> owners) const { field_->tell_owners(stones_[0], stones_[1], owners); }

  /// Whether a stone may be put there, repetition aside: the point is empty and the stone's chain keeps a liberty after
  /// captures (or suicide is allowed and the chain has other stones).
  [[nodiscard]] bool is_placeable(Point point, Seat seat, bool suicide_allowed) const;
  /// Calls visit(point) for every placeable point, ascending.
  template <class Visit>
  void for_each_placeable(Seat seat, bool suicide_allowed, Visit&& visit) const;
  /// Puts a stone on a placeable point and removes what loses its last liberty.
  Placement play(Point point, Seat seat);
  /// key() after play(point, seat).
  [[nodiscard]] std::uint64_t key_after(Point point, Seat seat) const;

  /// Whether a stone of the seat may have been removed from the point earlier in the game. If not, no stone played
  /// there that stays (is no suicide) can recreate an earlier board.
  [[nodiscard]] bool may_have_lost(Point point, Seat seat) const {
    return (lost_[index_of(seat)] & bit_at(point)) != 0;
  }
  /// For boards whose past is unknown.
  void assume_losses_everywhere() { lost_ = {field_->all, field_->all}; }

  /// Puts a stone on an empty point without removing anything (for reading positions).
  void set_stone(Point point, Seat seat);

  /// An empty point whose neighbours are all own stones, with enemies on no diagonal at edge or corner and at most one
  /// elsewhere.
  [[nodiscard]] bool is_own_eye(Point point, Seat seat) const;
  /// One move of the playout policy, uniform over the points that are empty, no own eye, not `ko` and no suicide;
  /// kNoPoint (a pass) when there is none. One rng.below(k) a drawn candidate, over the k remaining candidates in
  /// ascending order; a suicide is struck off and drawn again.
  Point random_point(Seat seat, Point ko, Rng& rng) const;
  /// Random moves until two passes in a row or 3 x points moves, then area. The board is left alone. The moves are
  /// added to `trace` where there is one.
  BoardPlayout playout(const PlayoutStart& start, Rng& rng, PlayoutTrace* trace = nullptr) const;

 private:
  [[nodiscard]] Bits128 empty() const { return field_->all & ~(stones_[0] | stones_[1]); }
  [[nodiscard]] bool is_suicide(Point point, Seat seat) const;

  const SmallField* field_;
  std::array<Bits128, 2> stones_{};
  std::array<Bits128, 2> lost_{};  ///< points from which a stone of the colour was removed
  std::uint64_t key_;
};

template <class Visit>
void SmallBoard::for_each_placeable(Seat seat, bool suicide_allowed, Visit&& visit) const {
  const Bits128 free = empty();
  const Bits128 roomy = free & field_->spread(free);
  for_each_bit(free, [&](int point) {
    if ((roomy & bit_at(point)) != 0 || is_placeable(point, seat, suicide_allowed)) visit(point);
  });
}

}  // namespace rootward
