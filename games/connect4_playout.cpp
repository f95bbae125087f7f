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
template <class Select, class Record>
[[gnu::always_inline]] inline void drop(const Connect4Field& field, Board& board, Rng& rng, Select select,
                                        Record record) {
  const std::uint64_t cells = (board.filled + field.bottom) & field.board;
  const std::uint64_t cell = select.bit(cells, rng.below(board.open));
  record(std::countr_zero(cell) / field.stride);
  board.own |= cell;
  board.filled |= cell | ((cell << 1) & field.blocked);
  if ((cell & field.closing) != 0) [[unlikely]]
    --board.open;
}

template <class Select, class Record>
[[gnu::always_inline]] inline Connect4Playout play(const Connect4Field& field, const Connect4Start& start,
                                                   Rng& shared_rng, Select select, Record record) {
  Board board{start.own, start.theirs, start.filled, 0};
  board.open = static_cast<std::uint32_t>(std::popcount((board.filled + field.bottom) & field.board));
  Rng rng = shared_rng;
  std::uint32_t plies = 0;
  bool is_won = false;
  // Nobody can win before the mover's stones are enough for a line.
  const auto first_danger = static_cast<std::uint32_t>(2 * (field.connect - 1));
  for (std::uint32_t stones = start.plies; stones < first_danger && board.open > 0; ++stones) {
    drop(field, board, rng, select, record);
    std::swap(board.own, board.theirs);
    ++plies;
  }
  while (board.open > 0) {
    drop(field, board, rng, select, record);
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

template <class Record>
Connect4Playout play_standard(const Connect4Field&, const Connect4Start& start, Rng& rng, Record record) {
  return play(kStandard, start, rng, PortableSelect{}, record);
}
template <class Record>
Connect4Playout play_any(const Connect4Field& field, const Connect4Start& start, Rng& rng, Record record) {
  return play(field, start, rng, PortableSelect{}, record);
}

template <class Record>
using Player = Connect4Playout (*)(const Connect4Field&, const Connect4Start&, Rng&, Record);
template <class Record>
struct Players {
  Player<Record> standard = play_standard<Record>;
  Player<Record> any = play_any<Record>;
};

#if defined(__x86_64__)
template <class Record>
[[gnu::target("bmi,bmi2,popcnt")]] Connect4Playout play_standard_bmi2(const Connect4Field&, const Connect4Start& start,
                                                                      Rng& rng, Record record) {
  return play(kStandard, start, rng, Bmi2Select{}, record);
}
template <class Record>
[[gnu::target("bmi,bmi2,popcnt")]] Connect4Playout play_any_bmi2(const Connect4Field& field, const Connect4Start& start,
                                                                 Rng& rng, Record record) {
  return play(field, start, rng, Bmi2Select{}, record);
}
template <class Record>
Players<Record> players_here() {
  if (!has_fast_pdep()) return {};
  return {.standard = play_standard_bmi2<Record>, .any = play_any_bmi2<Record>};
}
#else
template <class Record>
Players<Record> players_here() {
  return {};
}
#endif

template <class Record>
Connect4Playout run(const Connect4Field& field, const Connect4Start& start, Rng& rng, Record record) {
  static const Players<Record> players = players_here<Record>();
  const bool is_standard = field.stride == kStandard.stride && field.connect == kStandard.connect &&
                           field.board == kStandard.board && field.blocked == 0;
  return (is_standard ? players.standard : players.any)(field, start, rng, record);
}

}  // namespace

Connect4Playout connect4_playout(const Connect4Field& field, const Connect4Start& start, Rng& rng,
                                 PlayoutTrace* trace) {
  return trace == nullptr ? run(field, start, rng, NoRecord{}) : run(field, start, rng, TraceRecord{trace});
}

}  // namespace rootward
