// Playouts of the chain-keeping board.
#include "games/go/large_playout.h"

#include "games/go/chain_area.h"
#include "games/go/large_board.h"

namespace rootward {

LargePlayout LargeBoard::begin_playout(const PlayoutStart& start, const Rng& rng) const {
  const Cell ko = start.ko == kNoPoint ? ChainGrid::kNoCell : cell_of(start.ko);
  return {grid_, size_, ko, start.passes, rng};
}

Point LargeBoard::random_point(Seat seat, Point ko, Rng& rng) const {
  LargePlayout playout = begin_playout({.to_move = seat, .ko = ko}, rng);
  seat == Seat::first ? playout.ply<Seat::first>() : playout.ply<Seat::second>();
  rng = playout.rng();
  return playout.last() == ChainGrid::kNoCell ? kNoPoint : point_of(playout.last());
}

BoardPlayout LargeBoard::playout(const PlayoutStart& start, Rng& rng) const {
  LargePlayout playout = begin_playout(start, rng);
  bool goes_on = start.to_move == Seat::first || playout.ply<Seat::second>();
  while (goes_on) goes_on = playout.ply<Seat::first>() && playout.ply<Seat::second>();
  rng = playout.rng();
  return {chain_area_difference(playout.grid(), playout.empty().cells()), playout.plies()};
}

}  // namespace rootward
