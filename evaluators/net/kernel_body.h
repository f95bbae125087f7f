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

/// The sums of `Points` points and one block of channels. Members rather than arrays, and every call inlined: only so
/// do compilers keep them in registers.
template <class Ops, std::size_t Points>
struct Tile {
  typename Ops::Vector left, right;
  const float* source;
  Tile<Ops, Points - 1> rest;

  ROOTWARD_KERNEL_INLINE void start(const float* bias) {
    left = Ops::load(bias);
    right = Ops::load(bias + Ops::kWidth);
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
    right = Ops::fma(x, r, right);
    rest.multiply(i, l, r);
  }
  ROOTWARD_KERNEL_INLINE void finish(const ConvolutionTask& task, std::size_t point, std::size_t channel,
                                     bool is_added) {
    if (is_added) {
      const float* added = task.added + task.added_places[point] + channel;
      left = Ops::add(left, Ops::load(added));
      right = Ops::add(right, Ops::load(added + Ops::kWidth));
    }
    if (task.is_rectified) {
      left = Ops::maximum(left, Ops::zero());
      right = Ops::maximum(right, Ops::zero());
    }
    float* target = task.target + task.target_places[point] + channel;
    Ops::store(target, left);
    Ops::store(target + Ops::kWidth, right);
    rest.finish(task, point + 1, channel, is_added);
  }
};

template <class Ops>
struct Tile<Ops, 0> {
  ROOTWARD_KERNEL_INLINE void start(const float*) {}
  ROOTWARD_KERNEL_INLINE void aim(const float*, const int*) {}
  ROOTWARD_KERNEL_INLINE void multiply(std::size_t, typename Ops::Vector, typename Ops::Vector) {}
  ROOTWARD_KERNEL_INLINE void finish(const ConvolutionTask&, std::size_t, std::size_t, bool) {}
};

/// `Points` points from `first` on and one block of channels.
template <class Ops, std::size_t Points>
ROOTWARD_KERNEL_TARGET inline void convolve_tile(const ConvolutionTask& task, std::size_t first, std::size_t block) {
  constexpr std::size_t kBlock = kVectorsInBlock * Ops::kWidth;
  Tile<Ops, Points> tile;
  tile.start(task.bias + block * kBlock);
  const std::size_t in = task.in;
  const float* weights = task.weights + block * task.tap_count * in * kBlock;
  for (std::size_t tap = 0; tap < task.tap_count; ++tap) {
    tile.aim(task.source + task.taps[tap], task.source_places + first);
    for (std::size_t i = 0; i < in; ++i, weights += kBlock)
      tile.multiply(i, Ops::load(weights), Ops::load(weights + Ops::kWidth));
  }
  tile.finish(task, first, block * kBlock, block < task.added_blocks);
}

template <class Ops, std::size_t Points>
ROOTWARD_KERNEL_TARGET inline void convolve_some(const ConvolutionTask& task, std::size_t first, std::size_t block,
                                                 std::size_t count) {
  if constexpr (Points > 0) {
    if (count == Points) return convolve_tile<Ops, Points>(task, first, block);
    convolve_some<Ops, Points - 1>(task, first, block, count);
  }
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve(const ConvolutionTask& task) {
  // Groups of like size: few sums at a time would wait for each other.
  const std::size_t groups = (task.points + Ops::kTile - 1) / Ops::kTile;
  for (std::size_t block = 0; block < task.blocks; ++block)
    for (std::size_t group = 0; group < groups; ++group) {
      const std::size_t first = task.points * group / groups;
      convolve_some<Ops, Ops::kTile>(task, first, block, task.points * (group + 1) / groups - first);
    }
}

/// `Vectors` vectors of sums beside each other: a few alone would wait for each other.
template <class Ops, std::size_t Vectors>
ROOTWARD_KERNEL_TARGET inline void multiply_some(const DenseTask& task, std::size_t begin) {
  typename Ops::Vector sums[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) sums[v] = Ops::load(task.bias + begin + v * Ops::kWidth);
  const float* row = task.weights + begin;
  for (std::size_t i = 0; i < task.in; ++i, row += task.out) {
    const typename Ops::Vector x = Ops::broadcast(task.source + i);
    for (std::size_t v = 0; v < Vectors; ++v) sums[v] = Ops::fma(x, Ops::load(row + v * Ops::kWidth), sums[v]);
  }
  for (std::size_t v = 0; v < Vectors; ++v) Ops::store(task.target + begin + v * Ops::kWidth, sums[v]);
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void multiply(const DenseTask& task) {
  constexpr std::size_t kBlock = kVectorsInBlock * Ops::kWidth;
  std::size_t begin = 0;
  for (; begin + 4 * kBlock <= task.out; begin += 4 * kBlock) multiply_some<Ops, 4 * kVectorsInBlock>(task, begin);
  if (task.out - begin == 3 * kBlock) return multiply_some<Ops, 3 * kVectorsInBlock>(task, begin);
  if (task.out - begin == 2 * kBlock) return multiply_some<Ops, 2 * kVectorsInBlock>(task, begin);
  if (task.out - begin == kBlock) multiply_some<Ops, kVectorsInBlock>(task, begin);
}

}  // namespace
}  // namespace rootward::net
