// The playout step for many boards at once: one source for every kind of vectors. A unit that includes it names its
// processor features (core/inline.h); what is hot is inlined into the function that runs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/inline.h"
#include "games/go/lane_chains.h"
#include "games/go/lane_playout.h"
#include "games/go/lane_sets.h"
#include "games/go/lane_streams.h"
#include "games/go/point_sets.h"
#include "games/go/small_field.h"

namespace rootward::lanes {

/// V: the kind of vectors, Vectors<lanes> or Avx512.
template <int Size, class V>
class Kernel {
 public:
  ROOTWARD_INLINE static void run(LaneSource& source) {
    Kernel kernel(source);
    for (std::size_t lane = 0; lane < kLanes; ++lane) kernel.load(lane);
    while (kernel.loaded_ > 0) {
      kernel.step();
      const Mask over = kernel.active_ & (V::less_small(U32{} + 1U, kernel.passes_) |
                                          V::less_small(U32{} + (kLimit - 1U), kernel.plies_));
      if (V::any(over)) [[unlikely]]
        kernel.finish(over);
    }
  }

 private:
  using U32 = typename V::U32;
  using Mask = typename V::Mask;
  using Sets = SetsOf<Size, V>;
  using S = typename Sets::S;
  static constexpr std::size_t kLanes = V::kLanes;
  static constexpr std::uint32_t kLimit = 3 * Size * Size;

  ROOTWARD_INLINE explicit Kernel(LaneSource& source) : source_(source) {
    own_ = enemy_ = barred_ = S::none();
    active_ = Mask{};
    plies_ = passes_ = rank_ = U32{};
  }

  ROOTWARD_INLINE static S eyes(const S& own, const S& enemy, const S& empty) {
    const S surrounded = empty - own.complement().spread();
    return V::any(Sets::filled(surrounded)) ? S::eyes(surrounded, enemy) : surrounded;
  }

  /// One random candidate in every lane that has one; the lanes' ranks come from their streams.
  ROOTWARD_INLINE S draw(const S& scattered, const Mask& has_candidate) {
    const S candidates = Sets::in_order(scattered);
    std::array<U32, S::kWords> up_to;  // candidates in this word and those before
    U32 count{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < S::kWords; ++i) up_to[i] = count = count + V::count(candidates.word[i]);
    const U32 rank = ranks(count, has_candidate);
    U32 word = candidates.word[0];
    U32 before{}, which{};
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i + 1 < S::kWords; ++i) {
      const Mask is_within = V::less_small(rank, up_to[i]);
      word = V::choose(is_within, word, candidates.word[i + 1]);
      before = V::choose(is_within, before, up_to[i]);
      which = V::choose(is_within, which, U32{} + (i + 1) * kStep);
    }
    const U32 bit = V::keep(has_candidate, V::bit_of_rank(word, rank - before));
    if (tracing_ > 0) [[unlikely]]
      record(V::choose(has_candidate, point_of(which, bit), U32{} + kNoMoveKey));
    if constexpr (kIsSquare) {
      return S::make([&](std::size_t i)
                         ROOTWARD_INLINED { return ((bit >> (static_cast<int>(i) * S::kStride)) & S::kRow) << which; });
    } else {
      return Sets::from_order(S::make([&](std::size_t i) ROOTWARD_INLINED {
        return V::keep(V::is_zero(which ^ static_cast<std::uint32_t>(i)), bit);
      }));
    }
  }
  /// Where rows fill a square of words and places, the two orders change a row's word for its place.
  static constexpr bool kIsSquare = S::kPlaces == S::kWords;
  static constexpr std::uint32_t kStep = kIsSquare ? S::kStride : 1;

  /// Rng::below(count) in the lanes of the mask.
  ROOTWARD_INLINE U32 ranks(const U32& count, const Mask& mask) {
    Streams<V::kLanes> next = streams_;
    const auto [low, high] = V::multiply(next.draw(), count);
    rank_ = high;
    const Mask is_idle = active_ & ~mask;
    const Mask is_doubtful = mask & V::less(low, count);
    if (V::any(is_idle | is_doubtful)) [[unlikely]] {
      next.restore(streams_, V::keep(is_idle, ~U32{}));
      streams_ = next;
      redraw(low, count, is_doubtful);
    } else {
      streams_ = next;
    }
    return rank_;
  }

