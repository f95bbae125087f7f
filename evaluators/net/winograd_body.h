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

/// Numbers side by side. Members rather than arrays: only so do compilers keep them in registers.
template <class Ops>
struct Five {
  typename Ops::Vector a, b, c, d, e;
};
template <class Ops>
struct Three {
  typename Ops::Vector a, b, c;
};

/// B^T x, B^T = (2 -1 -2 1 0; 0 -2 -1 1 0; 0 2 -3 1 0; 0 -1 0 1 0; 0 2 -1 -2 1).
template <class Ops>
ROOTWARD_KERNEL_INLINE Five<Ops> transform_source(const Five<Ops>& x) {
  const typename Ops::Vector difference = scaled<Ops>(kMinusOne, x.b, x.d);
  return {scaled<Ops>(kTwo, scaled<Ops>(kMinusOne, x.c, x.a), difference),
          scaled<Ops>(kMinusTwo, x.b, scaled<Ops>(kMinusOne, x.c, x.d)),
          scaled<Ops>(kTwo, x.b, scaled<Ops>(kMinusThree, x.c, x.d)), difference,
          scaled<Ops>(kMinusTwo, difference, scaled<Ops>(kMinusOne, x.c, x.e))};
}

/// A^T x, A^T = (1 1 1 1 0; 0 1 -1 2 0; 0 1 1 4 1).
template <class Ops>
ROOTWARD_KERNEL_INLINE Three<Ops> transform_products(const Five<Ops>& x) {
  const typename Ops::Vector sum = Ops::add(x.b, x.c);
  return {Ops::add(Ops::add(x.a, sum), x.d), scaled<Ops>(kTwo, x.d, scaled<Ops>(kMinusOne, x.c, x.b)),
          scaled<Ops>(kFour, x.d, Ops::add(sum, x.e))};
}

/// A row of the points that a tile reads, transformed along the row.
template <class Ops>
ROOTWARD_KERNEL_INLINE Five<Ops> source_row(const float* source, const int* places) {
  return transform_source<Ops>({Ops::load(source + places[0]), Ops::load(source + places[1]),
                                Ops::load(source + places[2]), Ops::load(source + places[3]),
                                Ops::load(source + places[4])});
}

/// A column of transformed rows, transformed and stored with a row's distance between them.
template <class Ops>
ROOTWARD_KERNEL_INLINE void store_source_column(const Five<Ops>& rows, float* to, std::size_t distance) {
  const Five<Ops> column = transform_source<Ops>(rows);
  Ops::store(to, column.a);
  Ops::store(to + distance, column.b);
  Ops::store(to + 2 * distance, column.c);
  Ops::store(to + 3 * distance, column.d);
  Ops::store(to + 4 * distance, column.e);
}

/// One tile and one vector of channels: 5x5 points become 25 numbers, one for each product.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void transform_source_tile(const WinogradTask& task, std::size_t tile,
                                                         std::size_t channel) {
  using Row = Five<Ops>;
  const float* source = task.source + channel;
  const int* places = task.source_places + tile * 25;
  const Row v = source_row<Ops>(source, places), w = source_row<Ops>(source, places + 5),
            x = source_row<Ops>(source, places + 10), y = source_row<Ops>(source, places + 15),
            z = source_row<Ops>(source, places + 20);
  const std::size_t product = task.tiles * task.in_stride;  // from one product's numbers to the next one's
  float* to = task.transformed + tile * task.in_stride + channel;
  store_source_column<Ops>({v.a, w.a, x.a, y.a, z.a}, to, 5 * product);
  store_source_column<Ops>({v.b, w.b, x.b, y.b, z.b}, to + product, 5 * product);
  store_source_column<Ops>({v.c, w.c, x.c, y.c, z.c}, to + 2 * product, 5 * product);
  store_source_column<Ops>({v.d, w.d, x.d, y.d, z.d}, to + 3 * product, 5 * product);
  store_source_column<Ops>({v.e, w.e, x.e, y.e, z.e}, to + 4 * product, 5 * product);
}

/// A row of five products of a tile, transformed along the row.
template <class Ops>
ROOTWARD_KERNEL_INLINE Three<Ops> product_row(const float* products, std::size_t distance) {
  return transform_products<Ops>({Ops::load(products), Ops::load(products + distance),
                                  Ops::load(products + 2 * distance), Ops::load(products + 3 * distance),
                                  Ops::load(products + 4 * distance)});
}

/// One tile and one vector of channels.
template <class Ops>
struct TileEnd {
  const WinogradTask& task;
  std::size_t first, channel;  ///< the tile's first point
  bool is_added;
  typename Ops::Vector bias;

  ROOTWARD_KERNEL_INLINE void store_point(std::size_t point, typename Ops::Vector number) const {
    if (task.target_places[first + point] < 0) return;
    number = Ops::add(number, bias);
    if (is_added) number = Ops::add(number, Ops::load(task.added + task.added_places[first + point] + channel));
    if (task.is_rectified) number = Ops::maximum(number, Ops::zero());
    Ops::store(task.target + task.target_places[first + point] + channel, number);
  }
  ROOTWARD_KERNEL_INLINE void store_column(std::size_t column, const Five<Ops>& rows) const {
    const Three<Ops> points = transform_products<Ops>(rows);
    store_point(column, points.a);
    store_point(column + 3, points.b);
    store_point(column + 6, points.c);
  }
};

/// One tile and one vector of channels: 25 sums become the nine points, as far as they lie on the board.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void finish_tile(const WinogradTask& task, std::size_t tile, std::size_t channel,
                                               bool is_added) {
  using Row = Three<Ops>;
  const std::size_t product = task.tiles * task.out_stride;  // from one product's sums to the next one's
  const float* from = task.products + tile * task.out_stride + channel;
  const Row v = product_row<Ops>(from, product), w = product_row<Ops>(from + 5 * product, product),
            x = product_row<Ops>(from + 10 * product, product), y = product_row<Ops>(from + 15 * product, product),
            z = product_row<Ops>(from + 20 * product, product);
  const TileEnd<Ops> end{task, tile * 9, channel, is_added, Ops::load(task.bias + channel)};
  end.store_column(0, {v.a, w.a, x.a, y.a, z.a});
  end.store_column(1, {v.b, w.b, x.b, y.b, z.b});
  end.store_column(2, {v.c, w.c, x.c, y.c, z.c});
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
