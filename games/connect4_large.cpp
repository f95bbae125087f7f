// The rules of Connect Four on columns of 32 bits.
#include "games/connect4_large.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace rootward {

Connect4Large::Connect4Large(const Rules& rules) : rules_(&rules) {
  assert(rules.width <= static_cast<int>(kMaxWidth) && rules.height <= 32);
  state_.open_columns = static_cast<std::uint8_t>(rules.width);
  if (rules.has_blocked() && rules.blocked_row == 1)
    state_.next_row[static_cast<std::size_t>(rules.blocked_column - 1)] = 1;
}

void Connect4Large::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (Action column = 0; column < rules_->width; ++column) {
    if (state_.next_row[column] < rules_->height) out.push_back(column);
  }
}

/// Stones of `seat` side by side beyond (column, row), at most connect - 1.
int Connect4Large::run_length(Seat seat, int column, int row, int column_step, int row_step) const {
  const auto& stones = state_.stones[static_cast<std::size_t>(seat)];
  for (int length = 1; length < rules_->connect; ++length) {
    column += column_step;
    row += row_step;
    if (column < 0 || column >= rules_->width || row < 0 || row >= rules_->height) return length - 1;
    if (((stones[static_cast<std::size_t>(column)] >> row) & 1U) == 0) return length - 1;
  }
  return rules_->connect - 1;
}

bool Connect4Large::wins_at(Seat seat, int column, int row) const {
  const auto line = [&](int column_step, int row_step) {
    return 1 + run_length(seat, column, row, column_step, row_step) +
               run_length(seat, column, row, -column_step, -row_step) >=
           rules_->connect;
  };
  return line(0, 1) || line(1, 0) || line(1, 1) || line(1, -1);
}

bool Connect4Large::completes_above(Seat seat, Action column) const {
  const int row = row_above(column, state_.next_row[column]);
  return row < rules_->height && wins_at(seat, column, row);
}

/// The pile now covers `row`.
void Connect4Large::raise(std::size_t column, int row) {
  const int next = row_above(column, row);
  state_.next_row[column] = static_cast<std::uint8_t>(next);
  if (next >= rules_->height) --state_.open_columns;
}

void Connect4Large::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  const int row = state_.next_row[action];
  state_.stones[static_cast<std::size_t>(mover)][action] |= std::uint32_t{1} << row;
  raise(action, row);
  moves_[state_.plies++] = static_cast<std::uint8_t>(action);
  if (wins_at(mover, action, row)) {
    state_.outcome = win_of(mover);
  } else if (state_.open_columns == 0) {
    state_.outcome = Outcome::draw;
  }
}

std::uint64_t Connect4Large::hash_of(bool is_mirrored) const {
  const auto width = static_cast<std::size_t>(rules_->width);
  std::uint64_t sum = 0;
  for (std::size_t column = 0; column < width; ++column) {
    const std::size_t place = is_mirrored ? width - 1 - column : column;
    // One bit above the first seat's stones tells the height.
    const std::uint64_t pile = state_.stones[0][column] + (std::uint64_t{1} << state_.next_row[column]);
    sum ^= mix64(pile | (std::uint64_t{place} << 40));
  }
  return mix64(sum);
}

std::uint64_t Connect4Large::canonical_hash() const {
  return rules_->is_symmetric() ? std::min(hash_of(false), hash_of(true)) : hash();
}

template <class Record>
PlayoutResult Connect4Large::play_out(Rng& rng, Record record) const {
  if (is_over()) return {.value = result(), .plies = 0};
  Connect4Large game = *this;
  std::array<std::uint8_t, kMaxWidth> open{};
  std::uint32_t count = 0;
  for (int column = 0; column < rules_->width; ++column) {
    if (game.state_.next_row[static_cast<std::size_t>(column)] < rules_->height)
      open[count++] = static_cast<std::uint8_t>(column);
  }
  std::uint32_t plies = 0;
  while (!game.is_over()) {
    const std::uint32_t index = rng.below(count);
    const std::size_t column = open[index];
    game.play(static_cast<Action>(column));
    record(static_cast<int>(column));
    ++plies;
    if (game.state_.next_row[column] >= rules_->height) {
      std::copy(open.begin() + index + 1, open.begin() + count, open.begin() + index);
      --count;
    }
  }
  return {.value = game.result(), .plies = plies};
}

PlayoutResult Connect4Large::random_playout(Rng& rng) const { return play_out(rng, NoRecord{}); }

PlayoutResult Connect4Large::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, TraceRecord{&trace});
}

StoneGrid Connect4Large::grid() const {
  StoneGrid grid = connect4_empty_grid(*rules_);
  for (int column = 0; column < rules_->width; ++column) {
    for (int row = 0; row < rules_->height; ++row) {
      const auto c = static_cast<std::size_t>(column);
      if (((state_.stones[0][c] >> row) & 1U) != 0) grid.set(column, row, Cell::first);
      if (((state_.stones[1][c] >> row) & 1U) != 0) grid.set(column, row, Cell::second);
    }
  }
  return grid;
}

Connect4Large Connect4Large::from_text(const Rules& rules, std::string_view text) {
  const Connect4Grid read = parse_connect4(rules, text);
  Connect4Large game(rules);
  for (int column = 0; column < rules.width; ++column) {
    for (int row = 0; row < rules.height; ++row) {
      const Cell stone = read.grid.at(column, row);
      if (stone != Cell::first && stone != Cell::second) continue;
      const auto c = static_cast<std::size_t>(column);
      game.state_.stones[stone == Cell::first ? 0 : 1][c] |= std::uint32_t{1} << row;
      game.raise(c, row);
      ++game.state_.plies;
    }
  }
  game.first_ply_ = game.state_.plies;
  game.state_.outcome = read.outcome;
  return game;
}

}  // namespace rootward
