// Playouts of the chain-keeping board.
#include "games/go/large_playout.h"

#include <algorithm>
#include <array>

#include "games/go/chain_area.h"
#include "games/go/large_board.h"

namespace rootward {

LargePlayout LargeBoard::begin_playout(const PlayoutStart& start, const Rng& rng) const {
  const Cell ko = start.ko == kNoPoint ? ChainGrid::kNoCell : cell_of(start.ko);
  return {grid_, size_, ko, start.passes, rng};
}

/// Candidates in ascending order, suicides struck off: the draws of the small board.
Point LargeBoard::random_point(Seat seat, Point ko, Rng& rng) const {
  std::array<Point, static_cast<std::size_t>(kMaxSize) * kMaxSize> candidates;
  std::uint32_t count = 0;
  for (Point point = 0; point < points(); ++point)
    if (at(point) == Stone::empty && point != ko && !is_own_eye(point, seat)) candidates[count++] = point;
  while (count > 0) {
    const std::uint32_t drawn = rng.below(count);
    const Point point = candidates[drawn];
    if (is_placeable(point, seat, false)) return point;
    std::copy(candidates.begin() + drawn + 1, candidates.begin() + count, candidates.begin() + drawn);
    --count;
  }
  return kNoPoint;
}

namespace {

/// In one function: as what a traced playout calls, too, some of it would not be inlined.
[[gnu::flatten]] void play_out(LargePlayout& playout, Seat to_move) {
  bool goes_on = to_move == Seat::first || playout.ply<Seat::second>();
  while (goes_on) goes_on = playout.ply<Seat::first>() && playout.ply<Seat::second>();
}

}  // namespace

BoardPlayout LargeBoard::playout(const PlayoutStart& start, Rng& rng, PlayoutTrace* trace) const {
  LargePlayout playout = begin_playout(start, rng);
  if (trace == nullptr) {
    play_out(playout, start.to_move);
  } else {
    Seat seat = start.to_move;
    for (bool goes_on = true; goes_on; seat = other(seat)) {
      goes_on = seat == Seat::first ? playout.ply<Seat::first>() : playout.ply<Seat::second>();
      trace->add(playout.last() == ChainGrid::kNoCell ? kNoMoveKey : static_cast<MoveKey>(point_of(playout.last())));
    }
  }
  rng = playout.rng();
  if (trace != nullptr && !trace->owners().empty()) {
    const auto owners = chain_owners(playout.grid(), playout.empty().cells());
    for (Point point = 0; point < points(); ++point)
      trace->owners()[static_cast<std::size_t>(point)] = owners[cell_of(point)];
  }
  return {chain_area_difference(playout.grid(), playout.empty().cells()), playout.plies()};
}

}  // namespace rootward
