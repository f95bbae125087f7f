// Scales and packing for the kernels' convolution in whole numbers.
#include "evaluators/net/integer_winograd.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "evaluators/net/winograd.h"

namespace rootward::net {
namespace {

constexpr std::size_t kProducts = 25;
constexpr double kLargestWord = 32767;
/// By how much rounding the weights of one input may change a sum: half of each of 25 products' 18 times the largest
/// activation, where A^T .. A takes 49 times at most.
constexpr double kRoundingOfAnInput = 0.5 * 49 * 18 * kLargestActivation;
constexpr double kLargestSum = 2147483647 - 65536;  // and room for a scale that is rounded to a float

/// One output's weights of every input, transformed, as multiples of its scale.
class ScaledFilters {
 public:
  ScaledFilters(const Step& step, std::size_t output)
      : in_(static_cast<std::size_t>(step.in)), transformed_(in_ * kProducts) {
    const auto out = static_cast<std::size_t>(step.out);
    double positive = 0, negative = 0, largest = 0;
    for (std::size_t i = 0; i < in_; ++i) {
      std::array<double, 9> filter{};
      for (std::size_t tap = 0; tap < filter.size(); ++tap) {
        filter[tap] = std::ldexp(static_cast<double>(step.weights[(tap * in_ + i) * out + output]), -step.exponents[i]);
        (filter[tap] > 0 ? positive : negative) += std::abs(filter[tap]);
      }
      transform_filter(filter.data(), transformed_.data() + i * kProducts);
    }
    for (const double number : transformed_) largest = std::max(largest, std::abs(number));
    const double room = kLargestSum - static_cast<double>(in_) * kRoundingOfAnInput;
    if (room < kLargestSum / 2) throw std::invalid_argument(fmt::format("{} inputs are too many for i16", in_));
    const double needed = std::max(largest / kLargestWord, std::max(positive, negative) * kLargestActivation / room);
    scale_ = static_cast<float>(needed);
    if (needed == 0) scale_ = 1;
    if (!std::isnormal(scale_))
      throw std::invalid_argument(
          fmt::format("the weights of output {} do not fit i16: their scale would be {:g}", output, needed));
  }
  [[nodiscard]] float scale() const { return scale_; }
  [[nodiscard]] std::int16_t word(std::size_t input, std::size_t number) const {
    const double whole = std::nearbyint(transformed_[input * kProducts + number] / static_cast<double>(scale_));
    return static_cast<std::int16_t>(std::clamp(whole, -kLargestWord, kLargestWord));
  }

 private:
  std::size_t in_;
  std::vector<double> transformed_;  // [input][product]
  float scale_ = 1;
};

}  // namespace

WholeMap::WholeMap(const BoardMap& map, const std::vector<int>& exponents)
    : memory(map.memory.size(), 0), factors(static_cast<std::size_t>(map.stride), 0.0F) {
  for (std::size_t c = 0; c < exponents.size(); ++c) factors[c] = std::ldexp(1.0F, exponents[c]);
}

IntegerConvolution::IntegerConvolution(const Step& step, const BoardMap& source, const BoardMap* added,
                                       const BoardMap& target, const IntegerKernels& kernels)
    : block_(kernels.direct.block),
      in_stride_(static_cast<std::size_t>(source.stride)),
      out_stride_(static_cast<std::size_t>(target.stride)),
      pairs_((static_cast<std::size_t>(step.in) + 1) / 2),
      source_places_(tile_places(source, 5, -1, 0)),  // a map begins with its rim
      added_places_(added != nullptr ? tile_places(*added, 3, 0, -1) : std::vector<int>{}),
      target_places_(tile_places(target, 3, 0, -1)),
      whole_places_(target_places_) {
  tiles_ = target_places_.size() / 9;
  pack(step, kernels);
}

void IntegerConvolution::normalise(const Step& step, const BoardMap& target) {
  slopes_ = padded(step.weights, out_stride_);
  offsets_ = padded(step.bias, out_stride_);
  whole_places_ = tile_places(target, 3, 0, -1);
}

void IntegerConvolution::pack(const Step& step, const IntegerKernels& kernels) {
  const std::size_t width = kernels.direct.vector;
  weights_.assign(kProducts * pairs_ * 2 * out_stride_, 0);
  scales_.assign(out_stride_, 0.0F);
  for (std::size_t o = 0; o < static_cast<std::size_t>(step.out); ++o) {
    const ScaledFilters filters(step, o);
    scales_[o] = filters.scale();
    const std::size_t vector = o % block_ / width, lane = o % width;
    for (std::size_t i = 0; i < static_cast<std::size_t>(step.in); ++i)
      for (std::size_t number = 0; number < kProducts; ++number) {
        const std::size_t pair = (o / block_ * kProducts + number) * pairs_ + i / 2;
        const std::size_t within = kernels.keeps_pairs_apart ? i % 2 * width + lane : 2 * lane + i % 2;
        weights_[pair * 2 * block_ + vector * 2 * width + within] = filters.word(i, number);
      }
  }
}

void IntegerConvolution::run(const IntegerKernels& kernels, const WholeMap& source, const Ends& ends,
                             IntegerScratch& scratch) const {
  scratch.transformed.resize(std::max(scratch.transformed.size(), kProducts * tiles_ * in_stride_));
  scratch.products.resize(std::max(scratch.products.size(), kProducts * tiles_ * block_));
  kernels.convolve({.source = source.memory.data(),
                    .source_places = source_places_.data(),
                    .tiles = tiles_,
                    .pairs = pairs_,
                    .in_stride = in_stride_,
                    .blocks = out_stride_ / block_,
                    .transformed = scratch.transformed.data(),
                    .products = scratch.products.data(),
                    .weights = weights_.data(),
                    .scales = scales_.data(),
                    .bias = ends.bias,
                    .added = ends.added != nullptr ? ends.added->memory.data() : nullptr,
                    .added_places = added_places_.data(),
                    .added_channels = ends.added != nullptr ? static_cast<std::size_t>(ends.added->stride) : 0,
                    .target = ends.target != nullptr ? ends.target->memory.data() : nullptr,
                    .target_places = target_places_.data(),
                    .whole = ends.whole != nullptr ? ends.whole->memory.data() : nullptr,
                    .whole_places = whole_places_.data(),
                    .factors = ends.whole != nullptr ? ends.whole->factors.data() : nullptr,
                    .slopes = slopes_.empty() ? nullptr : slopes_.data(),
                    .offsets = offsets_.data(),
                    .is_rectified = ends.is_rectified});
}

}  // namespace rootward::net
