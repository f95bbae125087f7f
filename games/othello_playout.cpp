// Othello's random playouts, with BMI2 where the processor has it.
#include <bit>
#include <cstdint>
#include <utility>

#include "games/othello_field.h"
#include "games/playout_dispatch.h"

namespace rootward {
namespace {

template <class Select, class Record>
[[gnu::always_inline]] inline OthelloPlayout play_othello(const OthelloField& shared_field, const OthelloStart& start,
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
      record(kNoMoveKey);
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

struct OthelloKernel {
  template <class Select, class Record>
  [[gnu::always_inline]] static OthelloPlayout play(const OthelloField& field, const OthelloStart& start, Rng& rng,
                                                    Select select, Record record) {
    return play_othello(field, start, rng, select, record);
  }
};

}  // namespace

OthelloPlayout othello_playout(const OthelloField& field, const OthelloStart& start, Rng& rng, PlayoutTrace* trace) {
  return play_traced<OthelloKernel>(field, start, rng, trace);
}

}  // namespace rootward
