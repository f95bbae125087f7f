// The rules of Hex on sets of cells.
#include "games/hex.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "core/errors.h"
#include "core/number_text.h"
#include "games/select_bit.h"

namespace rootward {
namespace {

constexpr std::string_view kHexSwap = "swap";

[[noreturn]] void refuse_hex(std::string_view message) { throw UsageError(fmt::format("hex position: {}", message)); }

int hex_count(const HexCells& cells) {
  int count = 0;
  for (const std::uint64_t word : cells.words) count += std::popcount(word);
  return count;
}

char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whose stones on the board join the seat's edges, looked at afresh.
bool joins_edges(const HexRules& rules, Seat seat, const HexCells& stones) {
  std::vector<int> waiting;
  HexCells seen;
  for (int cell = 0; cell < rules.cells(); ++cell)
    if (stones.has(cell) && rules.start(seat).has(cell)) {
      seen.add(cell);
      waiting.push_back(cell);
    }
  while (!waiting.empty()) {
    const int cell = waiting.back();
    waiting.pop_back();
    if (rules.goal(seat).has(cell)) return true;
    for (int next = 0; next < rules.cells(); ++next)
      if (rules.beside(cell).has(next) && stones.has(next) && !seen.has(next)) {
        seen.add(next);
        waiting.push_back(next);
      }
  }
  return false;
}

/// Whether some last stone can have joined the edges.
bool one_stone_joined(const HexRules& rules, Seat seat, HexCells stones) {
  for (int cell = 0; cell < rules.cells(); ++cell) {
    if (!stones.has(cell)) continue;
    stones.remove(cell);
    if (!joins_edges(rules, seat, stones)) return true;
    stones.add(cell);
  }
  return false;
}

}  // namespace

const Described& hex_description() {
  static const Described description{
      .name = "hex",
      .help =
          "Stones on a rhombus of hexagons; the first player joins row 1 with the last row, the second column a "
          "with the last column; no draws.",
      .source = "Piet Hein, 1942; John Nash, 1948",
      .parameters = {{.key = "size",
                      .help = "cells a side",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{11},
                      .low = 3,
                      .high = kMaxHexSize,
                      .source = "11 in tournaments"},
                     {.key = "swap",
                      .help = "the second player may take over the first stone, mirrored at the long diagonal",
                      .type = ParamType::boolean,
                      .fallback = false,
                      .source = "the pie rule"}}};
  return description;
}

HexRules make_hex_rules(const Params& params) {
  return HexRules(static_cast<int>(params.integer("size")), params.boolean("swap"));
}

HexRules::HexRules(int size, bool swap) : size_(size), swap_(swap) {
  assert(size > 0 && size <= kMaxHexSize);
  constexpr std::array<std::pair<int, int>, 6> kSteps{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, 1}}};
  for (int cell = 0; cell < cells(); ++cell) {
    const int column = cell % size, row = cell / size;
    board_.add(cell);
    if (row == 0) start_[0].add(cell);
    if (row == size - 1) goal_[0].add(cell);
    if (column == 0) start_[1].add(cell);
    if (column == size - 1) goal_[1].add(cell);
    HexCells& beside = beside_.emplace_back();
    for (const auto& step : kSteps) {
      const int x = column + step.first, y = row + step.second;
      if (x >= 0 && x < size && y >= 0 && y < size) beside.add(y * size + x);
    }
  }
}

Hex::Hex(const Rules& rules) : rules_(&rules) { state_.empty = static_cast<std::uint16_t>(rules.cells()); }

void Hex::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (int cell = 0; cell < rules_->cells(); ++cell)
    if (!has_stone(Seat::first, cell) && !has_stone(Seat::second, cell)) out.push_back(static_cast<Action>(cell));
  if (state_.may_swap) out.push_back(swap_action());
}

bool Hex::is_legal(Action action) const {
  if (is_over() || action > swap_action()) return false;
  if (action == swap_action()) return state_.may_swap;
  return !has_stone(Seat::first, action) && !has_stone(Seat::second, action);
}

