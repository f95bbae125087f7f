// The rules of Connect Four on 64-bit boards (after the bitboards of J. Tromp's Fhourstones).
#include "games/connect4_small.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <utility>

namespace rootward {

namespace {

Connect4Field field_of(const Connect4Rules& rules) {
  assert(fits_small(rules));
  const int cell = (rules.blocked_column - 1) * (rules.height + 1) + rules.blocked_row - 1;
  return {rules.width, rules.height, rules.connect, rules.has_blocked() ? std::uint64_t{1} << cell : 0};
}

}  // namespace

Connect4Small::Connect4Small(const Rules& rules) : rules_(&rules), field_(field_of(rules)) {
  state_.filled = field_.blocked & field_.bottom;
}

void Connect4Small::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (std::uint64_t cells = playable(); cells != 0; cells &= cells - 1)
    out.push_back(static_cast<Action>(std::countr_zero(cells) / field_.stride));
}

bool Connect4Small::is_legal(Action action) const {
  if (is_over() || action >= rules_->width) return false;
  return ((state_.filled >> (action * field_.stride + rules_->height - 1)) & 1) == 0;
}

void Connect4Small::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  std::uint64_t& own = state_.stones[static_cast<std::size_t>(mover)];
  const std::uint64_t cell = (state_.filled + (std::uint64_t{1} << (action * field_.stride))) & ~state_.filled;
  own |= cell;
  state_.filled |= cell | ((cell << 1) & field_.blocked);
  moves_[state_.plies++] = static_cast<std::uint8_t>(action);
  if (field_.has_line(own)) {
    state_.outcome = win_of(mover);
  } else if (playable() == 0) {
    state_.outcome = Outcome::draw;
  }
}

/// Bijective: filled + bottom is each column's height as one bit, above the column's stones.
std::uint64_t Connect4Small::key_of(std::uint64_t first, std::uint64_t filled) const {
  return mix64(first + filled + field_.bottom);
}

std::uint64_t Connect4Small::mirrored(std::uint64_t board) const {
  const std::uint64_t column = (std::uint64_t{1} << field_.stride) - 1;
  std::uint64_t result = 0;
  for (int i = 0; i < rules_->width; ++i) {
    result = (result << field_.stride) | (board & column);
    board >>= field_.stride;
  }
  return result;
}

std::uint64_t Connect4Small::canonical_hash() const {
  if (!rules_->is_symmetric()) return hash();
  return std::min(hash(), key_of(mirrored(state_.stones[0]), mirrored(state_.filled)));
}

PlayoutResult Connect4Small::random_playout(Rng& rng) const { return play_out(rng, nullptr); }

PlayoutResult Connect4Small::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, &trace);
}

PlayoutResult Connect4Small::play_out(Rng& rng, PlayoutTrace* trace) const {
  if (is_over()) return {.value = result(), .plies = 0};
  const auto mover = static_cast<std::size_t>(to_move());
  const Connect4Start start{
      .own = state_.stones[mover], .theirs = state_.stones[1 - mover], .filled = state_.filled, .plies = state_.plies};
  const Connect4Playout playout = connect4_playout(field_, start, rng, trace);
  if (!playout.is_won) return {.value = 0, .plies = playout.plies};
  const Seat winner = playout.plies % 2 == 1 ? to_move() : other(to_move());
  return {.value = sign_of(winner), .plies = playout.plies};
}

StoneGrid Connect4Small::grid() const {
  StoneGrid grid = connect4_empty_grid(*rules_);
  for (int column = 0; column < rules_->width; ++column) {
    for (int row = 0; row < rules_->height; ++row) {
      const int bit = column * field_.stride + row;
      if (((state_.stones[0] >> bit) & 1) != 0) grid.set(column, row, Cell::first);
      if (((state_.stones[1] >> bit) & 1) != 0) grid.set(column, row, Cell::second);
    }
  }
  return grid;
}

Connect4Small Connect4Small::from_text(const Rules& rules, std::string_view text) {
  const Connect4Grid read = parse_connect4(rules, text);
  Connect4Small game(rules);
  for (int column = 0; column < rules.width; ++column) {
    for (int row = 0; row < rules.height; ++row) {
      const Cell stone = read.grid.at(column, row);
      if (stone != Cell::first && stone != Cell::second) continue;
      const std::uint64_t cell = std::uint64_t{1} << (column * game.field_.stride + row);
      game.state_.stones[stone == Cell::first ? 0 : 1] |= cell;
      game.state_.filled |= cell | ((cell << 1) & game.field_.blocked);
      ++game.state_.plies;
    }
  }
  game.first_ply_ = game.state_.plies;
  game.state_.outcome = read.outcome;
  return game;
}

}  // namespace rootward
