// Random playouts on the bitboard: one loop a board size with its geometry folded in, with BMI2 where the processor has
// it; the moves are the same either way.
#include <array>
#include <cstddef>
#include <utility>

#include "games/go/small_board.h"
#include "games/select_bit.h"

namespace rootward {
namespace {

/// The board as the player to move sees it.
struct View {
  Bits128 own = 0;
  Bits128 enemy = 0;
  Bits128 ko = 0;  ///< the forbidden point, if any
};

/// A move of the policy: its point, or kNoPoint, and what it captures.
struct Drawn {
  Point point = kNoPoint;
  Bits128 captured = 0;
};

template <class SelectBit>
[[gnu::always_inline]] inline Drawn draw(const SmallField& field, const View& view, Rng& rng, SelectBit select) {
  const Bits128 empty = field.all & ~(view.own | view.enemy);
  Bits128 candidates = empty & ~view.ko & ~field.eyes(view.own, view.enemy);
  while (candidates != 0) {
    const auto count = static_cast<std::uint32_t>(popcount(candidates));
    const Point point = select_member(candidates, static_cast<int>(rng.below(count)), select);
    const Bits128 stone = bit_at(point);
    const Bits128 beside = field.neighbours_of(point);
    const Bits128 breathing = field.spread(empty & ~stone);
    const Bits128 captured = field.captures(point, view.enemy, breathing);
    if (captured != 0 || (beside & (empty | (view.own & breathing))) != 0) return {point, captured};
    Bits128 chain = 0;
    if (field.reaches(beside & view.own, view.own, breathing, chain)) return {point, captured};
    candidates &= ~stone;
  }
  return {};
}

template <class SelectBit>
[[gnu::always_inline]] inline BoardPlayout run(const SmallField& field, View view, bool is_black, int passes,
                                               Rng& shared_rng, SelectBit select) {
  Rng rng = shared_rng;
  const int limit = 3 * field.points;
  int plies = 0;
  while (passes < 2 && plies < limit) {
    const Drawn move = draw(field, view, rng, select);
    ++plies;
    is_black = !is_black;
    if (move.point == kNoPoint) {
      ++passes;
      view = {view.enemy, view.own, 0};
      continue;
    }
    passes = 0;
    const bool is_walled_in = (field.neighbours_of(move.point) & ~view.enemy) == 0;
    const Bits128 ko = is_walled_in && has_one(move.captured) ? move.captured : 0;
    view = {view.enemy & ~move.captured, view.own | bit_at(move.point), ko};
  }
  shared_rng = rng;
  const int difference = field.area_difference(view.own, view.enemy);
  return {is_black ? difference : -difference, static_cast<std::uint32_t>(plies)};
}

using Runner = BoardPlayout (*)(View, bool, int, Rng&);

template <int Size>
BoardPlayout run_portable(View view, bool is_black, int passes, Rng& rng) {
  return run(kSmallField<Size>, view, is_black, passes, rng, PortableSelect{});
}

#if defined(__x86_64__)
template <int Size>
[[gnu::target("bmi,bmi2,popcnt,lzcnt")]] BoardPlayout run_bmi2(View view, bool is_black, int passes, Rng& rng) {
  return run(kSmallField<Size>, view, is_black, passes, rng, Bmi2Select{});
}
#else
template <int Size>
BoardPlayout run_bmi2(View view, bool is_black, int passes, Rng& rng) {
  return run_portable<Size>(view, is_black, passes, rng);
}
bool has_bmi2() { return false; }
#endif

template <int... Offsets>
Runner runner_for(int size, std::integer_sequence<int, Offsets...>) {
  static constexpr std::array<Runner, sizeof...(Offsets)> kPortable{&run_portable<kMinGoSize + Offsets>...};
  static constexpr std::array<Runner, sizeof...(Offsets)> kBmi2{&run_bmi2<kMinGoSize + Offsets>...};
  const auto index = static_cast<std::size_t>(size - kMinGoSize);
  return has_bmi2() ? kBmi2[index] : kPortable[index];
}

}  // namespace

Point SmallBoard::random_point(Seat seat, Point ko, Rng& rng) const {
  const View view{stones_[index_of(seat)], stones_[index_of(other(seat))], ko == kNoPoint ? 0 : bit_at(ko)};
  return draw(*field_, view, rng, PortableSelect{}).point;
}

BoardPlayout SmallBoard::playout(const PlayoutStart& start, Rng& rng) const {
  const Seat seat = start.to_move;
  const View view{stones_[index_of(seat)], stones_[index_of(other(seat))], start.ko == kNoPoint ? 0 : bit_at(start.ko)};
  const Runner runner = runner_for(size(), std::make_integer_sequence<int, kMaxSize - kMinGoSize + 1>{});
  return runner(view, seat == Seat::first, start.passes, rng);
}

}  // namespace rootward