void Hex::play(Action action) {
  assert(is_legal(action));
  if (action == swap_action()) {
    take_over();
  } else {
    put(to_move(), action);
    state_.may_swap = rules_->swap() && state_.empty == rules_->cells() - 1 && to_move() == Seat::first;
  }
  state_.to_move = other(to_move());
}

void Hex::put(Seat seat, int cell) {
  const auto own = static_cast<std::size_t>(seat);
  state_.stones[own].add(cell);
  --state_.empty;
  if (rules_->start(seat).has(cell) || rules_->beside(cell).meets(state_.joined[own])) join(seat, cell);
}

void Hex::join(Seat seat, int cell) {
  const auto own = static_cast<std::size_t>(seat);
  HexCells& joined = state_.joined[own];
  HexCells fresh;
  fresh.add(cell);
  joined.add(cell);
  for (std::size_t i = 0; i < kHexWords;) {
    if (fresh.words[i] == 0) {
      ++i;
      continue;
    }
    const int next = static_cast<int>(64 * i) + std::countr_zero(fresh.words[i]);
    fresh.words[i] &= fresh.words[i] - 1;
    const HexCells& beside = rules_->beside(next);
    for (std::size_t j = 0; j < kHexWords; ++j) {
      const std::uint64_t reached = beside.words[j] & state_.stones[own].words[j] & ~joined.words[j];
      joined.words[j] |= reached;
      fresh.words[j] |= reached;
      if (reached != 0 && j < i) i = j;
    }
  }
  if (joined.meets(rules_->goal(seat))) state_.outcome = win_of(seat);
}

void Hex::take_over() {
  const int size = rules_->size();
  for (int cell = 0; cell < rules_->cells(); ++cell) {
    if (!has_stone(Seat::first, cell)) continue;
    state_ = Hex(*rules_).state_;
    put(Seat::second, cell % size * size + cell / size);
    break;
  }
  state_.to_move = Seat::second;  // who has just moved
  state_.may_swap = false;
}

bool Hex::may_end_within(int plies) const {
  const int size = rules_->size();
  for (const Seat seat : {Seat::first, Seat::second}) {
    const int moves = seat == to_move() ? (plies + 1) / 2 : plies / 2;
    if (hex_count(state_.stones[static_cast<std::size_t>(seat)]) + moves >= size) return true;
  }
  return false;
}

std::uint64_t Hex::key_of(const std::array<HexCells, 2>& stones) const {
  std::uint64_t key = mix64(static_cast<std::uint64_t>(to_move()));
  for (const HexCells& own : stones)
    for (const std::uint64_t word : own.words) key = mix64(key + word);
  return key;
}

std::uint64_t Hex::canonical_hash() const {
  std::array<HexCells, 2> turned{};
  for (int cell = 0; cell < rules_->cells(); ++cell) {
    for (std::size_t own = 0; own < 2; ++own)
      if (state_.stones[own].has(cell)) turned[own].add(rules_->cells() - 1 - cell);
  }
  // Before a swap the first stone's row and column decide what it becomes: the turned board keeps them apart alike.
  return std::min(hash(), key_of(turned));
}

int Hex::empty_cell(std::uint32_t rank) const {
  const HexCells& board = rules_->board();
  for (std::size_t i = 0;; ++i) {
    const std::uint64_t word = board.words[i] & ~(state_.stones[0].words[i] | state_.stones[1].words[i]);
    const auto inside = static_cast<std::uint32_t>(std::popcount(word));
    if (rank < inside) return static_cast<int>(64 * i) + select_bit(word, static_cast<int>(rank));
    rank -= inside;
  }
}

template <class Record>
PlayoutResult Hex::play_out(Rng& rng, Record record) const {
  Hex game = *this;
  PlayoutResult playout;
  for (; !game.is_over(); ++playout.plies) {
    const std::uint32_t empty = game.state_.empty;
    const std::uint32_t rank = rng.below(empty + (game.state_.may_swap ? 1 : 0));
    const int action = rank == empty ? game.swap_action() : game.empty_cell(rank);
    game.play(static_cast<Action>(action));
    record(action);
  }
  record.end([&](std::span<std::int8_t> owners) { game.tell_owners(owners); });
  playout.value = game.result();
  return playout;
}

