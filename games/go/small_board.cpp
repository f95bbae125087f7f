// Placements and queries on the bitboard; playouts are in small_playout.cpp.
#include "games/go/small_board.h"

#include <cassert>
#include <cstddef>

namespace rootward {
namespace {

const SmallField& small_field(int size) {
  static constexpr std::array<const SmallField*, 10> kFields{
      &kSmallField<2>, &kSmallField<3>, &kSmallField<4>, &kSmallField<5>,  &kSmallField<6>,
      &kSmallField<7>, &kSmallField<8>, &kSmallField<9>, &kSmallField<10>, &kSmallField<11>};
  assert(size >= kMinGoSize && size <= SmallField::kMaxSize);
  return *kFields[static_cast<std::size_t>(size - kMinGoSize)];
}

std::uint64_t key_of(Bits128 stones, Seat seat) {
  std::uint64_t key = 0;
  for_each_bit(stones, [&](int point) { key ^= stone_key(seat, point); });
  return key;
}

}  // namespace

SmallBoard::SmallBoard(int size) : field_(&small_field(size)), key_(empty_board_key(size)) {}

Stone SmallBoard::at(Point point) const {
  if ((stones_[0] & bit_at(point)) != 0) return Stone::black;
  return (stones_[1] & bit_at(point)) != 0 ? Stone::white : Stone::empty;
}

int SmallBoard::liberties(Point point) const {
  const Bits128 stone = bit_at(point);
  const Bits128 chain = field_->flood(stone, (stones_[0] & stone) != 0 ? stones_[0] : stones_[1]);
  return popcount(field_->spread(chain) & empty());
}

Point SmallBoard::last_liberty(Point point) const {
  const Bits128 stones = (stones_[0] & bit_at(point)) != 0 ? stones_[0] : stones_[1];
  const Bits128 free = empty();
  Bits128 chain = bit_at(point) & stones;
  while (true) {
    const Bits128 reach = field_->spread(chain);
    const Bits128 liberties = reach & free;
    if ((liberties & (liberties - 1)) != 0) return kNoPoint;
    const Bits128 next = chain | (reach & stones);
    if (next == chain) return liberties == 0 ? kNoPoint : lowest(liberties);
    chain = next;
  }
}

unsigned SmallBoard::row_stones(int row, Seat seat) const {
  const auto shifted = static_cast<unsigned>(stones_[index_of(seat)] >> (row * field_->size));
  return shifted & ((1U << field_->size) - 1);
}

int SmallBoard::area_difference() const { return field_->area_difference(stones_[0], stones_[1]); }

bool SmallBoard::is_suicide(Point point, Seat seat) const {
  const Bits128 free = empty();
  const Bits128 own = stones_[index_of(seat)];
  const Bits128 beside = field_->neighbours_of(point);
  const Bits128 breathing = field_->spread(free & ~bit_at(point));
  if ((beside & (free | (own & breathing))) != 0) return false;
  Bits128 chain = 0;
  if (field_->reaches(beside & own, own, breathing, chain)) return false;
  return field_->captures(point, stones_[index_of(other(seat))], breathing) == 0;
}

bool SmallBoard::is_placeable(Point point, Seat seat, bool suicide_allowed) const {
  if ((empty() & bit_at(point)) == 0) return false;
  if (!is_suicide(point, seat)) return true;
  return suicide_allowed && (field_->neighbours_of(point) & stones_[index_of(seat)]) != 0;
}

Placement SmallBoard::play(Point point, Seat seat) {
  assert((empty() & bit_at(point)) != 0);
  Bits128& own = stones_[index_of(seat)];
  Bits128& enemy = stones_[index_of(other(seat))];
  const Bits128 breathing = field_->spread(empty() & ~bit_at(point));
  const Bits128 captured = field_->captures(point, enemy, breathing);
  const bool is_walled_in = (field_->neighbours_of(point) & ~enemy) == 0;
  own |= bit_at(point);
  enemy &= ~captured;
  key_ ^= stone_key(seat, point) ^ key_of(captured, other(seat));
  lost_[index_of(other(seat))] |= captured;
  Placement placement;
  placement.captured = popcount(captured);
  if (is_walled_in && has_one(captured)) placement.ko = lowest(captured);
  Bits128 chain = 0;
  if (captured == 0 && !field_->reaches(bit_at(point), own, breathing, chain)) {
    own &= ~chain;
    key_ ^= key_of(chain, seat);
    lost_[index_of(seat)] |= chain;
    placement.suicides = popcount(chain);
  }
  return placement;
}

std::uint64_t SmallBoard::key_after(Point point, Seat seat) const {
  SmallBoard after = *this;
  after.play(point, seat);
  return after.key();
}

void SmallBoard::set_stone(Point point, Seat seat) {
  assert(at(point) == Stone::empty);
  stones_[index_of(seat)] |= bit_at(point);
  key_ ^= stone_key(seat, point);
}

bool SmallBoard::is_own_eye(Point point, Seat seat) const {
  return (field_->eyes(stones_[index_of(seat)], stones_[index_of(other(seat))]) & bit_at(point)) != 0;
}

}  // namespace rootward
