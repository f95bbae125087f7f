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

BoardPlayout LargeBoard::playout(const PlayoutStart& start, Rng& rng) const {
  LargePlayout playout = begin_playout(start, rng);
  bool goes_on = start.to_move == Seat::first || playout.ply<Seat::second>();
  while (goes_on) goes_on = playout.ply<Seat::first>() && playout.ply<Seat::second>();
  rng = playout.rng();
  return {chain_area_difference(playout.grid(), playout.empty().cells()), playout.plies()};
}

}  // namespace rootward
