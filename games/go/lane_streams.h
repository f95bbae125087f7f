// Random streams in lanes: what Rng draws, for all lanes at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/inline.h"
#include "games/go/lane_vectors.h"

namespace rootward::lanes {

/// Random streams side by side, those of even lanes in one set of vectors, those of odd lanes in another: every vector
/// is as wide as one of U32, whose elements pair up in the order of a little-endian machine.
template <int Lanes>
class Streams {
 public:
  using U32 = typename VectorTypes<Lanes>::U32;
  using State = std::array<std::uint64_t, 4>;

  /// Rng::next() >> 32 of every stream.
  ROOTWARD_INLINE U32 draw() { return (U32)((next(words_[0]) >> 32) | (next(words_[1]) & kUpper)); }
  /// Takes the streams of these lanes (all ones or none) back to what they were.
  ROOTWARD_INLINE void restore(const Streams& before, const U32& lanes) {
    const U64 low = (U64)lanes & ~kUpper, high = (U64)lanes & kUpper;
    const std::array<U64, 2> masks{low | (low << 32), high | (high >> 32)};
    for (std::size_t side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < 4; ++i)
        words_[side][i] = (before.words_[side][i] & masks[side]) | (words_[side][i] & ~masks[side]);
  }
  [[nodiscard]] State at(std::size_t lane) const {
    State state;
    for (std::size_t i = 0; i < 4; ++i) state[i] = words_[lane % 2][i][lane / 2];
    return state;
  }
  void put(std::size_t lane, const State& state) {
    for (std::size_t i = 0; i < 4; ++i) words_[lane % 2][i][lane / 2] = state[i];
  }

 private:
  using U64 = typename VectorTypes<Lanes>::U64;
  using Words = std::array<U64, 4>;
  static constexpr std::uint64_t kUpper = 0xFFFFFFFF00000000U;

  ROOTWARD_INLINE static U64 rotated(const U64& x, int by) { return (x << by) | (x >> (64 - by)); }
  ROOTWARD_INLINE static U64 next(Words& state) {
    const U64 result = rotated(state[0] + state[3], 23) + state[0];
    const U64 t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotated(state[3], 45);
    return result;
  }

  std::array<Words, 2> words_{};
};

}  // namespace rootward::lanes
