// The rules of tic-tac-toe on two 9-bit boards.
#include "games/tictactoe.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>

#include "games/line_tactics.h"

namespace rootward {
namespace {

constexpr unsigned kAllCells = 0x1FF;
constexpr std::array<unsigned, 8> kLines{0b000000111, 0b000111000, 0b111000000, 0b001001001,
                                         0b010010010, 0b100100100, 0b100010001, 0b001010100};

bool has_line(unsigned stones) {
  return std::ranges::any_of(kLines, [stones](unsigned line) { return (stones & line) == line; });
}

/// Bijective on positions; who moves follows from the number of stones.
std::uint64_t key_of(unsigned first, unsigned second) { return mix64(first | (second << TicTacToe::kCells)); }

/// A quarter turn to the left: (column, row) goes to (2 - row, column).
unsigned turned(unsigned stones) {
  unsigned result = 0;
  for (unsigned cell = 0; cell < TicTacToe::kCells; ++cell)
    result |= ((stones >> cell) & 1U) << (cell % 3 * 3 + (2 - cell / 3));
  return result;
}

unsigned mirrored(unsigned stones) {
  return ((stones & 0b001001001U) << 2) | (stones & 0b010010010U) | ((stones & 0b100100100U) >> 2);
}

}  // namespace

const Described& tictactoe_description() {
  static const Described description{
      .name = "tictactoe",
      .help = "Noughts and crosses on 3x3: three in a row, column or diagonal win; a full board is a draw.",
      .source = "traditional; value 0",
      .parameters = {}};
  return description;
}

unsigned TicTacToe::empty_cells() const { return kAllCells & ~(state_.stones[0] | unsigned{state_.stones[1]}); }

void TicTacToe::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (unsigned cells = empty_cells(); cells != 0; cells &= cells - 1)
    out.push_back(static_cast<Action>(std::countr_zero(cells)));
}

bool TicTacToe::is_legal(Action action) const {
  return !is_over() && action < kCells && ((empty_cells() >> action) & 1U) != 0;
}

void TicTacToe::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  auto& own = state_.stones[static_cast<std::size_t>(mover)];
  own = static_cast<std::uint16_t>(own | (1U << action));
  ++state_.plies;
  if (has_line(own)) {
    state_.outcome = win_of(mover);
  } else if (state_.plies == kCells) {
    state_.outcome = Outcome::draw;
  }
}

std::uint64_t TicTacToe::hash() const { return key_of(state_.stones[0], state_.stones[1]); }

std::uint64_t TicTacToe::canonical_hash() const {
  unsigned first = state_.stones[0];
  unsigned second = state_.stones[1];
  std::uint64_t least = key_of(first, second);
  for (int turn = 0; turn < 4; ++turn) {
    least = std::min({least, key_of(first, second), key_of(mirrored(first), mirrored(second))});
    first = turned(first);
    second = turned(second);
  }
  return least;
}

template <class Record>
PlayoutResult TicTacToe::play_out(Rng& rng, Record record) const {
  TicTacToe game = *this;
  PlayoutResult playout;
  while (!game.is_over()) {
    unsigned cells = game.empty_cells();
    for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(cells))); skip > 0; --skip) cells &= cells - 1;
    const int cell = std::countr_zero(cells);
    game.play(static_cast<Action>(cell));
    record(cell);
    ++playout.plies;
  }
  playout.value = game.result();
  return playout;
}

PlayoutResult TicTacToe::random_playout(Rng& rng) const { return play_out(rng, NoRecord{}); }

PlayoutResult TicTacToe::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, TraceRecord{&trace});
}

std::string TicTacToe::action_text(Action action) const {
  assert(action < kCells);
  return {static_cast<char>('a' + action % 3), static_cast<char>('1' + action / 3)};
}

std::optional<Action> TicTacToe::parse_action(std::string_view text) const {
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] >= 'a' ? text[0] - 'a' : text[0] - 'A';
  const int row = text[1] - '1';
  if (column < 0 || column > 2 || row < 0 || row > 2) return std::nullopt;
  return static_cast<Action>(row * 3 + column);
}

StoneGrid TicTacToe::grid() const {
  StoneGrid grid(3, 3);
  for (int cell = 0; cell < kCells; ++cell) {
    if (((state_.stones[0] >> cell) & 1) != 0) grid.set(cell % 3, cell / 3, Cell::first);
    if (((state_.stones[1] >> cell) & 1) != 0) grid.set(cell % 3, cell / 3, Cell::second);
  }
  return grid;
}

std::string TicTacToe::to_text() const { return grid_text(grid()); }

TicTacToe TicTacToe::from_text(const Rules& rules, std::string_view text) {
  const StoneGrid grid = parse_grid("tictactoe", StoneGrid(3, 3), text);
  TicTacToe game(rules);
  game.state_.outcome = check_lines("tictactoe", grid, 3, LastStone::anywhere);
  for (int cell = 0; cell < kCells; ++cell) {
    const Cell stone = grid.at(cell % 3, cell / 3);
    if (stone == Cell::empty) continue;
    auto& own = game.state_.stones[stone == Cell::first ? 0 : 1];
    own = static_cast<std::uint16_t>(own | (1U << cell));
    ++game.state_.plies;
  }
  return game;
}

std::string TicTacToe::drawing() const { return grid_drawing(grid(), ColumnNames::letters, state_.outcome); }

PlayoutResult TicTacToe::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                          PlayoutPolicy* policy) const {
  return lines_playout(*this, tactics, rng, trace, policy);
}

void TicTacToe::tactical_actions(const Tactics& tactics, ActionList& out) { lines_actions(*this, tactics, out); }

}  // namespace rootward
