// What Othello's positions look like: corners, mobility and discs, which count by the phase of the game.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/othello.h"

namespace rootward {
namespace {

struct OthelloSide {
  int corners = 0;
  int moves = 0;
  int discs = 0;
};

OthelloSide othello_side(const Othello& position, Seat seat) {
  const std::uint64_t own = position.discs(seat);
  return {.corners = std::popcount(own & position.field().corners),
          .moves = std::popcount(othello_moves(position.field(), own, position.discs(other(seat)))),
          .discs = std::popcount(own)};
}

/// The share of cells without a disc.
double empty_share(const Othello& position) {
  const std::uint64_t discs = position.discs(Seat::first) | position.discs(Seat::second);
  return 1 - static_cast<double>(std::popcount(discs)) / std::popcount(position.field().board);
}

}  // namespace

Judgements Othello::judgements(const Rules&) {
  return {.heuristics = {{.name = "phases",
                          .help = "10 (corners - their_corners) + 2 empty (moves - their_moves) + (1 - empty) (discs - "
                                  "their_discs)",
                          .source = "ours",
                          .scale = 20}},
          .features = {{"corners", "corners that the player to move holds"},
                       {"their_corners", "the opponent's"},
                       {"moves", "cells where he can put a disc, or could if it were his turn"},
                       {"their_moves", "the opponent's"},
                       {"discs", "his discs"},
                       {"their_discs", "the opponent's"},
                       {"empty", "share of the cells without a disc, from 1 to 0"}}};
}

double Othello::heuristic(std::size_t) const {
  const OthelloSide own = othello_side(*this, to_move());
  const OthelloSide theirs = othello_side(*this, other(to_move()));
  const double empty = empty_share(*this);
  return 10.0 * (own.corners - theirs.corners) + 2 * empty * (own.moves - theirs.moves) +
         (1 - empty) * (own.discs - theirs.discs);
}

void Othello::features(std::span<double> out) const {
  for (std::size_t i = 0; i < 2; ++i) {
    const OthelloSide side = othello_side(*this, i == 0 ? to_move() : other(to_move()));
    out[i] = side.corners;
    out[2 + i] = side.moves;
    out[4 + i] = side.discs;
  }
  out[6] = empty_share(*this);
}

}  // namespace rootward
