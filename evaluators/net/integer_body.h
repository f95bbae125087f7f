// Convolution by Winograd's F(3x3, 3x3) in whole numbers over a vector type; included behind kernel_body.h, with its
// macros. `Ops` has beside the float vectors of kernel_body.h: Words (2 * kWidth numbers of 16 bits) and Sums (kWidth
// of 32 bits) with load, store, add and subtract, multiply_add, to_float, multiply, minimum and store_whole.
//
// Y = A^T [(G g G^T) . (B^T d B)] A as in winograd_body.h. d is 0 .. kLargestActivation and B^T d B at most 18 times
// that, so 16 bits hold it exactly; sums are taken modulo 2^32, and the weights' scales see to it that Y itself fits.
// So no order of sums matters, and every processor has the same bits. The end is float arithmetic without fused steps.
#pragma once

#include "evaluators/net/kernel_body.h"

namespace rootward::net {
namespace {

template <class Ops>
struct FiveWords {
  typename Ops::Words a, b, c, d, e;
};
template <class Ops>
struct FiveSums {
  typename Ops::Sums a, b, c, d, e;
};
template <class Ops>
struct ThreeSums {
  typename Ops::Sums a, b, c;
};

/// B^T x, see transform_source() of winograd_body.h.
template <class Ops>
ROOTWARD_KERNEL_INLINE FiveWords<Ops> transform_words(const FiveWords<Ops>& x) {
  using Words = typename Ops::Words;
  const Words difference = Ops::subtract_words(x.d, x.b), first = Ops::subtract_words(x.a, x.c);
  const Words middle = Ops::subtract_words(x.d, x.c), twice = Ops::add_words(x.b, x.b);
  const Words second = Ops::subtract_words(x.b, x.c), last = Ops::subtract_words(x.e, x.c);
  return {Ops::add_words(Ops::add_words(first, first), difference), Ops::subtract_words(middle, twice),
          Ops::add_words(middle, Ops::add_words(second, second)), difference,
          Ops::subtract_words(last, Ops::add_words(difference, difference))};
}

/// A^T x, see transform_products() of winograd_body.h.
template <class Ops>
ROOTWARD_KERNEL_INLINE ThreeSums<Ops> transform_sums(const FiveSums<Ops>& x) {
  using Sums = typename Ops::Sums;
  const Sums sum = Ops::add_sums(x.b, x.c), twice = Ops::add_sums(x.d, x.d);
  return {Ops::add_sums(Ops::add_sums(x.a, sum), x.d), Ops::add_sums(Ops::subtract_sums(x.b, x.c), twice),
          Ops::add_sums(Ops::add_sums(twice, twice), Ops::add_sums(sum, x.e))};
}

template <class Ops>
ROOTWARD_KERNEL_INLINE FiveWords<Ops> word_row(const std::int16_t* source, const int* places) {
  return transform_words<Ops>({Ops::load_words(source + places[0]), Ops::load_words(source + places[1]),
                               Ops::load_words(source + places[2]), Ops::load_words(source + places[3]),
                               Ops::load_words(source + places[4])});
}

template <class Ops>
ROOTWARD_KERNEL_INLINE void store_word_column(const FiveWords<Ops>& rows, std::int16_t* to, std::size_t distance) {
  const FiveWords<Ops> column = transform_words<Ops>(rows);
  Ops::store_words(to, column.a);
  Ops::store_words(to + distance, column.b);
  Ops::store_words(to + 2 * distance, column.c);
  Ops::store_words(to + 3 * distance, column.d);
  Ops::store_words(to + 4 * distance, column.e);
}

/// One tile and one vector of channels: 5x5 points become 25 numbers, one for each product.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void transform_word_tile(const IntegerTask& task, std::size_t tile, std::size_t channel) {
  using Row = FiveWords<Ops>;
  const std::int16_t* source = task.source + channel;
  const int* places = task.source_places + tile * 25;
  const Row v = word_row<Ops>(source, places), w = word_row<Ops>(source, places + 5),
            x = word_row<Ops>(source, places + 10), y = word_row<Ops>(source, places + 15),
            z = word_row<Ops>(source, places + 20);
  const std::size_t product = task.tiles * task.in_stride;  // from one product's numbers to the next one's
  std::int16_t* to = task.transformed + tile * task.in_stride + channel;
  store_word_column<Ops>({v.a, w.a, x.a, y.a, z.a}, to, 5 * product);
  store_word_column<Ops>({v.b, w.b, x.b, y.b, z.b}, to + product, 5 * product);
  store_word_column<Ops>({v.c, w.c, x.c, y.c, z.c}, to + 2 * product, 5 * product);
  store_word_column<Ops>({v.d, w.d, x.d, y.d, z.d}, to + 3 * product, 5 * product);
  store_word_column<Ops>({v.e, w.e, x.e, y.e, z.e}, to + 4 * product, 5 * product);
}

/// The sums of `Tiles` tiles from the number `First` on and one block of outputs; see ProductSums of winograd_body.h.
template <class Ops, std::size_t Tiles, std::size_t First = 0>
struct WholeSums {
  typename Ops::Sums left, right;
  WholeSums<Ops, Tiles - 1, First + 1> rest;

