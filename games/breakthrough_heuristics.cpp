// What Breakthrough's positions look like: pawns, the farthest row, mobility and blocked columns.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/breakthrough.h"

namespace rootward {
namespace {

/// One seat's side of a position.
struct BreakthroughSide {
  int pawns = 0;
  int farthest = 0;
  int moves = 0;
  int blocked = 0;
};

std::uint64_t columns_of(std::uint64_t cells) {
  cells |= cells >> 32;
  cells |= cells >> 16;
  return (cells | cells >> 8) & 0xFF;
}

int rows_gone(const BreakthroughField& field, Seat seat, std::uint64_t pawns) {
  const int highest = (63 - std::countl_zero(pawns)) / 8;
  return seat == Seat::second ? highest : field.size - 1 - std::countr_zero(pawns) / 8;
}

BreakthroughSide breakthrough_side(const Breakthrough& position, Seat seat) {
  const std::uint64_t own = position.pawns(seat);
  const BreakthroughTargets targets = breakthrough_targets(position.field(), seat, own, position.pawns(other(seat)));
  const std::uint64_t free = breakthrough_origin(seat, 1, targets[1]);
  return {.pawns = std::popcount(own),
          .farthest = rows_gone(position.field(), seat, own),
          .moves = std::popcount(targets[0]) + std::popcount(targets[1]) + std::popcount(targets[2]),
          .blocked = std::popcount(columns_of(own) & ~columns_of(free))};
}

}  // namespace

Judgements Breakthrough::judgements(const Rules&) {
  return {.heuristics = {{.name = "pawns",
                          .help = "10 (pawns - their_pawns) + 2.5 (farthest - their_farthest)",
                          .source = "Schadd 2011, as in Lanctot et al. 2014 (efMS); scale ours",
                          .scale = 30},
                         {.name = "mobility",
                          .help = "moves - their_moves - 2 (blocked - their_blocked)",
                          .source = "ours",
                          .scale = 10}},
          .features = {{"pawns", "pawns of the player to move"},
                       {"their_pawns", "the opponent's"},
                       {"farthest", "rows that his farthest pawn has gone, 0 on his own first row"},
                       {"their_farthest", "the opponent's"},
                       {"moves", "moves that he has, or would have if it were his turn"},
                       {"their_moves", "the opponent's"},
                       {"blocked", "columns with pawns of his, none of which can step straight on"},
                       {"their_blocked", "the opponent's"}}};
}

double Breakthrough::heuristic(std::size_t which) const {
  const BreakthroughSide own = breakthrough_side(*this, to_move());
  const BreakthroughSide theirs = breakthrough_side(*this, other(to_move()));
  if (which == 0) return 10.0 * (own.pawns - theirs.pawns) + 2.5 * (own.farthest - theirs.farthest);
  return own.moves - theirs.moves - 2.0 * (own.blocked - theirs.blocked);
}

void Breakthrough::features(std::span<double> out) const {
  for (std::size_t i = 0; i < 2; ++i) {
    const BreakthroughSide side = breakthrough_side(*this, i == 0 ? to_move() : other(to_move()));
    out[i] = side.pawns;
    out[2 + i] = side.farthest;
    out[4 + i] = side.moves;
    out[6 + i] = side.blocked;
  }
}

}  // namespace rootward
