// The rules of Connect Four on 64-bit boards (after the bitboards of J. Tromp's Fhourstones).
#include "games/connect4_small.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <utility>

namespace rootward {
namespace {

/// The board everyone plays, known to the compiler; others carry their numbers along.
struct StandardShape {
  static constexpr int stride = 7;
  static constexpr int connect = 4;
  static constexpr std::uint64_t blocked = 0;
};
struct AnyShape {
  int stride;
  int connect;
  std::uint64_t blocked;  ///< as a bit of the board
};

/// Where `connect` cells `step` bits apart begin.
inline std::uint64_t runs(std::uint64_t stones, int step, int connect) {
  std::uint64_t starts = stones & (stones >> step);
  if (connect >= 4) starts &= starts >> (2 * step);
  const int covered = connect >= 4 ? 4 : 2;
  if (connect > covered) starts &= starts >> ((connect - covered) * step);
  return starts;
}

inline bool has_line(std::uint64_t stones, int stride, int connect) {
  return (runs(stones, 1, connect) | runs(stones, stride, connect) | runs(stones, stride - 1, connect) |
          runs(stones, stride + 1, connect)) != 0;
}

/// The columns that take another stone, ascending, four bits each from the lowest up.
class OpenColumns {
 public:
  void push_back(unsigned column) { columns_ |= std::uint64_t{column} << (4 * count_++); }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] int operator[](std::uint32_t index) const { return static_cast<int>((columns_ >> (4 * index)) & 15); }
  void erase(std::uint32_t index) {
    const std::uint64_t below = (std::uint64_t{1} << (4 * index)) - 1;
    columns_ = (columns_ & below) | ((columns_ >> 4) & ~below);
    --count_;
  }

 private:
  std::uint64_t columns_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Connect4Small::Connect4Small(const Rules& rules) : rules_(&rules) {
  assert(fits_small(rules));
  const std::uint64_t column = (std::uint64_t{1} << rules.height) - 1;
  for (int i = 0; i < rules.width; ++i) {
    board_ |= column << (i * stride());
    bottom_ |= std::uint64_t{1} << (i * stride());
  }
  if (rules.has_blocked())
    blocked_ = std::uint64_t{1} << ((rules.blocked_column - 1) * stride() + rules.blocked_row - 1);
  state_.filled = blocked_ & bottom_;
}

void Connect4Small::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  for (std::uint64_t cells = playable(); cells != 0; cells &= cells - 1)
    out.push_back(static_cast<Action>(std::countr_zero(cells) / stride()));
}

bool Connect4Small::is_legal(Action action) const {
  if (is_over() || action >= rules_->width) return false;
  return ((state_.filled >> (action * stride() + rules_->height - 1)) & 1) == 0;
}

void Connect4Small::play(Action action) {
  assert(is_legal(action));
  const Seat mover = to_move();
  std::uint64_t& own = state_.stones[static_cast<std::size_t>(mover)];
  const std::uint64_t cell = (state_.filled + (std::uint64_t{1} << (action * stride()))) & ~state_.filled;
  own |= cell;
  state_.filled |= cell | ((cell << 1) & blocked_);
  ++state_.plies;
  if (has_line(own, stride(), rules_->connect)) {
    state_.outcome = win_of(mover);
  } else if (playable() == 0) {
    state_.outcome = Outcome::draw;
  }
}

/// Bijective: filled + bottom is each column's height as one bit, above the column's stones.
std::uint64_t Connect4Small::key_of(std::uint64_t first, std::uint64_t filled) const {
  return mix64(first + filled + bottom_);
}

std::uint64_t Connect4Small::mirrored(std::uint64_t board) const {
  const std::uint64_t column = (std::uint64_t{1} << stride()) - 1;
  std::uint64_t result = 0;
  for (int i = 0; i < rules_->width; ++i) {
    result = (result << stride()) | (board & column);
    board >>= stride();
  }
  return result;
}

std::uint64_t Connect4Small::canonical_hash() const {
  if (!rules_->is_symmetric()) return hash();
  return std::min(hash(), key_of(mirrored(state_.stones[0]), mirrored(state_.filled)));
}

template <class Shape>
PlayoutResult Connect4Small::playout_on(const Shape& shape, Rng& rng) const {
  const int top = shape.stride - 2;
  OpenColumns open;
  for (std::uint64_t cells = playable(); cells != 0; cells &= cells - 1)
    open.push_back(static_cast<unsigned>(std::countr_zero(cells) / shape.stride));
  const auto mover = static_cast<std::size_t>(to_move());
  std::uint64_t own = state_.stones[mover];
  std::uint64_t theirs = state_.stones[1 - mover];
  std::uint64_t filled = state_.filled;
  Rng stream = rng;
  std::uint32_t plies = 0;
  bool is_won = false;
  // Nobody can win before the mover's stones are enough for a line.
  const auto safe_plies = static_cast<std::uint32_t>(std::max(0, 2 * (shape.connect - 1) - state_.plies));
  while (open.count() > 0) {
    const std::uint32_t index = stream.below(open.count());
    const int low = open[index] * shape.stride;
    const std::uint64_t cell = (filled + (std::uint64_t{1} << low)) & ~filled;
    own |= cell;
    filled |= cell | ((cell << 1) & shape.blocked);
    ++plies;
    if (plies > safe_plies && has_line(own, shape.stride, shape.connect)) {
      is_won = true;
      break;
    }
    if (((filled >> (low + top)) & 1) != 0) open.erase(index);
    std::swap(own, theirs);
  }
  rng = stream;
  if (!is_won) return {.value = 0, .plies = plies};
  const Seat winner = plies % 2 == 1 ? to_move() : other(to_move());
  return {.value = sign_of(winner), .plies = plies};
}

PlayoutResult Connect4Small::random_playout(Rng& rng) const {
  if (is_over()) return {.value = result(), .plies = 0};
  if (stride() == StandardShape::stride && rules_->connect == StandardShape::connect && blocked_ == 0)
    return playout_on(StandardShape{}, rng);
  return playout_on(AnyShape{.stride = stride(), .connect = rules_->connect, .blocked = blocked_}, rng);
}

StoneGrid Connect4Small::grid() const {
  StoneGrid grid = connect4_empty_grid(*rules_);
  for (int column = 0; column < rules_->width; ++column) {
    for (int row = 0; row < rules_->height; ++row) {
      const int bit = column * stride() + row;
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
      const std::uint64_t cell = std::uint64_t{1} << (column * game.stride() + row);
      game.state_.stones[stone == Cell::first ? 0 : 1] |= cell;
      game.state_.filled |= cell | ((cell << 1) & game.blocked_);
      ++game.state_.plies;
    }
  }
  game.state_.outcome = read.outcome;
  return game;
}

}  // namespace rootward
