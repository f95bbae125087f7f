// Convolution by Winograd's F(3x3, 3x3) over a vector type; included behind kernel_body.h, with its macros and `Ops`.
//
// Y = A^T [(G g G^T) . (B^T d B)] A for each tile: nine numbers of a channel take 25 products in place of 81 (Lavin &
// Gray 2016, with the points 0, 1, -1, 2 and infinity). The 25 products of all tiles are 25 convolutions of 1x1.
#pragma once

#include "evaluators/net/kernel_body.h"

namespace rootward::net {
namespace {

inline constexpr float kMinusThree = -3, kMinusTwo = -2, kMinusOne = -1, kTwo = 2, kFour = 4;

template <class Ops>
ROOTWARD_KERNEL_INLINE typename Ops::Vector scaled(const float& factor, typename Ops::Vector x,
                                                   typename Ops::Vector addend) {
  return Ops::fma(Ops::broadcast(&factor), x, addend);
}

/// to = B^T from, B^T = (2 -1 -2 1 0; 0 -2 -1 1 0; 0 2 -3 1 0; 0 -1 0 1 0; 0 2 -1 -2 1).
template <class Ops>
ROOTWARD_KERNEL_INLINE void transform_source(const typename Ops::Vector* from, typename Ops::Vector* to) {
  const typename Ops::Vector difference = scaled<Ops>(kMinusOne, from[1], from[3]);
  to[0] = scaled<Ops>(kTwo, scaled<Ops>(kMinusOne, from[2], from[0]), difference);
  to[1] = scaled<Ops>(kMinusTwo, from[1], scaled<Ops>(kMinusOne, from[2], from[3]));
  to[2] = scaled<Ops>(kTwo, from[1], scaled<Ops>(kMinusThree, from[2], from[3]));
  to[3] = difference;
  to[4] = scaled<Ops>(kMinusTwo, difference, scaled<Ops>(kMinusOne, from[2], from[4]));
}

/// to = A^T from, A^T = (1 1 1 1 0; 0 1 -1 2 0; 0 1 1 4 1).
template <class Ops>
ROOTWARD_KERNEL_INLINE void transform_products(const typename Ops::Vector* from, typename Ops::Vector* to) {
  const typename Ops::Vector sum = Ops::add(from[1], from[2]);
  to[0] = Ops::add(Ops::add(from[0], sum), from[3]);
  to[1] = scaled<Ops>(kTwo, from[3], scaled<Ops>(kMinusOne, from[2], from[1]));
  to[2] = scaled<Ops>(kFour, from[3], Ops::add(sum, from[4]));
}

/// One tile and one vector of channels: 5x5 points become 25 numbers, one for each product.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void transform_source_tile(const WinogradTask& task, std::size_t tile,
                                                         std::size_t channel) {
  using Vector = typename Ops::Vector;
  Vector rows[5][5];
  for (std::size_t row = 0; row < 5; ++row) {
    const int* places = task.source_places + (tile * 5 + row) * 5;
    Vector points[5];
    for (std::size_t column = 0; column < 5; ++column)
      points[column] = Ops::load(task.source + places[column] + channel);
    transform_source<Ops>(points, rows[row]);
  }
  for (std::size_t column = 0; column < 5; ++column) {
    const Vector points[5] = {rows[0][column], rows[1][column], rows[2][column], rows[3][column], rows[4][column]};
    Vector transformed[5];
    transform_source<Ops>(points, transformed);
    for (std::size_t row = 0; row < 5; ++row)
      Ops::store(task.transformed + ((row * 5 + column) * task.tiles + tile) * task.in_stride + channel,
                 transformed[row]);
  }
}

/// One tile and one vector of channels: 25 sums become the nine points, as far as they lie on the board.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void finish_tile(const WinogradTask& task, std::size_t tile, std::size_t channel,
                                               bool is_added) {
  using Vector = typename Ops::Vector;
  Vector rows[5][3];
  for (std::size_t row = 0; row < 5; ++row) {
    Vector sums[5];
    for (std::size_t column = 0; column < 5; ++column)
      sums[column] = Ops::load(task.products + ((row * 5 + column) * task.tiles + tile) * task.out_stride + channel);
    transform_products<Ops>(sums, rows[row]);
  }
  const Vector bias = Ops::load(task.bias + channel);
  for (std::size_t column = 0; column < 3; ++column) {
    const Vector sums[5] = {rows[0][column], rows[1][column], rows[2][column], rows[3][column], rows[4][column]};
    Vector points[3];
    transform_products<Ops>(sums, points);
    for (std::size_t row = 0; row < 3; ++row) {
      const std::size_t point = (tile * 3 + row) * 3 + column;
      if (task.target_places[point] < 0) continue;
      Vector number = Ops::add(points[row], bias);
      if (is_added) number = Ops::add(number, Ops::load(task.added + task.added_places[point] + channel));
      if (task.is_rectified) number = Ops::maximum(number, Ops::zero());
      Ops::store(task.target + task.target_places[point] + channel, number);
    }
  }
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve_winograd(const WinogradTask& task) {
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t channel = 0; channel < task.in_stride; channel += Ops::kWidth)
      transform_source_tile<Ops>(task, tile, channel);
  ConvolutionTask product = task.product;
  for (std::size_t number = 0; number < 25; ++number) {
    convolve<Ops>(product);
    product.source += task.tiles * task.in_stride;
    product.weights += task.out_stride * product.in;
    product.target += task.tiles * task.out_stride;
  }
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t channel = 0; channel < task.out_stride; channel += Ops::kWidth)
      finish_tile<Ops>(task, tile, channel, channel < task.added_channels);
}

}  // namespace
}  // namespace rootward::net
