// Open threes of both boards of Connect Four.
#include "games/connect4_heuristics.h"

#include <bit>
#include <cstdint>

#include "games/connect4.h"

namespace rootward {
namespace {

std::array<OpenThrees, 2> open_threes(const Connect4Field& field, const std::array<std::uint64_t, 2>& stones) {
  std::array<OpenThrees, 2> threes;
  for (std::uint64_t left = field.board & ~(stones[0] | stones[1] | field.blocked); left != 0; left &= left - 1) {
    const std::uint64_t cell = left & (~left + 1);
    for (const Seat seat : {Seat::first, Seat::second}) {
      const auto own = static_cast<std::size_t>(seat);
      if (field.has_line(stones[own] | cell)) threes[own].add(seat, std::countr_zero(cell) % field.stride);
    }
  }
  return threes;
}

}  // namespace

Judgements connect4_judgements() {
  return {.heuristics = {{.name = "threes",
                          .help = "3 (good_threes - their_good_threes) + (other_threes - their_other_threes)",
                          .source = "ours, after Allis 1988 (zugzwang)",
                          .scale = 6}},
          .features = {{"good_threes",
                        "empty cells that complete a line of the player to move, in rows that he comes to: "
                        "odd ones from below for who began, even ones for the other"},
                       {"their_good_threes", "the opponent's"},
                       {"other_threes", "empty cells that complete a line of his, in the other rows"},
                       {"their_other_threes", "the opponent's"}}};
}

double connect4_heuristic(const std::array<OpenThrees, 2>& threes, Seat mover) {
  const OpenThrees& own = threes[static_cast<std::size_t>(mover)];
  const OpenThrees& theirs = threes[static_cast<std::size_t>(other(mover))];
  return 3.0 * (own.good - theirs.good) + (own.other - theirs.other);
}

void connect4_features(const std::array<OpenThrees, 2>& threes, Seat mover, std::span<double> out) {
  for (std::size_t i = 0; i < 2; ++i) {
    const OpenThrees& side = threes[static_cast<std::size_t>(i == 0 ? mover : other(mover))];
    out[i] = side.good;
    out[2 + i] = side.other;
  }
}

Judgements Connect4Small::judgements(const Rules&) { return connect4_judgements(); }
double Connect4Small::heuristic(std::size_t) const {
  return connect4_heuristic(open_threes(field_, state_.stones), to_move());
}
void Connect4Small::features(std::span<double> out) const {
  connect4_features(open_threes(field_, state_.stones), to_move(), out);
}

std::array<OpenThrees, 2> Connect4Large::open_threes() const {
  std::array<OpenThrees, 2> threes;
  for (int column = 0; column < rules_->width; ++column)
    for (int row = state_.next_row[static_cast<std::size_t>(column)]; row < rules_->height; ++row) {
      if (column + 1 == rules_->blocked_column && row + 1 == rules_->blocked_row) continue;
      for (const Seat seat : {Seat::first, Seat::second})
        if (wins_at(seat, column, row)) threes[static_cast<std::size_t>(seat)].add(seat, row);
    }
  return threes;
}
Judgements Connect4Large::judgements(const Rules&) { return connect4_judgements(); }
double Connect4Large::heuristic(std::size_t) const { return connect4_heuristic(open_threes(), to_move()); }
void Connect4Large::features(std::span<double> out) const { connect4_features(open_threes(), to_move(), out); }

}  // namespace rootward
