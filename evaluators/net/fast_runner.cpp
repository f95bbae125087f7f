// Lays a plan out for the vector kernels: maps with a rim, channels and weights in blocks. The filters of 3x3 are
// applied directly; at these sizes that is as fast as a matrix product and needs no batch.
#include "evaluators/net/fast_runner.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "evaluators/net/activation.h"
#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/pooling.h"
#include "evaluators/net/tile_convolution.h"
#include "evaluators/net/winograd.h"

namespace rootward::net {
namespace {

constexpr int kLeastForTiles = 16;    // channels; below, half a tile would be zeros
constexpr int kLeastForWinograd = 8;  // channels; below, the transforms cost what they save

/// A step's numbers as the kernels want them.
struct Packed {
  std::optional<WinogradConvolution> winograd;  ///< in place of weights and taps
  std::optional<TileConvolution> tiles;         ///< the same
  AlignedVector<float> weights;
  AlignedVector<float> bias;
  std::vector<int> taps;
};

class FastRunner final : public Runner {
 public:
  FastRunner(const Plan& plan, BoardShape board, const Kernels& kernels, const ConvolutionWay& way)
      : plan_(plan), kernels_(kernels), way_(way), points_(static_cast<std::size_t>(board.points())) {
    lay_out_maps(board);
    for (int length : plan.vectors) vectors_.emplace_back(padded(length), 0.0F);
    for (const Step& step : plan.steps) packed_.push_back(pack(step));
  }

  void run(std::span<const float> planes, std::span<const float> globals, Output& output) override {
    BoardMap& input = maps_[0];
    const auto channels = static_cast<std::size_t>(input.channels);
    assert(planes.size() == points_ * channels);
    for (std::size_t point = 0; point < points_; ++point)
      std::copy_n(planes.data() + point * channels, channels, input.at(point));
    std::ranges::copy(globals, vectors_[0].begin());
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) run_step(plan_.steps[i], packed_[i]);
    read_output(output);
  }

 private:
  [[nodiscard]] std::size_t padded(int count) const {
    return (static_cast<std::size_t>(count) + kernels_.block - 1) / kernels_.block * kernels_.block;
  }
  [[nodiscard]] std::size_t blocks_of(const BoardMap& map) const {
    return static_cast<std::size_t>(map.stride) / kernels_.block;
  }
  static std::size_t index(int register_number) { return static_cast<std::size_t>(register_number); }

  void lay_out_maps(BoardShape board) {
    for (int channels : plan_.maps) {
      maps_.emplace_back();
      maps_.back().channels = channels;
    }
    for (const Step& step : plan_.steps) {
      if (step.kind != StepKind::convolve) continue;
      BoardMap& source = maps_[index(step.source)];
      source.rim = std::max(source.rim, step.window / 2);
    }
    for (BoardMap& map : maps_) map.lay_out(board, static_cast<int>(kernels_.block));
  }

