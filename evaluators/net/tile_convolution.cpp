// Packing for convolutions in bf16.
#include "evaluators/net/tile_convolution.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace rootward::net {
namespace {

std::size_t rounded_up(std::size_t count, std::size_t unit) { return (count + unit - 1) / unit * unit; }

/// A place's number of a map.
int place_of(const BoardMap& map, std::size_t point) { return map.places[point] / map.stride; }

}  // namespace

std::uint16_t to_bf16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::abs(x) >= kLeastShort ? static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16)
                                    : std::uint16_t{0};
}

ShortMap::ShortMap(const BoardMap& map) {
  constexpr auto kNumbers = static_cast<int>(kTileChannels);
  const std::size_t all_places = map.memory.size() / static_cast<std::size_t>(map.stride);
  const std::size_t chunks = rounded_up(static_cast<std::size_t>(map.channels), kTileChannels) / kTileChannels;
  chunk = all_places * kTileChannels;
  for (std::size_t point = 0; point < map.places.size(); ++point) places.push_back(place_of(map, point) * kNumbers);
  memory.assign(chunks * chunk + kPairSide * kTileChannels, 0);  // the last pair of tiles may begin at the last point
}

TileConvolution::TileConvolution(const Step& step, const BoardMap& source, const Step* normalise)
    : chunks_(rounded_up(static_cast<std::size_t>(step.in), kTileChannels) / kTileChannels),
      outputs_(rounded_up(static_cast<std::size_t>(step.out), kPairSide)),
      taps_(source.taps(step.window)) {
  for (int& tap : taps_) tap = tap / source.stride * static_cast<int>(kTileChannels);
  for (std::size_t point = 0; point < source.places.size(); ++point)
    rows_.push_back(place_of(source, point) - place_of(source, 0));
  pack(step);
  if (normalise == nullptr) return;
  factors_ = padded(normalise->weights, outputs_);
  offsets_ = padded(normalise->bias, outputs_);
  is_normal_rectified_ = normalise->activation == Activation::relu;
}

void TileConvolution::pack(const Step& step) {
  const auto in = static_cast<std::size_t>(step.in), out = static_cast<std::size_t>(step.out);
  weights_.assign(taps_.size() * chunks_ * kTileChannels * outputs_, 0);
  for (std::size_t tap = 0; tap < taps_.size(); ++tap)
    for (std::size_t c = 0; c < in; ++c)
      for (std::size_t o = 0; o < out; ++o) {
        const std::size_t pair = (o / kPairSide * taps_.size() + tap) * chunks_ + c / kTileChannels;
        const std::size_t tile = 2 * pair + o % kPairSide / kTileRows;
        const std::size_t within = (c % kTileChannels / 2 * kTileRows + o % kTileRows) * 2 + c % 2;
        weights_[tile * kPairWeights / 2 + within] = to_bf16(step.weights[(tap * in + c) * out + o]);
      }
}

void TileConvolution::run(const TileKernels& kernels, const ShortMap& source, const Ends& ends, float* sums) const {
  kernels.convolve({.source = source.memory.data() + source.places.front(),
                    .source_chunk = source.chunk,
                    .chunks = chunks_,
                    .taps = taps_.data(),
                    .tap_count = taps_.size(),
                    .weights = weights_.data(),
                    .outputs = outputs_,
                    .rows = rows_.data(),
                    .points = rows_.size(),
                    .sums = sums,
                    .bias = ends.bias,
                    .added = ends.added != nullptr ? ends.added->memory.data() : nullptr,
                    .added_places = ends.added != nullptr ? ends.added->places.data() : nullptr,
                    .added_outputs = ends.added != nullptr ? static_cast<std::size_t>(ends.added->stride) : 0,
                    .target = ends.target != nullptr ? ends.target->memory.data() : nullptr,
                    .target_places = ends.target != nullptr ? ends.target->places.data() : nullptr,
                    .is_rectified = ends.is_rectified,
                    .shorts = ends.shorts != nullptr ? ends.shorts->memory.data() : nullptr,
                    .short_places = ends.shorts != nullptr ? ends.shorts->places.data() : nullptr,
                    .short_chunk = ends.shorts != nullptr ? ends.shorts->chunk : 0,
                    .factors = factors_.empty() ? nullptr : factors_.data(),
                    .offsets = offsets_.data(),
                    .is_rectified_short = is_normal_rectified_});
}

}  // namespace rootward::net
