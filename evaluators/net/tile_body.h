// Convolution in bf16 over a vector type and over who multiplies; included behind kernel_body.h, with its macros.
//
// `Ops` has beside the float vectors of kernel_body.h: multiply; even and odd, the even and odd ones of 2 * kWidth bf16
// numbers as floats; broadcast_even and broadcast_odd, the same of one pair; store_short, which rounds to the nearest
// bf16, ties to even, with 0 for what is below kLeastShort. Its fma need not be fused here, as products of two bf16
// numbers are floats.
//
// `Products` has start(sums), multiply(source, weights) for two tiles of places times two of outputs and one chunk of
// channels, and finish(sums), after which the sums, [kPairSide places][kPairSide outputs], are there.
#pragma once

#include "evaluators/net/kernel_body.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {
namespace {

/// By registers of tiles: 0 to 3 are sums, 4 and 5 places, 6 and 7 weights. `Tiles` has load<t>(memory, bytes a row),
/// store<t>(memory, bytes a row), zero<t>() and multiply<sum, a, b>().
template <class Tiles>
struct TileProducts {
  Tiles tiles;

  void start(float*) {
    tiles.template zero<0>();
    tiles.template zero<1>();
    tiles.template zero<2>();
    tiles.template zero<3>();
  }
  void multiply(const std::uint16_t* source, const std::uint16_t* weights) {
    constexpr std::size_t kRowBytes = kTileChannels * sizeof(std::uint16_t);
    tiles.template load<4>(source, kRowBytes);
    tiles.template load<6>(weights, kRowBytes);
    tiles.template load<7>(weights + kPairWeights / 2, kRowBytes);
    tiles.template load<5>(source + kTileRows * kTileChannels, kRowBytes);
    tiles.template multiply<0, 4, 6>();
    tiles.template multiply<1, 4, 7>();
    tiles.template multiply<2, 5, 6>();
    tiles.template multiply<3, 5, 7>();
  }
  void finish(float* sums) {
    constexpr std::size_t kRowBytes = kPairSide * sizeof(float);
    tiles.template store<0>(sums, kRowBytes);
    tiles.template store<1>(sums + kTileRows, kRowBytes);
    tiles.template store<2>(sums + kTileRows * kPairSide, kRowBytes);
    tiles.template store<3>(sums + kTileRows * kPairSide + kTileRows, kRowBytes);
  }
};

/// The sums of `Rows` places and two vectors of outputs over one chunk, even and odd channels apart. Members rather
/// than arrays, as in Tile.
template <class Ops, std::size_t Rows>
struct PairSums {
  typename Ops::Vector left_even, left_odd, right_even, right_odd;
  PairSums<Ops, Rows - 1> rest;

  ROOTWARD_KERNEL_INLINE void start() {
    left_even = left_odd = right_even = right_odd = Ops::zero();
    rest.start();
  }
  ROOTWARD_KERNEL_INLINE void multiply(const std::uint16_t* source, const std::uint16_t* left,
                                       const std::uint16_t* right) {
    multiply(source, Ops::even(left), Ops::odd(left), Ops::even(right), Ops::odd(right));
  }
  ROOTWARD_KERNEL_INLINE void multiply(const std::uint16_t* source, typename Ops::Vector le, typename Ops::Vector lo,
                                       typename Ops::Vector re, typename Ops::Vector ro) {
    const typename Ops::Vector even = Ops::broadcast_even(source), odd = Ops::broadcast_odd(source);
    left_even = Ops::fma(even, le, left_even);
    right_even = Ops::fma(even, re, right_even);
    left_odd = Ops::fma(odd, lo, left_odd);
    right_odd = Ops::fma(odd, ro, right_odd);
    rest.multiply(source + kTileChannels, le, lo, re, ro);
  }
  ROOTWARD_KERNEL_INLINE void add_to(float* sums) const {
    float* second = sums + Ops::kWidth;
    Ops::store(sums, Ops::add(Ops::load(sums), Ops::add(left_even, left_odd)));
    Ops::store(second, Ops::add(Ops::load(second), Ops::add(right_even, right_odd)));
    rest.add_to(sums + kPairSide);
  }
};

template <class Ops>
struct PairSums<Ops, 0> {
  ROOTWARD_KERNEL_INLINE void start() {}
  ROOTWARD_KERNEL_INLINE void multiply(const std::uint16_t*, typename Ops::Vector, typename Ops::Vector,
                                       typename Ops::Vector, typename Ops::Vector) {}
  ROOTWARD_KERNEL_INLINE void add_to(float*) const {}
};

/// By vectors of floats, for processors without tiles.
template <class Ops>
struct VectorProducts {
  float* sums = nullptr;

