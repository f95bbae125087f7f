// The kernels' loops over a vector type. Each including unit defines ROOTWARD_KERNEL_TARGET (the attribute of every
// function here), ROOTWARD_KERNEL_INLINE (the same, always inlined) and passes `Ops`: Vector, kWidth, kTile, zero,
// load, store, broadcast, add, fma, maximum.
//
// An output number is bias + sum over taps and channels in this order, one fused multiply-add each where the processor
// has them: its bits depend neither on the vectors' width nor on the points computed beside it.
// No include guard beyond pragma: a unit includes it once.
#pragma once

#include "evaluators/net/kernels.h"

namespace rootward::net {
namespace {

inline constexpr std::size_t kVectorsInBlock = 2;

/// The sums of `Points` points and one block of channels, or of its first vector. Members rather than arrays, and every
/// call inlined: only so do compilers keep them in registers.
template <class Ops, std::size_t Points, bool IsNarrow>
struct Tile {
  typename Ops::Vector left, right;
  const float* source;
  Tile<Ops, Points - 1, IsNarrow> rest;

  ROOTWARD_KERNEL_INLINE void start(const float* bias) {
    left = Ops::load(bias);
    if constexpr (!IsNarrow) right = Ops::load(bias + Ops::kWidth);
    rest.start(bias);
  }
  /// Points at the tap's neighbours of the points whose places follow.
  ROOTWARD_KERNEL_INLINE void aim(const float* map, const int* places) {
    source = map + *places;
    rest.aim(map, places + 1);
  }
  ROOTWARD_KERNEL_INLINE void multiply(std::size_t i, typename Ops::Vector l, typename Ops::Vector r) {
    const typename Ops::Vector x = Ops::broadcast(source + i);
    left = Ops::fma(x, l, left);
    if constexpr (!IsNarrow) right = Ops::fma(x, r, right);
    rest.multiply(i, l, r);
  }
  ROOTWARD_KERNEL_INLINE static void finish_vector(typename Ops::Vector sum, const float* added, bool is_rectified,
                                                   float* target) {
    if (added != nullptr) sum = Ops::add(sum, Ops::load(added));
    if (is_rectified) sum = Ops::maximum(sum, Ops::zero());
    Ops::store(target, sum);
  }
  ROOTWARD_KERNEL_INLINE void finish(const ConvolutionTask& task, std::size_t point, std::size_t channel,
                                     bool is_added) {
    const float* added = is_added ? task.added + task.added_places[point] + channel : nullptr;
    float* target = task.target + task.target_places[point] + channel;
    finish_vector(left, added, task.is_rectified, target);
    if constexpr (!IsNarrow)
      finish_vector(right, is_added ? added + Ops::kWidth : nullptr, task.is_rectified, target + Ops::kWidth);
    rest.finish(task, point + 1, channel, is_added);
  }
};

template <class Ops, bool IsNarrow>
struct Tile<Ops, 0, IsNarrow> {
  ROOTWARD_KERNEL_INLINE void start(const float*) {}
  ROOTWARD_KERNEL_INLINE void aim(const float*, const int*) {}
  ROOTWARD_KERNEL_INLINE void multiply(std::size_t, typename Ops::Vector, typename Ops::Vector) {}
  ROOTWARD_KERNEL_INLINE void finish(const ConvolutionTask&, std::size_t, std::size_t, bool) {}
};

/// `Points` points from `first` on and one block of channels.
template <class Ops, std::size_t Points, bool IsNarrow>
ROOTWARD_KERNEL_TARGET inline void convolve_tile(const ConvolutionTask& task, std::size_t first, std::size_t block) {
  constexpr std::size_t kBlock = (IsNarrow ? 1 : kVectorsInBlock) * Ops::kWidth;
  Tile<Ops, Points, IsNarrow> tile;
  tile.start(task.bias + block * kBlock);
  const std::size_t in = task.in;
  const float* weights = task.weights + block * task.tap_count * in * kBlock;
  for (std::size_t tap = 0; tap < task.tap_count; ++tap) {
    tile.aim(task.source + task.taps[tap], task.source_places + first);
    for (std::size_t i = 0; i < in; ++i, weights += kBlock) {
      const typename Ops::Vector l = Ops::load(weights);
      tile.multiply(i, l, IsNarrow ? l : Ops::load(weights + kBlock - Ops::kWidth));
    }
  }
  tile.finish(task, first, block * kBlock, block < task.added_blocks);
}

template <class Ops, std::size_t Points, bool IsNarrow>
ROOTWARD_KERNEL_TARGET inline void convolve_some(const ConvolutionTask& task, std::size_t first, std::size_t block,
                                                 std::size_t count) {
  if constexpr (Points > 0) {
    if (count == Points) return convolve_tile<Ops, Points, IsNarrow>(task, first, block);
    convolve_some<Ops, Points - 1, IsNarrow>(task, first, block, count);
  }
}

/// `Points` points at most are computed together.
template <class Ops, std::size_t Points, bool IsNarrow>
ROOTWARD_KERNEL_TARGET inline void convolve_points(const ConvolutionTask& task) {
  // Groups of like size: few sums at a time would wait for each other.
  const std::size_t groups = (task.points + Points - 1) / Points;
  for (std::size_t block = 0; block < task.blocks; ++block)
    for (std::size_t group = 0; group < groups; ++group) {
      const std::size_t first = task.points * group / groups;
      convolve_some<Ops, Points, IsNarrow>(task, first, block, task.points * (group + 1) / groups - first);
    }
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve(const ConvolutionTask& task) {
  if (task.is_narrow) return convolve_points<Ops, 2 * Ops::kTile, true>(task);
  convolve_points<Ops, Ops::kTile, false>(task);
}

/// `Vectors` vectors of sums beside each other: a few alone would wait for each other.
template <class Ops, std::size_t Vectors>
ROOTWARD_KERNEL_TARGET inline void multiply_some(const DenseTask& task, std::size_t begin) {
  typename Ops::Vector sums[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) sums[v] = Ops::load(task.bias + begin + v * Ops::kWidth);
  for (std::size_t i = 0; i < task.row_count; ++i) {
    const std::size_t row = task.rows[i];
    const float* weights = task.weights + row * task.out + begin;
    const typename Ops::Vector x = Ops::broadcast(task.source + row);
    for (std::size_t v = 0; v < Vectors; ++v) sums[v] = Ops::fma(x, Ops::load(weights + v * Ops::kWidth), sums[v]);
  }
  for (std::size_t v = 0; v < Vectors; ++v) Ops::store(task.target + begin + v * Ops::kWidth, sums[v]);
}

template <class Ops, std::size_t Vectors>
ROOTWARD_KERNEL_TARGET inline void multiply_rest(const DenseTask& task, std::size_t begin) {
  if constexpr (Vectors > 0) {
    if (task.out - begin == Vectors * Ops::kWidth) return multiply_some<Ops, Vectors>(task, begin);
    multiply_rest<Ops, Vectors - 1>(task, begin);
  }
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void multiply(const DenseTask& task) {
  constexpr std::size_t kVectors = 8;
  std::size_t begin = 0;
  for (; begin + kVectors * Ops::kWidth <= task.out; begin += kVectors * Ops::kWidth)
    multiply_some<Ops, kVectors>(task, begin);
  multiply_rest<Ops, kVectors - 1>(task, begin);
}

}  // namespace
}  // namespace rootward::net
