// The kernels for any processor: vectors of four numbers, a multiplication and an addition in place of the fused one
// but where the bits of processors with a fused one are wanted.
#include <cmath>
#include <cstring>

#define ROOTWARD_KERNEL_TARGET
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/integer_body.h"
#include "evaluators/net/tile_body.h"

namespace rootward::net {
namespace {

struct Plain {
  using Vector = float __attribute__((vector_size(16)));
  static constexpr std::size_t kWidth = 4;
  static constexpr std::size_t kTile = 4;
  static Vector zero() { return Vector{}; }
  static Vector load(const float* p) {
    Vector v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(float* p, Vector v) { std::memcpy(p, &v, sizeof v); }
  static Vector broadcast(const float* p) { return Vector{*p, *p, *p, *p}; }
  static Vector add(Vector a, Vector b) { return a + b; }
  static Vector fma(Vector a, Vector b, Vector c) { return a * b + c; }
  static Vector maximum(Vector a, Vector b) { return a > b ? a : b; }
};

constexpr Kernels kKernels{.block = kVectorsInBlock * Plain::kWidth,
                           .vector = Plain::kWidth,
                           .convolve = convolve<Plain>,
                           .multiply = multiply<Plain>,
                           .convolve_winograd = nullptr};

/// Sums without a sign: they are taken modulo 2^32.
struct PlainInteger : Plain {
  using Words = std::int16_t __attribute__((vector_size(16)));
  using Sums = std::uint32_t __attribute__((vector_size(16)));
  static constexpr std::size_t kWordTile = 3;
  template <class Number>
  static Number read(const void* p) {
    Number number;
    std::memcpy(&number, p, sizeof number);
    return number;
  }
  static Words load_words(const std::int16_t* p) { return read<Words>(p); }
  static void store_words(std::int16_t* p, Words v) { std::memcpy(p, &v, sizeof v); }
  static Words add_words(Words a, Words b) { return a + b; }
  static Words subtract_words(Words a, Words b) { return a - b; }
  static Words broadcast_pair(const std::int16_t* p) { return Words{p[0], p[1]}; }
  static Sums zero_sums() { return Sums{}; }
  static Sums load_sums(const std::int32_t* p) { return read<Sums>(p); }
  static void store_sums(std::int32_t* p, Sums v) { std::memcpy(p, &v, sizeof v); }
  static Sums add_sums(Sums a, Sums b) { return a + b; }
  static Sums subtract_sums(Sums a, Sums b) { return a - b; }
  static Sums multiply_add(Sums sum, Words x, Words w) {
    const auto product = [](std::int32_t a, std::int32_t b) { return static_cast<std::uint32_t>(a * b); };
    for (int i = 0; i < 4; ++i) sum[i] += product(x[0], w[i]) + product(x[1], w[i + 4]);
    return sum;
  }
  static Vector to_float(Sums v) {
    Vector numbers;
    for (int i = 0; i < 4; ++i) numbers[i] = static_cast<float>(static_cast<std::int32_t>(v[i]));
    return numbers;
  }
  static Vector multiply(Vector a, Vector b) { return a * b; }
  static void store_whole(std::int16_t* p, Vector v) {
    constexpr float kShift = 8388608;  // 2^23: the sum has no room for fractions
    for (int i = 0; i < 4; ++i) {
      const float number = v[i] < kLargestActivation ? v[i] : static_cast<float>(kLargestActivation);
      p[i] = static_cast<std::int16_t>((number > 0 ? number : 0.0F) + kShift - kShift);
    }
  }
};

constexpr IntegerKernels kIntegerKernels{.direct = {.block = kVectorsInBlock * PlainInteger::kWidth,
                                                    .vector = PlainInteger::kWidth,
                                                    .convolve = convolve<PlainInteger>,
                                                    .multiply = multiply<PlainInteger>,
                                                    .convolve_winograd = nullptr},
                                         .convolve = convolve_whole<PlainInteger>,
                                         .make_whole = make_whole<PlainInteger>,
                                         .keeps_pairs_apart = true};

/// The bits of processors with a fused multiply-add, slowly where this one has none.
struct PlainFused : Plain {
  static Vector fma(Vector a, Vector b, Vector c) {
    Vector result;
    for (int i = 0; i < 4; ++i) result[i] = std::fma(a[i], b[i], c[i]);
    return result;
  }
};

constexpr Kernels kFusedKernels{.block = kVectorsInBlock * PlainFused::kWidth,
                                .vector = PlainFused::kWidth,
                                .convolve = convolve<PlainFused>,
                                .multiply = multiply<PlainFused>,
                                .convolve_winograd = nullptr};

/// Numbers in bf16.
struct PlainPairs : Plain {
  using Bits = std::uint32_t __attribute__((vector_size(16)));
  static constexpr std::size_t kPairRows = 1;
  static Vector multiply(Vector a, Vector b) { return a * b; }
  static Vector even(Bits pairs) { return as<Vector>(pairs << 16); }
  static Vector odd(Bits pairs) { return as<Vector>(pairs & 0xFFFF0000U); }
  static Vector even(const std::uint16_t* p) { return even(some_pairs(p)); }
  static Vector odd(const std::uint16_t* p) { return odd(some_pairs(p)); }
  static Vector broadcast_even(const std::uint16_t* p) { return even(same_pairs(p)); }
  static Vector broadcast_odd(const std::uint16_t* p) { return odd(same_pairs(p)); }
  static void store_short(std::uint16_t* p, Vector v) {
    const Bits bits = as<Bits>(v);
    const Bits rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
    for (int i = 0; i < 4; ++i) p[i] = std::fabs(v[i]) >= kLeastShort ? static_cast<std::uint16_t>(rounded[i]) : 0;
  }

 private:
  template <class To, class From>
  static To as(From from) {
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
  }
  /// Channel 2i is the lower half of number i.
  static Bits some_pairs(const std::uint16_t* p) {
    Bits pairs;
    for (std::size_t i = 0; i < 4; ++i)
      pairs[i] = static_cast<std::uint32_t>(p[2 * i]) | static_cast<std::uint32_t>(p[2 * i + 1]) << 16;
    return pairs;
  }
  static Bits same_pairs(const std::uint16_t* p) {
    const std::uint32_t pair = static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 16;
    return Bits{pair, pair, pair, pair};
  }
};

constexpr TileKernels kTileKernels{.convolve = convolve_by_vectors<PlainPairs>,
                                   .make_short = make_short<PlainPairs>,
                                   .begin = nullptr,
                                   .end = nullptr};

}  // namespace

const Kernels& plain_kernels() { return kKernels; }
const Kernels& plain_fused_kernels() { return kFusedKernels; }
const TileKernels& plain_tile_kernels() { return kTileKernels; }
const IntegerKernels& plain_integer_kernels() { return kIntegerKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