PlayoutResult Hex::random_playout(Rng& rng) const { return play_out(rng, NoRecord{}); }

PlayoutResult Hex::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, TraceRecord{&trace});
}

void Hex::tell_owners(std::span<std::int8_t> owners) const {
  std::ranges::fill(owners, std::int8_t{0});
  for (int cell = 0; cell < rules_->cells(); ++cell)
    owners[static_cast<std::size_t>(cell)] =
        static_cast<std::int8_t>((has_stone(Seat::first, cell) ? 1 : 0) - (has_stone(Seat::second, cell) ? 1 : 0));
}

std::string Hex::action_text(Action action) const {
  if (action == swap_action()) return std::string(kHexSwap);
  return fmt::format("{}{}", static_cast<char>('a' + action % rules_->size()), action / rules_->size() + 1);
}

std::optional<Action> Hex::parse_action(std::string_view text) const {
  if (rules_->swap() && std::ranges::equal(text, kHexSwap, {}, lower_letter)) return swap_action();
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
  const int column = lower_letter(text[0]) - 'a';
  const std::optional<int> row = parse_number<int>(text.substr(1));
  if (!row || column < 0 || column >= rules_->size() || *row < 1 || *row > rules_->size()) return std::nullopt;
  return static_cast<Action>((*row - 1) * rules_->size() + column);
}

StoneGrid Hex::grid() const {
  const int size = rules_->size();
  StoneGrid grid(size, size);
  for (int cell = 0; cell < rules_->cells(); ++cell) {
    if (has_stone(Seat::first, cell)) grid.set(cell % size, cell / size, Cell::first);
    if (has_stone(Seat::second, cell)) grid.set(cell % size, cell / size, Cell::second);
  }
  return grid;
}

/// Each row stands half a cell to the right of the one below it.
std::string Hex::drawing() const {
  const int size = rules_->size();
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    text += std::string(static_cast<std::size_t>(row), ' ') + fmt::format("{:>2} \\", row + 1);
    for (int column = 0; column < size; ++column) {
      const int cell = row * size + column;
      text += has_stone(Seat::first, cell) ? " x" : has_stone(Seat::second, cell) ? " o" : " .";
    }
    text += '\n';
  }
  text += "   ";
  for (int column = 0; column < size; ++column) text += fmt::format(" {}", static_cast<char>('a' + column));
  return text + '\n' + standing_text(state_.outcome, to_move()) + "; x joins row 1 with row " +
         fmt::format("{}, o column a with column {}\n", size, static_cast<char>('a' + size - 1));
}

Hex Hex::from_text(const Rules& rules, std::string_view text) {
  const auto [grid, to_move] = parse_grid_position("hex", StoneGrid(rules.size(), rules.size()), text);
  const int first = grid.count(Cell::first);
  const int second = grid.count(Cell::second);
  const bool is_plain = to_move == Seat::first ? first == second : first == second + 1;
  const bool is_swapped = rules.swap() && (to_move == Seat::first ? second == first + 1 : first == second && first > 0);
  if (!is_plain && !is_swapped)
    refuse_hex(
        fmt::format("{} x and {} o cannot be with {} to move", first, second, to_move == Seat::first ? "x" : "o"));
  Hex game(rules);
  for (int cell = 0; cell < rules.cells(); ++cell) {
    const Cell stone = grid.at(cell % rules.size(), cell / rules.size());
    if (stone != Cell::empty) game.put(stone == Cell::first ? Seat::first : Seat::second, cell);
  }
  game.state_.to_move = to_move;
  game.state_.may_swap = rules.swap() && first == 1 && second == 0;
  if (!game.is_over()) return game;
  const Seat winner = game.state_.outcome == Outcome::first_won ? Seat::first : Seat::second;
  if (to_move == winner) refuse_hex("the side that has won is to move, but moved last");
  if (!one_stone_joined(rules, winner, game.state_.stones[static_cast<std::size_t>(winner)]))
    refuse_hex("no single last stone can have joined the edges");
  return game;
}

}  // namespace rootward
