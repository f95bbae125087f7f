// Named random streams: xoshiro256++ seeded through SplitMix64 from (seed, names). No std::*_distribution anywhere,
// because their results differ between standard libraries.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace rootward {

/// One step of SplitMix64 (Steele, Lea & Flood 2014): a bijective 64-bit finaliser.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// 64-bit FNV-1a of a name, finalised; stable across machines and versions.
constexpr std::uint64_t hash_name(std::string_view name) {
  std::uint64_t h = 0xCBF29CE484222325ULL;
  for (char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mix64(h);
}

/// The seed of a named stream: folds the parts, in order, into `seed`. Different names give unrelated streams.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::span<const std::uint64_t> parts) {
  std::uint64_t h = mix64(seed);
  for (std::uint64_t part : parts) h = mix64(h ^ mix64(part));
  return h;
}
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::initializer_list<std::uint64_t> parts) {
  return derive_seed(seed, std::span(parts.begin(), parts.size()));
}
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::string_view purpose) {
  return derive_seed(seed, {hash_name(purpose)});
}

/// xoshiro256++ 1.0 (Blackman & Vigna 2019). A value type: copying it copies the stream's place.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed = 0) {
    for (std::uint64_t& word : state_) {
      word = mix64(seed);
      seed += 0x9E3779B97F4A7C15ULL;
    }
  }

  using State = std::array<std::uint64_t, 4>;
  /// A stream at a place that state() told.
  static constexpr Rng at(const State& state) {
    Rng rng;
    rng.state_ = state;
    return rng;
  }
  [[nodiscard]] constexpr const State& state() const { return state_; }

  /// The next 64 uniform bits.
  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Exactly uniform in 0 .. bound - 1, bound >= 1 (Lemire 2019: multiply, reject the short remainder).
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Uniform in [0, 1) with 53 bits.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  State state_{};
};

}  // namespace rootward
