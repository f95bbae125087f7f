// The playout step for many boards at once, written with vector extensions: one source for every vector width. The
// functions that run it carry the processor's features; what is hot here is inlined into them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/go/lane_playout.h"
#include "games/go/lane_streams.h"
#include "games/go/lane_vectors.h"
#include "games/go/point_sets.h"
#include "games/go/small_field.h"

namespace rootward::lanes {

/// The rows in the order of the board, kPlaces a word: what counting points in their order needs.
template <int Size, class U32>
ROOTWARD_INLINE PointSets<Size, U32, 32> in_order(const PointSets<Size, U32, 32>& set) {
  using Sets = PointSets<Size, U32, 32>;
  Sets result = Sets::none();
#pragma GCC unroll 16
  for (int row = 0; row < Size; ++row) {
    const int from = Sets::shift_of(row), to = row % Sets::kPlaces * Sets::kStride;
    const U32 bits = set.word[Sets::word_of(row)] & (Sets::kRow << from);
    result.word[static_cast<std::size_t>(row / Sets::kPlaces)] |=
        to >= from ? bits << (to - from) : bits >> (from - to);
  }
  return result;
}

template <int Lanes>
struct Counted {
  using U32 = typename Vector<Lanes>::U32;
  U32 pairs, nibbles, bytes, total;
};

template <int Lanes>
ROOTWARD_INLINE Counted<Lanes> count_bits(const typename Vector<Lanes>::U32& x) {
  Counted<Lanes> c;
  c.pairs = x - ((x >> 1) & 0x55555555U);
  c.nibbles = (c.pairs & 0x33333333U) + ((c.pairs >> 2) & 0x33333333U);
  c.bytes = (c.nibbles + (c.nibbles >> 4)) & 0x0F0F0F0FU;
  c.total = (c.bytes * 0x01010101U) >> 24;
  return c;
}

template <int Size, int Lanes>
class Kernel {
 public:
  using U32 = typename Vector<Lanes>::U32;
  using I32 = typename Vector<Lanes>::I32;
  using S = PointSets<Size, U32, 32>;
  static constexpr std::uint32_t kLimit = 3 * Size * Size;

  ROOTWARD_INLINE static void run(LaneSource& source) {
    Kernel kernel(source);
    for (std::size_t lane = 0; lane < Lanes; ++lane) kernel.load(lane);
    while (kernel.loaded_ > 0) {
      kernel.step();
      const U32 over =
          kernel.active_ & (U32)(((I32)kernel.passes_ > 1) | ((I32)kernel.plies_ > std::int32_t{kLimit} - 1));
      if (any(over)) [[unlikely]]
        kernel.finish(over);
    }
  }

 private:
  ROOTWARD_INLINE explicit Kernel(LaneSource& source) : source_(source) {
    own_ = enemy_ = barred_ = S::none();
    active_ = plies_ = passes_ = rank_ = U32{};
  }

  ROOTWARD_INLINE static S eyes(const S& own, const S& enemy, const S& empty) {
    const S surrounded = empty - own.complement().spread();
    return any(surrounded.folded()) ? S::eyes(surrounded, enemy) : surrounded;
  }

  /// The lowest point of every set.
  ROOTWARD_INLINE static S lowest(const S& set) {
    U32 free = ~U32{};
    return S::make([&](std::size_t i) ROOTWARD_INLINED {
      const U32 bit = set.word[i] & -set.word[i] & free;
      free &= (U32)(set.word[i] == 0);
      return bit;
    });
  }

  ROOTWARD_INLINE static U32 has_at_most_one(const S& set) {
    U32 doubled{}, empty_words{};
#pragma GCC unroll 8
    for (const U32& word : set.word) {
      doubled |= word & (word - 1);
      empty_words -= (U32)(word == 0);
    }
    return (U32)((doubled == 0) & ((I32)empty_words >= S::kWords - 1));
  }

  /// A chain under inspection in every lane: it grows until it touches `breathing` (alive) or is complete (dead).
  struct Probe {
    S chain;
    U32 is_undecided;

    ROOTWARD_INLINE explicit Probe(const S& seed) : chain(seed), is_undecided(filled(seed)) {}
    /// Two steps, since to ask costs more than a step; returns what was added in undecided lanes.
    ROOTWARD_INLINE U32 grow(const S& stones, const S& breathing) {
      const S next = chain.grown(stones).grown(stones);
      const U32 added = S::make([&](std::size_t i) ROOTWARD_INLINED { return next.word[i] ^ chain.word[i]; }).folded();
      is_undecided &= is_empty(next & breathing);
      chain = next;
      return added & is_undecided;
    }
  };

