// Threats as bits, and column by column.
#include "games/connect4_tactics.h"

#include <bit>
#include <utility>

namespace rootward {
namespace {

std::uint64_t playable_cells(const Connect4Field& field, std::uint64_t filled) {
  return (filled + field.bottom) & field.board;
}

std::uint64_t filled_after(const Connect4Field& field, std::uint64_t filled, std::uint64_t cell) {
  return filled | cell | ((cell << 1) & field.blocked);
}

/// Those of the cells that complete a line.
std::uint64_t winning_among(const Connect4Field& field, std::uint64_t stones, std::uint64_t cells) {
  std::uint64_t winning = 0;
  for (; cells != 0; cells &= cells - 1) {
    const std::uint64_t cell = cells & (~cells + 1);
    if (field.has_line(stones | cell)) winning |= cell;
  }
  return winning;
}

std::uint64_t bit_of_rank(std::uint64_t cells, std::uint32_t rank) {
  for (; rank > 0; --rank) cells &= cells - 1;
  return cells & (~cells + 1);
}

}  // namespace

std::uint64_t connect4_tactical_cells(const Connect4Field& field, std::uint64_t own, std::uint64_t theirs,
                                      std::uint64_t filled) {
  const std::uint64_t cells = playable_cells(field, filled);
  if (const std::uint64_t winning = winning_among(field, own, cells)) return winning;
  const std::uint64_t threats = winning_among(field, theirs, cells);
  std::uint64_t safe = 0;
  for (std::uint64_t left = threats == 0 ? cells : threats; left != 0; left &= left - 1) {
    const std::uint64_t cell = left & (~left + 1);
    if ((threats & ~cell) != 0) continue;
    const std::uint64_t opened = playable_cells(field, filled_after(field, filled, cell)) & ~cells;
    if (winning_among(field, theirs, opened) == 0) safe |= cell;
  }
  return safe == 0 ? cells : safe;
}

/// Move for move line_tactical_playout() from the same stream.
PlayoutResult Connect4Small::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                              PlayoutPolicy* policy) const {
  if (!tactics.lines || policy != nullptr) return lines_playout(*this, tactics, rng, trace, policy);
  if (trace != nullptr) trace->start(to_move());
  if (is_over()) return {.value = result(), .plies = 0};
  const Connect4Field& field = this->field();
  const Mark start = mark();
  const auto mover = static_cast<std::size_t>(to_move());
  std::uint64_t own = start.stones[mover];
  std::uint64_t theirs = start.stones[1 - mover];
  std::uint64_t filled = start.filled;
  PlayoutResult playout;
  for (double sign = sign_of(to_move());; sign = -sign) {
    if (playable_cells(field, filled) == 0) return playout;
    const std::uint64_t cells = connect4_tactical_cells(field, own, theirs, filled);
    const std::uint64_t cell = bit_of_rank(cells, rng.below(static_cast<std::uint32_t>(std::popcount(cells))));
    ++playout.plies;
    if (trace != nullptr) trace->add(static_cast<MoveKey>(std::countr_zero(cell) / field.stride));
    own |= cell;
    filled = filled_after(field, filled, cell);
    if (field.has_line(own)) {
      playout.value = sign;
      return playout;
    }
    std::swap(own, theirs);
  }
}

void connect4_tactical_columns(const Connect4Large& position, ActionList& out) {
  const Seat own = position.to_move();
  const Seat theirs = other(own);
  ActionList columns;
  position.legal_actions(columns);
  ActionList threats;
  out.clear();
  for (const Action column : columns) {
    if (position.completes(own, column)) out.push_back(column);
    if (position.completes(theirs, column)) threats.push_back(column);
  }
  if (!out.empty()) return;
  // A move is safe if it takes the only threat (or there is none) and opens no other.
  for (const Action column : threats.empty() ? columns : threats)
    if (threats.size() < 2 && !position.completes_above(theirs, column)) out.push_back(column);
  if (out.empty()) out = columns;
}

/// Move for move line_tactical_playout() from the same stream.
PlayoutResult Connect4Large::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                              PlayoutPolicy* policy) const {
  if (!tactics.lines || policy != nullptr) return lines_playout(*this, tactics, rng, trace, policy);
  Connect4Large position = *this;
  if (trace != nullptr) trace->start(position.to_move());
  PlayoutResult playout;
  ActionList columns;
  for (; !position.is_over(); ++playout.plies) {
    connect4_tactical_columns(position, columns);
    const Action column = columns[rng.below(static_cast<std::uint32_t>(columns.size()))];
    position.play(column);
    if (trace != nullptr) trace->add(column);
  }
  playout.value = position.result();
  return playout;
}

}  // namespace rootward