  ROOTWARD_KERNEL_TARGET void start(float* memory) {
    sums = memory;
    for (std::size_t i = 0; i < kPairSide * kPairSide; i += Ops::kWidth) Ops::store(sums + i, Ops::zero());
  }
  ROOTWARD_KERNEL_TARGET void multiply(const std::uint16_t* source, const std::uint16_t* weights) {
    for (std::size_t output = 0; output < kPairSide; output += 2 * Ops::kWidth) {
      const std::uint16_t* left = tile_of(weights, output);
      const std::uint16_t* right = tile_of(weights, output + Ops::kWidth);
      for (std::size_t row = 0; row < kPairSide; row += Ops::kPairRows) {
        PairSums<Ops, Ops::kPairRows> products;
        products.start();
        const std::uint16_t* from = source + row * kTileChannels;
        for (std::size_t c = 0; c < kTileChannels; c += 2)
          products.multiply(from + c, left + c * kTileRows, right + c * kTileRows);
        products.add_to(sums + row * kPairSide + output);
      }
    }
  }
  ROOTWARD_KERNEL_TARGET void finish(float*) {}

 private:
  /// The weights of an output and the next ones, in its tile.
  ROOTWARD_KERNEL_TARGET static const std::uint16_t* tile_of(const std::uint16_t* weights, std::size_t output) {
    return weights + output / kTileRows * (kPairWeights / 2) + output % kTileRows * 2;
  }
};

/// A pair of tiles whose sums are there. Its points become numbers of the maps while the next pair is multiplied.
template <class Ops>
struct PairEnd {
  const float* sums = nullptr;
  std::size_t place = 0, output = 0;  ///< of the first sum
  std::size_t point = 0, end = 0;     ///< points that are left

  ROOTWARD_KERNEL_TARGET void finish(const TileTask& task, std::size_t count) {
    const std::size_t stop = count < end - point ? point + count : end;
    for (; point < stop; ++point) finish_point(task);
  }
  ROOTWARD_KERNEL_INLINE void finish_point(const TileTask& task) const {
    const float* from = sums + (static_cast<std::size_t>(task.rows[point]) - place) * kPairSide;
    const bool is_added = output < task.added_outputs;
    for (std::size_t i = 0; i < kPairSide; i += Ops::kWidth) {
      const std::size_t channel = output + i;
      typename Ops::Vector number = Ops::add(Ops::load(from + i), Ops::load(task.bias + channel));
      if (is_added) number = Ops::add(number, Ops::load(task.added + task.added_places[point] + channel));
      if (task.is_rectified) number = Ops::maximum(number, Ops::zero());
      if (task.target != nullptr) Ops::store(task.target + task.target_places[point] + channel, number);
      if (task.shorts == nullptr) continue;
      if (task.factors != nullptr)
        number = Ops::add(Ops::multiply(number, Ops::load(task.factors + channel)), Ops::load(task.offsets + channel));
      if (task.is_rectified_short) number = Ops::maximum(number, Ops::zero());
      Ops::store_short(task.shorts + output / kTileChannels * task.short_chunk + task.short_places[point] + i, number);
    }
  }
};

template <class Ops, class Products>
ROOTWARD_KERNEL_TARGET inline void convolve_tiles(const TileTask& task, Products& products) {
  const std::size_t steps = task.tap_count * task.chunks;
  const std::size_t places = static_cast<std::size_t>(task.rows[task.points - 1]) + 1;
  PairEnd<Ops> before;
  std::size_t flip = 0;
  for (std::size_t output = 0; output < task.outputs; output += kPairSide) {
    std::size_t point = 0;
    for (std::size_t place = 0; place < places; place += kPairSide) {
      float* sums = task.sums + flip * kPairSide * kPairSide;
      flip = 1 - flip;
      const std::size_t share = (before.end - before.point + steps - 1) / steps;
      const std::uint16_t* weights = task.weights + output / kPairSide * steps * kPairWeights;
      products.start(sums);
      for (std::size_t tap = 0; tap < task.tap_count; ++tap) {
        const std::uint16_t* source = task.source + static_cast<std::ptrdiff_t>(place * kTileChannels) + task.taps[tap];
        for (std::size_t chunk = 0; chunk < task.chunks; ++chunk) {
          products.multiply(source + chunk * task.source_chunk, weights);
          before.finish(task, share);
          weights += kPairWeights;
        }
      }
      products.finish(sums);
      before = {.sums = sums, .place = place, .output = output, .point = point, .end = point};
      while (point < task.points && static_cast<std::size_t>(task.rows[point]) < place + kPairSide) ++point;
      before.end = point;
    }
  }
  before.finish(task, before.end);
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve_by_vectors(const TileTask& task) {
  VectorProducts<Ops> products;
  convolve_tiles<Ops>(task, products);
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void make_short(const ShortTask& task) {
  for (std::size_t point = 0; point < task.points; ++point) {
    const float* from = task.source + task.source_places[point];
    std::uint16_t* to = task.target + task.target_places[point];
    for (std::size_t c = 0; c < task.channels; c += Ops::kWidth)
      Ops::store_short(to + c / kTileChannels * task.target_chunk + c % kTileChannels, Ops::load(from + c));
  }
}

}  // namespace
}  // namespace rootward::net