  ROOTWARD_KERNEL_INLINE void start() {
    left = Ops::zero_sums();
    right = Ops::zero_sums();
    rest.start();
  }
  /// Two channels from `source` on.
  ROOTWARD_KERNEL_INLINE void multiply(const std::int16_t* source, std::size_t stride, typename Ops::Words l,
                                       typename Ops::Words r) {
    const typename Ops::Words x = Ops::broadcast_pair(source + First * stride);
    left = Ops::multiply_add(left, x, l);
    right = Ops::multiply_add(right, x, r);
    rest.multiply(source, stride, l, r);
  }
  ROOTWARD_KERNEL_INLINE void store(std::int32_t* target) const {
    Ops::store_sums(target + First * kVectorsInBlock * Ops::kWidth, left);
    Ops::store_sums(target + (First * kVectorsInBlock + 1) * Ops::kWidth, right);
    rest.store(target);
  }
};

template <class Ops, std::size_t First>
struct WholeSums<Ops, 0, First> {
  ROOTWARD_KERNEL_INLINE void start() {}
  ROOTWARD_KERNEL_INLINE void multiply(const std::int16_t*, std::size_t, typename Ops::Words, typename Ops::Words) {}
  ROOTWARD_KERNEL_INLINE void store(std::int32_t*) const {}
};

template <class Ops, std::size_t Tiles>
ROOTWARD_KERNEL_TARGET inline void multiply_word_tiles(const IntegerTask& task, const std::int16_t* source,
                                                       const std::int16_t* weights, std::int32_t* target) {
  WholeSums<Ops, Tiles> sums;
  sums.start();
  const std::size_t stride = task.in_stride;
  for (const std::int16_t* end = source + 2 * task.pairs; source != end; source += 2, weights += 4 * Ops::kWidth)
    sums.multiply(source, stride, Ops::load_words(weights), Ops::load_words(weights + 2 * Ops::kWidth));
  sums.store(target);
}

template <class Ops, std::size_t Tiles>
ROOTWARD_KERNEL_TARGET inline void multiply_some_word_tiles(const IntegerTask& task, const std::int16_t* source,
                                                            const std::int16_t* weights, std::int32_t* target,
                                                            std::size_t count) {
  if constexpr (Tiles > 0) {
    if (count == Tiles) return multiply_word_tiles<Ops, Tiles>(task, source, weights, target);
    multiply_some_word_tiles<Ops, Tiles - 1>(task, source, weights, target, count);
  }
}

/// One of the 25 products, for all tiles and one block of outputs.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void multiply_words(const IntegerTask& task, std::size_t block, std::size_t number) {
  constexpr std::size_t kBlock = kVectorsInBlock * Ops::kWidth;
  const std::int16_t* source = task.transformed + number * task.tiles * task.in_stride;
  const std::int16_t* weights = task.weights + (block * 25 + number) * task.pairs * 2 * kBlock;
  std::int32_t* target = task.products + number * task.tiles * kBlock;
  const std::size_t groups = (task.tiles + Ops::kWordTile - 1) / Ops::kWordTile;  // of like size, as in convolve()
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t first = task.tiles * group / groups;
    multiply_some_word_tiles<Ops, Ops::kWordTile>(task, source + first * task.in_stride, weights,
                                                  target + first * kBlock, task.tiles * (group + 1) / groups - first);
  }
}

template <class Ops>
ROOTWARD_KERNEL_INLINE ThreeSums<Ops> sum_row(const std::int32_t* products, std::size_t distance) {
  return transform_sums<Ops>({Ops::load_sums(products), Ops::load_sums(products + distance),
                              Ops::load_sums(products + 2 * distance), Ops::load_sums(products + 3 * distance),
                              Ops::load_sums(products + 4 * distance)});
}

/// What is done with a result: a switch in the loop would cost as much as the work.
struct WholeEnds {
  bool is_added, is_float, is_whole, is_normalised;
};

/// One tile and one vector of outputs.
template <class Ops, WholeEnds kEnds>
struct WholeTileEnd {
  typename Ops::Vector scale, bias, floor, factor, slope, offset;
  const int* target_places;
  const int* added_places;
  const float* added;
  float* target;
  std::int16_t* whole;
  const int* whole_places;

  ROOTWARD_KERNEL_INLINE void store_point(std::size_t point, typename Ops::Sums sum) const {
    const int place = target_places[point];
    if (place < 0) return;
    typename Ops::Vector number = Ops::add(Ops::multiply(Ops::to_float(sum), scale), bias);
    if constexpr (kEnds.is_added) number = Ops::add(number, Ops::load(added + added_places[point]));
    number = Ops::maximum(number, floor);
    if constexpr (kEnds.is_float) Ops::store(target + place, number);
    if constexpr (kEnds.is_normalised) number = Ops::add(Ops::multiply(number, slope), offset);
    if constexpr (kEnds.is_whole) Ops::store_whole(whole + whole_places[point], Ops::multiply(number, factor));
  }
  ROOTWARD_KERNEL_INLINE void store_column(std::size_t column, const FiveSums<Ops>& rows) const {
    const ThreeSums<Ops> points = transform_sums<Ops>(rows);
    store_point(column, points.a);
    store_point(column + 3, points.b);
    store_point(column + 6, points.c);
  }
};