  /// Lemire's rejection: these lanes draw again until they are above the threshold.
  __attribute__((noinline)) ROOTWARD_TARGET void redraw(const U32& low, const U32& count, const Mask& lanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t bound = count[lane];
      if (!V::has(lanes, lane) || low[lane] >= (0U - bound) % bound) continue;
      Rng rng = Rng::at(streams_.at(lane));
      rank_[lane] = rng.below(bound);
      streams_.put(lane, rng.state());
    }
  }

  /// x / kStride for x < 32.
  ROOTWARD_INLINE static U32 by_stride(const U32& x) { return (x * (256U / S::kStride + 1U)) >> 8; }
  /// The point of a bit of the order; `which` counts words in steps of kStep.
  ROOTWARD_INLINE static U32 point_of(const U32& which, const U32& bit) {
    constexpr std::uint32_t kPointsAWord = S::kPlaces * Size;
    const U32 within = V::count(bit - 1U);
    const U32 word = kIsSquare ? by_stride(which) : which;
    return word * kPointsAWord + within - by_stride(within);
  }

  /// Notes every lane's draw at the lane's ply; a suicide's is overwritten.
  ROOTWARD_INLINE void record(const U32& points) {
    const U32 plies = V::keep(active_, plies_);
    std::array<std::uint32_t, kLanes> at, point;
    std::memcpy(at.data(), &plies, sizeof(plies));
    std::memcpy(point.data(), &points, sizeof(points));
#pragma GCC unroll 16
    for (std::size_t lane = 0; lane < kLanes; ++lane) moves_[lane][at[lane]] = static_cast<MoveKey>(point[lane]);
  }

  /// One drawn candidate in every lane: played, or struck off where it is suicide; a pass where there is none.
  ROOTWARD_INLINE void step() {
    const S empty = (own_ | enemy_).complement();
    const S candidates = empty - barred_ - eyes(own_, enemy_, empty);
    const Mask has_candidate = Sets::filled(candidates) & active_;
    const S stone = draw(candidates, has_candidate);
    const S beside = stone.spread();  // and points off the board
    const S breathing = (empty - stone).spread();
    const S friends = beside & own_;
    const U32 room = (beside & empty).folded();
    const Chains<Size, V> chains(own_, enemy_, breathing);
    // Without an empty point or a friend that breathes beside it, the stone needs a friend's chain that does.
    const S friends_in_doubt = Sets::keep(V::is_zero(room | (friends & breathing).folded()), friends);
    S threatened = (beside & enemy_) - breathing;
    auto probe = chains.inspected({friends_in_doubt, Sets::lowest(threatened)});
    const Mask is_strangled = probe.own_is_undecided;
    S captured = Sets::keep(probe.enemy_is_undecided, probe.chain & enemy_);
    while (true) {
      threatened = threatened - probe.chain;
      if (!V::any(Sets::filled(threatened))) break;
      probe = chains.inspected({S::none(), Sets::lowest(threatened)});
      captured = captured | Sets::keep(probe.enemy_is_undecided, probe.chain);
    }
    const Mask is_walled_in = V::is_zero(room | friends.folded());
    const Mask is_suicide = has_candidate & (is_walled_in | is_strangled) & Sets::is_empty(captured);
    const S new_own = enemy_ - captured, new_enemy = own_ | stone;
    own_ = Sets::choose(is_suicide, own_, new_own);
    enemy_ = Sets::choose(is_suicide, enemy_, new_enemy);
    const S ko = Sets::keep(is_walled_in & Sets::has_at_most_one(captured), captured);
    barred_ = Sets::choose(is_suicide, barred_ | stone, ko);
    plies_ = V::choose(is_suicide, plies_, plies_ + 1U);
    passes_ = V::choose(has_candidate, V::choose(is_suicide, passes_, U32{}), passes_ + 1U);
  }

  __attribute__((noinline)) ROOTWARD_TARGET void finish(const Mask& over) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (!V::has(over, lane)) continue;
      store(lane);
      load(lane);
    }
  }

  ROOTWARD_TARGET void store(std::size_t lane) {
    const SmallField& field = kSmallField<Size>;
    const Bits128 own = packed(own_, lane), enemy = packed(enemy_, lane);
    const int difference = field.area_difference(own, enemy);
    const bool is_black = (starts_[lane].start.to_move == Seat::first) == (plies_[lane] % 2 == 0);
    *starts_[lane].rng = Rng::at(streams_.at(lane));
    if (PlayoutTrace* trace = starts_[lane].trace; trace != nullptr) {
      trace->assign(starts_[lane].start.to_move, {moves_[lane].data(), plies_[lane]});
      if (!trace->owners().empty()) field.tell_owners(is_black ? own : enemy, is_black ? enemy : own, trace->owners());
      --tracing_;
    }
    source_.finished(lane, {is_black ? difference : -difference, plies_[lane]});
    --loaded_;
    V::set(active_, lane, false);
  }

  ROOTWARD_TARGET void load(std::size_t lane) {
    const std::optional<LaneStart> next = source_.next(lane);
    if (!next) return;
    const LaneStart& start = starts_[lane] = *next;
    unpack(start.board->stones(start.start.to_move), own_, lane);
    unpack(start.board->stones(other(start.start.to_move)), enemy_, lane);
    unpack(start.start.ko == kNoPoint ? Bits128{0} : bit_at(start.start.ko), barred_, lane);
    streams_.put(lane, start.rng->state());
    plies_[lane] = 0;
    passes_[lane] = static_cast<std::uint32_t>(start.start.passes);
    V::set(active_, lane, true);
    if (start.trace != nullptr) ++tracing_;
    ++loaded_;
  }

  using Lane = PointSets<Size, std::uint32_t, 32>;
  ROOTWARD_TARGET static Bits128 packed(const S& set, std::size_t lane) {
    return in_point_order<Size, std::uint32_t, 32>(
        Lane::make([&](std::size_t i) ROOTWARD_INLINED { return set.word[i][lane]; }));
  }
  ROOTWARD_TARGET static void unpack(Bits128 points, S& set, std::size_t lane) {
    const Lane one = interleaved<Size, std::uint32_t, 32>(points);
    for (std::size_t i = 0; i < S::kWords; ++i) set.word[i][lane] = one.word[i];
  }

  LaneSource& source_;
  S own_, enemy_;
  S barred_;  ///< the ko, and suicides drawn for this move
  Mask active_;
  U32 plies_, passes_, rank_;
  Streams<V::kLanes> streams_;
  std::array<LaneStart, kLanes> starts_{};
  int loaded_ = 0;
  int tracing_ = 0;  ///< loaded lanes whose moves somebody wants
  std::array<std::array<MoveKey, kLimit + 1>, kLanes> moves_;
};

}  // namespace rootward::lanes
