// Packing for the kernels' Winograd convolution.
#include "evaluators/net/winograd.h"

#include <array>

namespace rootward::net {
namespace {

constexpr std::size_t kProducts = 25;
constexpr std::array<std::array<double, 3>, 5> kFilterTransform{{{1.0 / 2, 0, 0},
                                                                 {-1.0 / 2, -1.0 / 2, -1.0 / 2},
                                                                 {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                                 {1.0 / 6, 1.0 / 3, 2.0 / 3},
                                                                 {0, 0, 1}}};

}  // namespace

void transform_filter(const double* filter, double* transformed) {
  for (std::size_t row = 0; row < 5; ++row)
    for (std::size_t column = 0; column < 5; ++column) {
      double sum = 0;
      for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 3; ++x)
          sum += kFilterTransform[row][y] * filter[y * 3 + x] * kFilterTransform[column][x];
      transformed[row * 5 + column] = sum;
    }
}

std::vector<int> tile_places(const BoardMap& map, int size, int offset, int outside) {
  const int columns = map.columns, lines = static_cast<int>(map.places.size()) / columns;
  std::vector<int> places;
  for (int top = 0; top < lines; top += 3)
    for (int left = 0; left < columns; left += 3)
      for (int row = top + offset; row < top + offset + size; ++row)
        for (int column = left + offset; column < left + offset + size; ++column) {
          const bool is_on_board = row >= 0 && row < lines && column >= 0 && column < columns;
          const int point = row * columns + column;
          places.push_back(is_on_board ? map.places[static_cast<std::size_t>(point)] : outside);
        }
  return places;
}

WinogradConvolution::WinogradConvolution(const Step& step, const BoardMap& source, const BoardMap* added,
                                         const BoardMap& target, const Kernels& kernels)
    : in_(static_cast<std::size_t>(step.in)),
      in_stride_(static_cast<std::size_t>(source.stride)),
      out_stride_(static_cast<std::size_t>(target.stride)),
      source_places_(tile_places(source, 5, -1, 0)),  // a map begins with its rim
      added_places_(added != nullptr ? tile_places(*added, 3, 0, -1) : std::vector<int>{}),
      target_places_(tile_places(target, 3, 0, -1)) {
  tiles_ = target_places_.size() / 9;
  pack(step, kernels.block);
}

void WinogradConvolution::pack(const Step& step, std::size_t block) {
  const auto out = static_cast<std::size_t>(step.out);
  weights_.assign(kProducts * in_ * out_stride_, 0.0F);
  for (std::size_t i = 0; i < in_; ++i)
    for (std::size_t o = 0; o < out; ++o) {
      std::array<double, 9> filter{};
      std::array<double, kProducts> transformed{};
      for (std::size_t tap = 0; tap < filter.size(); ++tap)
        filter[tap] = static_cast<double>(step.weights[(tap * in_ + i) * out + o]);
      transform_filter(filter.data(), transformed.data());
      for (std::size_t number = 0; number < kProducts; ++number)
        weights_[number * in_ * out_stride_ + (o / block * in_ + i) * block + o % block] =
            static_cast<float>(transformed[number]);
    }
}

void WinogradConvolution::run(const Kernels& kernels, const BoardMap& source, const float* bias, const BoardMap* added,
                              bool is_rectified, BoardMap& target, WinogradScratch& scratch) const {
  scratch.transformed.resize(kProducts * tiles_ * in_stride_);
  scratch.products.resize(kProducts * tiles_ * out_stride_);
  kernels.convolve_winograd({.source = source.memory.data(),
                             .source_places = source_places_.data(),
                             .tiles = tiles_,
                             .in = in_,
                             .in_stride = in_stride_,
                             .out_stride = out_stride_,
                             .transformed = scratch.transformed.data(),
                             .products = scratch.products.data(),
                             .weights = weights_.data(),
                             .bias = bias,
                             .added = added != nullptr ? added->memory.data() : nullptr,
                             .added_places = added_places_.data(),
                             .added_channels = added != nullptr ? static_cast<std::size_t>(added->stride) : 0,
                             .target = target.memory.data(),
                             .target_places = target_places_.data(),
                             .is_rectified = is_rectified});
}

}  // namespace rootward::net
