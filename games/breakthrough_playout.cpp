// Breakthrough's random playouts: the board's size folded in, BMI2 where the processor has it.
#include <bit>
#include <cstdint>

#include "games/breakthrough_field.h"
#include "games/playout_dispatch.h"

namespace rootward {
namespace {

constexpr BreakthroughField kSixLines{6};
constexpr BreakthroughField kEightLines{8};

/// The seat's random move; whether it wins.
template <Seat kSeat, class Select, class Record>
[[gnu::always_inline]] inline bool step(const BreakthroughField& field, std::uint64_t& own, std::uint64_t& theirs,
                                        Rng& rng, Select select, Record record) {
  const BreakthroughTargets targets = breakthrough_targets<kSeat>(field, own, theirs);
  const auto left = static_cast<std::uint32_t>(std::popcount(targets[0]));
  const auto not_right = left + static_cast<std::uint32_t>(std::popcount(targets[1]));
  const auto all = not_right + static_cast<std::uint32_t>(std::popcount(targets[2]));
  const std::uint32_t rank = rng.below(all);
  // Which of the three is a coin's toss that no processor foresees, so it is computed without a jump.
  const std::uint64_t past_left = 0 - static_cast<std::uint64_t>(rank >= left);
  const std::uint64_t past_straight = 0 - static_cast<std::uint64_t>(rank >= not_right);
  const std::uint64_t word =
      (targets[0] & ~past_left) | (targets[1] & past_left & ~past_straight) | (targets[2] & past_straight);
  const auto before = static_cast<std::uint32_t>((left & past_left & ~past_straight) | (not_right & past_straight));
  const std::uint64_t target = select.bit(word, rank - before);
  const int number = static_cast<int>((past_left & 1) + (past_straight & 1));
  const int shift = kSeat == Seat::first ? 9 - number : 7 + number;
  const std::uint64_t origin = kSeat == Seat::first ? target << shift : target >> shift;
  record(64 * number + std::countr_zero(origin));
  own ^= origin | target;
  theirs &= ~target;
  return (target & field.goals[static_cast<std::size_t>(kSeat)]) != 0 || theirs == 0;
}

template <class Select, class Record>
[[gnu::always_inline]] inline PlayoutResult play_breakthrough(const BreakthroughField& field,
                                                              const BreakthroughStart& start, Rng& shared_rng,
                                                              Select select, Record record) {
  std::uint64_t first = start.pawns[0];
  std::uint64_t second = start.pawns[1];
  Rng rng = shared_rng;
  PlayoutResult playout;
  bool is_firsts_turn = start.to_move == Seat::first;
  for (;;) {
    if (is_firsts_turn) {
      ++playout.plies;
      if (step<Seat::first>(field, first, second, rng, select, record)) {
        playout.value = 1;
        break;
      }
    }
    is_firsts_turn = true;
    ++playout.plies;
    if (step<Seat::second>(field, second, first, rng, select, record)) {
      playout.value = -1;
      break;
    }
  }
  shared_rng = rng;
  return playout;
}

template <class Select, class Record>
[[gnu::always_inline]] inline PlayoutResult play_sized_breakthrough(const BreakthroughField& field,
                                                                    const BreakthroughStart& start, Rng& rng,
                                                                    Select select, Record record) {
  if (field.size == 8) return play_breakthrough(kEightLines, start, rng, select, record);
  if (field.size == 6) return play_breakthrough(kSixLines, start, rng, select, record);
  return play_breakthrough(field, start, rng, select, record);
}

struct BreakthroughKernel {
  template <class Select, class Record>
  [[gnu::always_inline]] static PlayoutResult play(const BreakthroughField& field, const BreakthroughStart& start,
                                                   Rng& rng, Select select, Record record) {
    return play_sized_breakthrough(field, start, rng, select, record);
  }
};

}  // namespace

PlayoutResult breakthrough_playout(const BreakthroughField& field, const BreakthroughStart& start, Rng& rng,
                                   PlayoutTrace* trace) {
  return play_traced<BreakthroughKernel>(field, start, rng, trace);
}

}  // namespace rootward
