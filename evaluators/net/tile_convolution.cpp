// Packing, conversion and the end of a convolution on tiles.
#include "evaluators/net/tile_convolution.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace rootward::net {
namespace {

std::size_t rounded_up(std::size_t count, std::size_t unit) { return (count + unit - 1) / unit * unit; }

}  // namespace

std::uint16_t to_bf16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

TileConvolution::TileConvolution(const Step& step, const BoardMap& source)
    : channels_(rounded_up(static_cast<std::size_t>(step.in), kTileDepth)),
      outputs_(rounded_up(static_cast<std::size_t>(step.out), kTileOutputs)),
      out_(static_cast<std::size_t>(step.out)),
      taps_(source.taps(step.window)) {
  for (int& tap : taps_) tap /= source.stride;
  const auto in = static_cast<std::size_t>(step.in);
  weights_.assign(taps_.size() * channels_ * outputs_, 0);
  for (std::size_t tap = 0; tap < taps_.size(); ++tap) {
    for (std::size_t c = 0; c < in; ++c) {
      for (std::size_t o = 0; o < out_; ++o) {
        const std::size_t pair_of_tiles = o / kTileOutputs;
        const std::size_t depth_tile = (pair_of_tiles * taps_.size() + tap) * (channels_ / kTileDepth) + c / kTileDepth;
        const std::size_t tile = 2 * depth_tile + o % kTileOutputs / kTileColumns;
        const std::size_t within = (c % kTileDepth / 2 * kTileColumns + o % kTileColumns) * 2 + c % 2;
        weights_[tile * kTileDepth * kTileColumns + within] = to_bf16(step.weights[(tap * in + c) * out_ + o]);
      }
    }
  }
}

void TileConvolution::run(TileMultiply multiply, const BoardMap& source, std::span<const float> bias,
                          const BoardMap* added, bool is_rectified, BoardMap& target, TileScratch& scratch) const {
  const auto stride = static_cast<std::size_t>(source.stride);
  const std::size_t all_places = source.memory.size() / stride;
  const std::size_t first = static_cast<std::size_t>(source.places.front()) / stride;
  const std::size_t count = static_cast<std::size_t>(source.places.back()) / stride - first + 1;
  const std::size_t computed = rounded_up(count, kTilePlaces);
  // What lies beyond the map belongs to places that are thrown away.
  scratch.source.assign((all_places + kTilePlaces) * channels_, 0);
  const std::size_t copied = std::min(stride, channels_);
  for (std::size_t place = 0; place < all_places; ++place) {
    const float* from = source.memory.data() + place * stride;
    std::uint16_t* to = scratch.source.data() + place * channels_;
    for (std::size_t c = 0; c < copied; ++c) to[c] = to_bf16(from[c]);
  }
  scratch.sums.resize(computed * outputs_);
  multiply({.source = scratch.source.data() + first * channels_,
            .channels = channels_,
            .taps = taps_.data(),
            .tap_count = taps_.size(),
            .weights = weights_.data(),
            .outputs = outputs_,
            .places = count,
            .sums = scratch.sums.data()});
  const std::size_t added_channels = added != nullptr ? static_cast<std::size_t>(added->channels) : 0;
  for (std::size_t point = 0; point < target.places.size(); ++point) {
    const float* sums =
        scratch.sums.data() + (static_cast<std::size_t>(source.places[point]) / stride - first) * outputs_;
    float* to = target.at(point);
    const float* extra = added != nullptr ? added->at(point) : nullptr;
    for (std::size_t o = 0; o < added_channels; ++o) to[o] = sums[o] + bias[o] + extra[o];
    for (std::size_t o = added_channels; o < out_; ++o) to[o] = sums[o] + bias[o];
    if (!is_rectified) continue;
    for (std::size_t o = 0; o < out_; ++o) to[o] = to[o] > 0 ? to[o] : 0.0F;
  }
}

}  // namespace rootward::net