  /// One random candidate in every lane that has one; the lanes' ranks come from their streams.
  ROOTWARD_INLINE S draw(const S& scattered, const U32& has_candidate) {
    const S candidates = in_order(scattered);
    std::array<Counted<Lanes>, S::kWords> counted;
    U32 count{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < S::kWords; ++i) {
      counted[i] = count_bits<Lanes>(candidates.word[i]);
      count += counted[i].total;
    }
    U32 rank = ranks(count, has_candidate);
    // Signed comparisons of numbers below 2^31: one instruction, where unsigned ones take two or three.
    // The word: skip those that end before the rank.
    U32 word = candidates.word[0];
    Counted<Lanes> sums = counted[0];
    U32 which = U32{} + (S::kWords - 1);
    U32 skipped{}, before{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i + 1 < S::kWords; ++i) {
      skipped += counted[i].total;
      const I32 within = (I32)rank < (I32)skipped;
      word = within ? word : candidates.word[i + 1];
      sums.pairs = within ? sums.pairs : counted[i + 1].pairs;
      sums.nibbles = within ? sums.nibbles : counted[i + 1].nibbles;
      sums.bytes = within ? sums.bytes : counted[i + 1].bytes;
      before = within ? before : skipped;
      which += (U32)within;
    }
    rank -= before;
    // Within the word: halves, bytes, nibbles, pairs, bits.
    U32 at{};
    const auto descend = [&](const U32& lower, std::uint32_t width) ROOTWARD_INLINED {
      const U32 beyond = ~(U32)((I32)rank < (I32)lower);
      rank -= lower & beyond;
      at += beyond & width;
    };
    descend((sums.bytes + (sums.bytes >> 8)) & 0x1FU, 16);
    descend((sums.bytes >> at) & 0xFU, 8);
    descend((sums.nibbles >> at) & 0x7U, 4);
    descend((sums.pairs >> at) & 0x3U, 2);
    descend((word >> at) & 1U, 1);
    // `which` and `at` name a row and a column; back to the row's word and place.
    U32 row = which * S::kPlaces;
    U32 column = at;
#pragma GCC unroll 32
    for (int place = 1; place < S::kPlaces; ++place) {
      const U32 beyond = (U32)((I32)at > place * S::kStride - 1);
      row -= beyond;
      column -= beyond & S::kStride;
    }
    U32 of_place = row;
    U32 place{};
#pragma GCC unroll 32
    for (int next = S::kWords; next < Size; next += S::kWords) {
      const U32 beyond = (U32)((I32)row > next - 1);
      of_place -= beyond & S::kWords;
      place += beyond & S::kStride;
    }
    const U32 bit = ((U32{} + 1U) << (place + column)) & has_candidate;
    return S::make([&](std::size_t i)
                       ROOTWARD_INLINED { return bit & (U32)(of_place == static_cast<std::uint32_t>(i)); });
  }

  /// Rng::below(count) in the lanes of the mask.
  ROOTWARD_INLINE U32 ranks(const U32& count, const U32& mask) {
    Streams<Lanes> next = streams_;
    const U32 drawn = next.draw();
    // drawn * count < 2^48 in two words.
    const U32 low = drawn * count;
    rank_ = ((drawn >> 16) * count + (((drawn & 0xFFFFU) * count) >> 16)) >> 16;
    const U32 idle = active_ & ~mask;
    const U32 doubtful = mask & (U32)(low < count);
    if (any(idle | doubtful)) [[unlikely]] {
      next.restore(streams_, idle);
      streams_ = next;
      redraw(low, count, doubtful);
    } else {
      streams_ = next;
    }
    return rank_;
  }

  /// Lemire's rejection: these lanes draw again until they are above the threshold.
  [[gnu::noinline]] void redraw(const U32& low, const U32& count, const U32& lanes) {
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      const std::uint32_t bound = count[lane];
      if (lanes[lane] == 0 || low[lane] >= (0U - bound) % bound) continue;
      Rng rng = Rng::at(streams_.at(lane));
      rank_[lane] = rng.below(bound);
      streams_.put(lane, rng.state());
    }
  }