  Packed pack(const Step& step) const {
    Packed packed;
    const bool is_matrix = step.kind == StepKind::convolve || step.kind == StepKind::dense;
    if (!is_matrix) return packed;
    packed.bias.assign(padded(step.out), 0.0F);
    std::ranges::copy(step.bias, packed.bias.begin());
    const int least = step.kind == StepKind::convolve ? std::min(step.in, step.out) : 0;
    if (way_.uses_winograd && step.window == 3 && least >= kLeastForWinograd) {
      const BoardMap* added = step.added_map != kNone ? &maps_[index(step.added_map)] : nullptr;
      packed.winograd.emplace(step, maps_[index(step.source)], added, maps_[index(step.target)], kernels_);
      return packed;
    }
    if (way_.tiles != nullptr && least >= kLeastForTiles) {
      packed.tiles.emplace(step, maps_[index(step.source)]);
      return packed;
    }
    const auto out = static_cast<std::size_t>(step.out);
    const std::size_t padded_out = padded(step.out);
    const std::size_t rows = step.weights.size() / out;
    packed.weights.assign(rows * padded_out, 0.0F);
    const std::size_t block = kernels_.block;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t o = 0; o < out; ++o) {
        const std::size_t place =
            step.kind == StepKind::dense ? row * padded_out + o : (o / block * rows + row) * block + o % block;
        packed.weights[place] = step.weights[row * out + o];
      }
    }
    if (step.kind == StepKind::convolve) packed.taps = maps_[index(step.source)].taps(step.window);
    return packed;
  }

  void run_step(const Step& step, const Packed& packed) {
    switch (step.kind) {
      case StepKind::convolve:
        return convolve(step, packed);
      case StepKind::normalise:
        return normalise(step);
      case StepKind::add_points:
        return add_points(step);
      case StepKind::pool:
      case StepKind::pool_value:
        return pool(step);
      case StepKind::flatten:
        return flatten(step);
      case StepKind::dense:
        return multiply(step, packed);
    }
  }

  void convolve(const Step& step, const Packed& packed) {
    const BoardMap& source = maps_[index(step.source)];
    BoardMap& target = maps_[index(step.target)];
    const float* bias = packed.bias.data();
    if (step.added_vector != kNone) {
      const AlignedVector<float>& vector = vectors_[index(step.added_vector)];
      bias_.assign(packed.bias.begin(), packed.bias.end());
      for (std::size_t i = 0; i < static_cast<std::size_t>(step.out); ++i) bias_[i] += vector[i];
      bias = bias_.data();
    }
    const BoardMap* added = step.added_map != kNone ? &maps_[index(step.added_map)] : nullptr;
    const bool is_rectified = step.activation == Activation::relu;
    if (packed.winograd) {
      packed.winograd->run(kernels_, source, bias, added, is_rectified, target, winograd_scratch_);
    } else if (packed.tiles) {
      const std::span<const float> biases(bias, packed.bias.size());
      packed.tiles->run(way_.tiles, source, biases, added, is_rectified, target, scratch_);
    } else {
      convolve(step, packed, bias, added);
    }
    if (step.activation == Activation::identity || is_rectified) return;
    for (std::size_t point = 0; point < points_; ++point)
      activate(step.activation, {target.at(point), static_cast<std::size_t>(step.out)});
  }

  void convolve(const Step& step, const Packed& packed, const float* bias, const BoardMap* added) {
    const BoardMap& source = maps_[index(step.source)];
    BoardMap& target = maps_[index(step.target)];
    kernels_.convolve({.source = source.memory.data(),
                       .source_places = source.places.data(),
                       .taps = packed.taps.data(),
                       .tap_count = packed.taps.size(),
                       .in = static_cast<std::size_t>(step.in),
                       .weights = packed.weights.data(),
                       .bias = bias,
                       .added = added != nullptr ? added->memory.data() : nullptr,
                       .added_places = added != nullptr ? added->places.data() : nullptr,
                       .added_blocks = added != nullptr ? blocks_of(*added) : 0,
                       .target = target.memory.data(),
                       .target_places = target.places.data(),
                       .blocks = blocks_of(target),
                       .points = points_,
                       .is_rectified = step.activation == Activation::relu});
  }

  void normalise(const Step& step) {
    const BoardMap& source = maps_[index(step.source)];
    BoardMap& target = maps_[index(step.target)];
    const auto channels = static_cast<std::size_t>(step.in);
    const float* weights = step.weights.data();
    bias_.assign(channels, 0.0F);
    std::ranges::copy(step.bias, bias_.begin());
    const float* bias = bias_.data();
    for (std::size_t point = 0; point < points_; ++point) {
      const float* from = source.at(point);
      float* to = target.at(point);
      for (std::size_t c = 0; c < channels; ++c) to[c] = from[c] * weights[c] + bias[c];
      activate(step.activation, {to, channels});
    }
  }

  void add_points(const Step& step) {
    BoardMap& map = maps_[index(step.target)];
    const auto channels = static_cast<std::size_t>(step.in);
    for (std::size_t point = 0; point < points_; ++point) {
      float* numbers = map.at(point);
      for (std::size_t c = 0; c < channels; ++c) numbers[c] += step.bias[point * channels + c];
      activate(step.activation, {numbers, channels});
    }
  }

  void pool(const Step& step) {
    const BoardMap& source = maps_[index(step.source)];
    const auto channels = static_cast<std::size_t>(step.in);
    sums_.assign(channels, 0.0F);
    maxima_.assign(channels, -std::numeric_limits<float>::infinity());
    for (std::size_t point = 0; point < points_; ++point) {
      const float* numbers = source.at(point);
      for (std::size_t c = 0; c < channels; ++c) sums_[c] += numbers[c];
      for (std::size_t c = 0; c < channels; ++c) maxima_[c] = numbers[c] > maxima_[c] ? numbers[c] : maxima_[c];
    }
    finish_pool(step.kind, static_cast<int>(points_), step.in, sums_.data(), maxima_.data(),
                vectors_[index(step.target)].data());
  }

  void flatten(const Step& step) {
    const BoardMap& source = maps_[index(step.source)];
    const auto channels = static_cast<std::size_t>(step.in);
    float* to = vectors_[index(step.target)].data();
    for (std::size_t point = 0; point < points_; ++point)
      std::copy_n(source.at(point), channels, to + point * channels);
  }

  void multiply(const Step& step, const Packed& packed) {
    AlignedVector<float>& target = vectors_[index(step.target)];
    kernels_.multiply({.source = vectors_[index(step.source)].data(),
                       .weights = packed.weights.data(),
                       .bias = packed.bias.data(),
                       .target = target.data(),
                       .in = static_cast<std::size_t>(step.in),
                       .out = target.size()});
    activate(step.activation, {target.data(), static_cast<std::size_t>(step.out)});
  }

  void read_output(Output& output) const {
    if (plan_.policy_vector != kNone) {
      output.policy.resize(static_cast<std::size_t>(plan_.vectors[index(plan_.policy_vector)]));
      std::copy_n(vectors_[index(plan_.policy_vector)].begin(), output.policy.size(), output.policy.begin());
    } else {
      output.policy.resize(points_ + 1);
      for (std::size_t point = 0; point < points_; ++point)
        output.policy[point] = *maps_[index(plan_.policy_map)].at(point);
      output.policy[points_] = vectors_[index(plan_.pass_vector)][0];
    }
    output.value = value_of(plan_.value_kind, vectors_[index(plan_.value_vector)]);
    if (plan_.error_vector != kNone)
      output.error =
          error_of(plan_, static_cast<double>(vectors_[index(plan_.error_vector)][index(plan_.error_index)]));
  }

  const Plan& plan_;
  const Kernels& kernels_;
  ConvolutionWay way_;
  std::size_t points_;
  std::vector<BoardMap> maps_;
  std::vector<AlignedVector<float>> vectors_;
  std::vector<Packed> packed_;
  AlignedVector<float> bias_, sums_, maxima_;
  TileScratch scratch_;
  WinogradScratch winograd_scratch_;
};

}  // namespace

std::unique_ptr<Runner> make_fast_runner(const Plan& plan, BoardShape board, const Kernels& kernels,
                                         const ConvolutionWay& way) {
  return std::make_unique<FastRunner>(plan, board, kernels, way);
}

}  // namespace rootward::net
