// The kernels for any processor: vectors of four numbers, a multiplication and an addition in place of the fused one.
#include <cstring>

#define ROOTWARD_KERNEL_TARGET
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/kernel_body.h"

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

}  // namespace

const Kernels& plain_kernels() { return kKernels; }

}  // namespace rootward::net

#undef ROOTWARD_KERNEL_INLINE
#undef ROOTWARD_KERNEL_TARGET