  /// One drawn candidate in every lane: played, or struck off where it is suicide; a pass where there is none.
  ROOTWARD_INLINE void step() {
    const S empty = (own_ | enemy_).complement();
    const S candidates = empty - barred_ - eyes(own_, enemy_, empty);
    const U32 has_candidate = filled(candidates) & active_;
    const S stone = draw(candidates, has_candidate);
    const S rest = empty - stone;
    const S beside = stone.spread();  // and points off the board
    const S breathing = rest.spread();
    S threatened = (beside & enemy_) - breathing;
    const S friends = beside & own_;
    const U32 room = (beside & empty).folded();
    Probe own(friends.masked((U32)((room | (friends & breathing).folded()) == 0)));
    S captured = S::none();
    Probe enemy(lowest(threatened));
    while (any(enemy.grow(enemy_, breathing) | own.grow(own_, breathing))) {
    }
    while (true) {
      captured = captured | enemy.chain.masked(enemy.is_undecided);
      threatened = threatened - enemy.chain;
      if (!any(threatened.folded())) break;
      enemy = Probe(lowest(threatened));
      while (any(enemy.grow(enemy_, breathing))) {
      }
    }
    // Alive: captures something, touches an empty point, or joins a chain that has another liberty.
    const U32 is_walled_in = (U32)((room | friends.folded()) == 0);
    const U32 plays = has_candidate & (filled(captured) | ~(is_walled_in | own.is_undecided));
    const U32 moves = active_ & (plays | ~has_candidate);
    const S taken = captured.masked(plays);
    const S new_own = enemy_ - taken;
    const S new_enemy = own_ | stone.masked(plays);
    own_ = blend(new_own, own_, moves);
    enemy_ = blend(new_enemy, enemy_, moves);
    barred_ = blend(taken.masked(is_walled_in & has_at_most_one(taken)), barred_ | stone, moves);
    plies_ -= moves;
    passes_ = (passes_ & ~plays) - (moves & ~plays);
  }

  ROOTWARD_INLINE static S blend(const S& yes, const S& no, const U32& mask) {
    const I32 chosen = mask != 0;
    return S::make([&](std::size_t i) ROOTWARD_INLINED { return chosen ? yes.word[i] : no.word[i]; });
  }

  [[gnu::noinline]] void finish(const U32& over) {
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      if (over[lane] == 0) continue;
      store(lane);
      load(lane);
    }
  }

  void store(std::size_t lane) {
    const SmallField& field = kSmallField<Size>;
    const int difference = field.area_difference(packed(own_, lane), packed(enemy_, lane));
    const bool is_black = (starts_[lane].start.to_move == Seat::first) == (plies_[lane] % 2 == 0);
    *starts_[lane].rng = Rng::at(streams_.at(lane));
    source_.done(lane, {is_black ? difference : -difference, plies_[lane]});
    --loaded_;
    active_[lane] = 0;
  }

  void load(std::size_t lane) {
    const std::optional<LaneStart> next = source_.next(lane);
    if (!next) return;
    const LaneStart& start = starts_[lane] = *next;
    unpack(start.board->stones(start.start.to_move), own_, lane);
    unpack(start.board->stones(other(start.start.to_move)), enemy_, lane);
    unpack(start.start.ko == kNoPoint ? Bits128{0} : bit_at(start.start.ko), barred_, lane);
    streams_.put(lane, start.rng->state());
    plies_[lane] = 0;
    passes_[lane] = static_cast<std::uint32_t>(start.start.passes);
    active_[lane] = ~0U;
    ++loaded_;
  }

  using Lane = PointSets<Size, std::uint32_t, 32>;
  static Bits128 packed(const S& set, std::size_t lane) {
    return in_point_order<Size, std::uint32_t, 32>(
        Lane::make([&](std::size_t i) ROOTWARD_INLINED { return set.word[i][lane]; }));
  }
  static void unpack(Bits128 points, S& set, std::size_t lane) {
    const Lane one = interleaved<Size, std::uint32_t, 32>(points);
    for (std::size_t i = 0; i < S::kWords; ++i) set.word[i][lane] = one.word[i];
  }

  LaneSource& source_;
  S own_, enemy_;
  S barred_;  ///< the ko, and suicides drawn for this move
  U32 active_, plies_, passes_, rank_;
  Streams<Lanes> streams_;
  std::array<LaneStart, static_cast<std::size_t>(Lanes)> starts_{};
  int loaded_ = 0;
};

}  // namespace rootward::lanes
