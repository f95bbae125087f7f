// Othello's random playouts, with BMI2 where the processor has it.
#include <bit>
#include <cstdint>
#include <utility>

#include "games/othello_field.h"
#include "games/select_bit.h"

namespace rootward {
namespace {

template <class Select, class Record>
[[gnu::always_inline]] inline OthelloPlayout play(const OthelloField& shared_field, const OthelloStart& start,
                                                  Rng& shared_rng, Select select, Record record) {
  const OthelloField field = shared_field;
  const auto mover = static_cast<std::size_t>(start.to_move);
  std::uint64_t own = start.discs[mover];
  std::uint64_t theirs = start.discs[1 - mover];
  Rng rng = shared_rng;
  std::uint32_t plies = 0;
  for (;; ++plies) {
    const std::uint64_t moves = othello_moves(field, own, theirs);
    if (moves == 0) [[unlikely]] {
      if (othello_moves(field, theirs, own) == 0) break;
      static_cast<void>(rng.below(1));
      record(kOthelloPass);
    } else {
      const std::uint64_t cell = select.bit(moves, rng.below(static_cast<std::uint32_t>(std::popcount(moves))));
      const std::uint64_t flips = othello_flips(field, cell, own, theirs);
      record(std::countr_zero(cell));
      own ^= cell | flips;
      theirs ^= flips;
    }
    std::swap(own, theirs);
  }
  shared_rng = rng;
  const bool is_firsts_turn = (mover == 0) == (plies % 2 == 0);
  return {.discs = {is_firsts_turn ? own : theirs, is_firsts_turn ? theirs : own}, .plies = plies};
}

template <class Record>
OthelloPlayout play_portably(const OthelloField& field, const OthelloStart& start, Rng& rng, Record record) {
  return play(field, start, rng, PortableSelect{}, record);
}

#if defined(__x86_64__)
template <class Record>
[[gnu::target("bmi,bmi2,popcnt")]] OthelloPlayout play_by_bmi2(const OthelloField& field, const OthelloStart& start,
                                                               Rng& rng, Record record) {
  return play(field, start, rng, Bmi2Select{}, record);
}
#endif

template <class Record>
OthelloPlayout run(const OthelloField& field, const OthelloStart& start, Rng& rng, Record record) {
#if defined(__x86_64__)
  static const bool kIsFast = has_bmi2();
  if (kIsFast) return play_by_bmi2(field, start, rng, record);
#endif
  return play_portably(field, start, rng, record);
}

}  // namespace

OthelloPlayout othello_playout(const OthelloField& field, const OthelloStart& start, Rng& rng, PlayoutTrace* trace) {
  return trace == nullptr ? run(field, start, rng, NoRecord{}) : run(field, start, rng, TraceRecord{trace});
}

}  // namespace rootward