inline constexpr float kNoFloor = -__builtin_inff();

/// One tile and one vector of outputs: 25 sums become the nine points, as far as they lie on the board.
template <class Ops, WholeEnds kEnds>
ROOTWARD_KERNEL_TARGET inline void finish_word_tile(const IntegerTask& task, std::size_t tile, std::size_t block,
                                                    std::size_t vector) {
  using Row = ThreeSums<Ops>;
  constexpr std::size_t kBlock = kVectorsInBlock * Ops::kWidth;
  const std::size_t channel = block * kBlock + vector * Ops::kWidth;
  const std::size_t product = task.tiles * kBlock;  // from one product's sums to the next one's
  const std::int32_t* from = task.products + tile * kBlock + vector * Ops::kWidth;
  const Row v = sum_row<Ops>(from, product), w = sum_row<Ops>(from + 5 * product, product),
            x = sum_row<Ops>(from + 10 * product, product), y = sum_row<Ops>(from + 15 * product, product),
            z = sum_row<Ops>(from + 20 * product, product);
  const WholeTileEnd<Ops, kEnds> end{Ops::load(task.scales + channel),
                                     Ops::load(task.bias + channel),
                                     task.is_rectified ? Ops::zero() : Ops::broadcast(&kNoFloor),
                                     kEnds.is_whole ? Ops::load(task.factors + channel) : Ops::zero(),
                                     kEnds.is_normalised ? Ops::load(task.slopes + channel) : Ops::zero(),
                                     kEnds.is_normalised ? Ops::load(task.offsets + channel) : Ops::zero(),
                                     task.target_places + tile * 9,
                                     kEnds.is_added ? task.added_places + tile * 9 : nullptr,
                                     kEnds.is_added ? task.added + channel : nullptr,
                                     kEnds.is_float ? task.target + channel : nullptr,
                                     kEnds.is_whole ? task.whole + channel : nullptr,
                                     kEnds.is_whole ? task.whole_places + tile * 9 : nullptr};
  end.store_column(0, {v.a, w.a, x.a, y.a, z.a});
  end.store_column(1, {v.b, w.b, x.b, y.b, z.b});
  end.store_column(2, {v.c, w.c, x.c, y.c, z.c});
}

template <class Ops, bool kIsAdded>
ROOTWARD_KERNEL_TARGET inline void finish_word_tile(const IntegerTask& task, std::size_t tile, std::size_t block,
                                                    std::size_t vector) {
  const bool is_float = task.target != nullptr;
  if (task.whole == nullptr)
    return finish_word_tile<Ops, WholeEnds{kIsAdded, true, false, false}>(task, tile, block, vector);
  if (task.slopes != nullptr)
    return is_float ? finish_word_tile<Ops, WholeEnds{kIsAdded, true, true, true}>(task, tile, block, vector)
                    : finish_word_tile<Ops, WholeEnds{kIsAdded, false, true, true}>(task, tile, block, vector);
  return is_float ? finish_word_tile<Ops, WholeEnds{kIsAdded, true, true, false}>(task, tile, block, vector)
                  : finish_word_tile<Ops, WholeEnds{kIsAdded, false, true, false}>(task, tile, block, vector);
}

/// All tiles of a block. The added map may have fewer channels.
template <class Ops>
ROOTWARD_KERNEL_TARGET inline void finish_words(const IntegerTask& task, std::size_t block) {
  const bool is_added = block * kVectorsInBlock * Ops::kWidth < task.added_channels;
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t vector = 0; vector < kVectorsInBlock; ++vector)
      is_added ? finish_word_tile<Ops, true>(task, tile, block, vector)
               : finish_word_tile<Ops, false>(task, tile, block, vector);
}

template <class Ops>
ROOTWARD_KERNEL_TARGET void convolve_whole(const IntegerTask& task) {
  for (std::size_t tile = 0; tile < task.tiles; ++tile)
    for (std::size_t channel = 0; channel < task.in_stride; channel += 2 * Ops::kWidth)
      transform_word_tile<Ops>(task, tile, channel);
  for (std::size_t block = 0; block < task.blocks; ++block) {
    for (std::size_t number = 0; number < 25; ++number) multiply_words<Ops>(task, block, number);
    finish_words<Ops>(task, block);
  }
}

/// Numbers of a map become whole: `stride` of them at each point.
template <class Ops>
ROOTWARD_KERNEL_TARGET void make_whole(const WholeTask& task) {
  for (std::size_t point = 0; point < task.points; ++point) {
    const float* from = task.source + task.source_places[point];
    std::int16_t* to = task.target + task.target_places[point];
    for (std::size_t c = 0; c < task.stride; c += Ops::kWidth)
      Ops::store_whole(to + c, Ops::multiply(Ops::load(from + c), Ops::load(task.factors + c)));
  }
}

}  // namespace
}  // namespace rootward::net
