// Convolution by Winograd's F(3x3, 3x3) over a vector type; included behind kernel_body.h, with its macros and `Ops`.
//
// Y = A^T [(G g G^T) . (B^T d B)] A for each tile: nine numbers of a channel take 25 products in place of 81 (Lavin &
// Gray 2016, with the points 0, 1, -1, 2 and infinity). Each of the 25 is a product of matrices, tiles by channels.
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

/// The sums of `Tiles` tiles from the number `First` on and one block of channels. Places are computed from one
/// pointer: as many pointers as tiles would leave the registers.
template <class Ops, std::size_t Tiles, std::size_t First = 0>
struct ProductSums {
  typename Ops::Vector left, right;
  ProductSums<Ops, Tiles - 1, First + 1> rest;

  ROOTWARD_KERNEL_INLINE void start() {
    left = Ops::zero();
    right = Ops::zero();
    rest.start();
  }
  ROOTWARD_KERNEL_INLINE void multiply(const float* source, std::size_t stride, typename Ops::Vector l,
                                       typename Ops::Vector r) {
    const typename Ops::Vector x = Ops::broadcast(source + First * stride);
    left = Ops::fma(x, l, left);
    right = Ops::fma(x, r, right);
    rest.multiply(source, stride, l, r);
  }
  ROOTWARD_KERNEL_INLINE void store(float* target, std::size_t stride) const {
    Ops::store(target + First * stride, left);
    Ops::store(target + First * stride + Ops::kWidth, right);
    rest.store(target, stride);
  }
};

template <class Ops, std::size_t First>
struct ProductSums<Ops, 0, First> {
  ROOTWARD_KERNEL_INLINE void start() {}
  ROOTWARD_KERNEL_INLINE void multiply(const float*, std::size_t, typename Ops::Vector, typename Ops::Vector) {}
  ROOTWARD_KERNEL_INLINE void store(float*, std::size_t) const {}
};

/// Numbers of one product: those of the first of some tiles, the weights of a block, and where its sums go.
struct ProductPlace {
  const float* source;
  const float* weights;
  float* target;
};

template <class Ops, std::size_t Tiles>
ROOTWARD_KERNEL_TARGET inline void multiply_tiles(const WinogradTask& task, const ProductPlace& place) {
  ProductSums<Ops, Tiles> sums;
  sums.start();
  const float* weights = place.weights;
  for (std::size_t i = 0; i < task.in; ++i, weights += kVectorsInBlock * Ops::kWidth)
    sums.multiply(place.source + i, task.in_stride, Ops::load(weights), Ops::load(weights + Ops::kWidth));
  sums.store(place.target, task.out_stride);
}

template <class Ops, std::size_t Tiles>
ROOTWARD_KERNEL_TARGET inline void multiply_some_tiles(const WinogradTask& task, const ProductPlace& place,
                                                       std::size_t count) {
  if constexpr (Tiles > 0) {
    if (count == Tiles) return multiply_tiles<Ops, Tiles>(task, place);
    multiply_some_tiles<Ops, Tiles - 1>(task, place, count);
  }
}

/// One of the 25 products, for all tiles.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void multiply_product(const WinogradTask& task, std::size_t number) {
  constexpr std::size_t kBlock = kVectorsInBlock * Ops::kWidth;
  const float* source = task.transformed + number * task.tiles * task.in_stride;
  const float* weights = task.weights + number * task.in * task.out_stride;
  float* target = task.products + number * task.tiles * task.out_stride;
  const std::size_t groups = (task.tiles + Ops::kTile - 1) / Ops::kTile;  // of like size, as in convolve()
  for (std::size_t channel = 0; channel < task.out_stride; channel += kBlock, weights += task.in * kBlock)
    for (std::size_t group = 0; group < groups; ++group) {
      const std::size_t first = task.tiles * group / groups;
      multiply_some_tiles<Ops, Ops::kTile>(task,
                                           {.source = source + first * task.in_stride,
                                            .weights = weights,
                                            .target = target + first * task.out_stride + channel},
                                           task.tiles * (group + 1) / groups - first);
    }
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve_winograd(const WinogradTask& task) {
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t channel = 0; channel < task.in_stride; channel += Ops::kWidth)
      transform_source_tile<Ops>(task, tile, channel);
  for (std::size_t number = 0; number < 25; ++number) multiply_product<Ops>(task, number);
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t channel = 0; channel < task.out_stride; channel += Ops::kWidth)
      finish_tile<Ops>(task, tile, channel, channel < task.added_channels);
}

}  // namespace
}  // namespace rootward::net
