// Connect Four's random playouts: the standard board's geometry folded in, BMI2 where the processor has it.
#include <algorithm>
#include <bit>

#include "games/connect4_field.h"
#include "games/select_bit.h"

namespace rootward {
namespace {

constexpr Connect4Field kStandard{7, 6, 4, 0};

struct Board {
  std::uint64_t own;
  std::uint64_t theirs;
  std::uint64_t filled;
  std::uint32_t open;  ///< columns that take another stone
};

/// The mover's random stone; `own` and `theirs` stay the mover's and the opponent's.
template <class Select>
[[gnu::always_inline]] inline void drop(const Connect4Field& field, Board& board, Rng& rng, Select select) {
  const std::uint64_t cells = (board.filled + field.bottom) & field.board;
  const std::uint64_t cell = select.bit(cells, rng.below(board.open));
  board.own |= cell;
  board.filled |= cell | ((cell << 1) & field.blocked);
  if ((cell & field.closing) != 0) [[unlikely]]
    --board.open;
}

template <class Select>
[[gnu::always_inline]] inline Connect4Playout play(const Connect4Field& field, const Connect4Start& start,
                                                   Rng& shared_rng, Select select) {
  Board board{start.own, start.theirs, start.filled, 0};
  board.open = static_cast<std::uint32_t>(std::popcount((board.filled + field.bottom) & field.board));
  Rng rng = shared_rng;
  std::uint32_t plies = 0;
  bool is_won = false;
  // Nobody can win before the mover's stones are enough for a line.
  const auto first_danger = static_cast<std::uint32_t>(2 * (field.connect - 1));
  for (std::uint32_t stones = start.plies; stones < first_danger && board.open > 0; ++stones) {
    drop(field, board, rng, select);
    std::swap(board.own, board.theirs);
    ++plies;
  }
  while (board.open > 0) {
    drop(field, board, rng, select);
    ++plies;
    if (field.has_line(board.own)) {
      is_won = true;
      break;
    }
    std::swap(board.own, board.theirs);
  }
  shared_rng = rng;
  return {plies, is_won};
}

Connect4Playout play_standard(const Connect4Field&, const Connect4Start& start, Rng& rng) {
  return play(kStandard, start, rng, PortableSelect{});
}
Connect4Playout play_any(const Connect4Field& field, const Connect4Start& start, Rng& rng) {
  return play(field, start, rng, PortableSelect{});
}

using Player = Connect4Playout (*)(const Connect4Field&, const Connect4Start&, Rng&);
struct Players {
  Player standard = play_standard;
  Player any = play_any;
};

#if defined(__x86_64__)
[[gnu::target("bmi,bmi2,popcnt")]] Connect4Playout play_standard_bmi2(const Connect4Field&, const Connect4Start& start,
                                                                      Rng& rng) {
  return play(kStandard, start, rng, Bmi2Select{});
}
[[gnu::target("bmi,bmi2,popcnt")]] Connect4Playout play_any_bmi2(const Connect4Field& field, const Connect4Start& start,
                                                                 Rng& rng) {
  return play(field, start, rng, Bmi2Select{});
}
Players players_here() {
  return has_bmi2() ? Players{.standard = play_standard_bmi2, .any = play_any_bmi2} : Players{};
}
#else
Players players_here() { return {}; }
#endif

}  // namespace

Connect4Playout connect4_playout(const Connect4Field& field, const Connect4Start& start, Rng& rng) {
  static const Players players = players_here();
  const bool is_standard = field.stride == kStandard.stride && field.connect == kStandard.connect &&
                           field.board == kStandard.board && field.blocked == 0;
  return (is_standard ? players.standard : players.any)(field, start, rng);
}

}  // namespace rootward
