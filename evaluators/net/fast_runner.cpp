// Lays a plan out for the vector kernels: maps with a rim, channels and weights in blocks. The filters of 3x3 are
// applied directly; at these sizes that is as fast as a matrix product and needs no batch.
#include "evaluators/net/fast_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <stdexcept>

#include "evaluators/net/activation.h"
#include "evaluators/net/aligned_vector.h"
#include "evaluators/net/board_map.h"
#include "evaluators/net/integer_winograd.h"
#include "evaluators/net/narrow_layout.h"
#include "evaluators/net/pooling.h"
#include "evaluators/net/tile_convolution.h"
#include "evaluators/net/winograd.h"

namespace rootward::net {
namespace {

constexpr int kLeastForWinograd = 8;  // channels; below, the transforms cost what they save

/// A step's numbers as the kernels want them.
struct Packed {
  std::optional<WinogradConvolution> winograd;  ///< in place of weights and taps
  std::optional<TileConvolution> tiles;         ///< the same
  std::optional<IntegerConvolution> integers;   ///< the same
  AlignedVector<float> weights;
  AlignedVector<float> bias;
  std::vector<int> taps;
};

/// Two 1x1 convolutions of one map as one: the second's outputs behind the first's.
struct Joint {
  std::size_t first, second;  ///< steps
  Step step;
  Packed packed;
  BoardMap map;
};

/// Rows of `left` and `right` numbers as rows of all of them.
std::vector<float> side_by_side(const std::vector<float>& a, const std::vector<float>& b, int left, int right) {
  std::vector<float> both;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); x += left, y += right) {
    both.insert(both.end(), x, x + left);
    both.insert(both.end(), y, y + right);
  }
  return both;
}

class FastRunner final : public Runner {
 public:
  FastRunner(const Plan& plan, BoardShape board, const Kernels& kernels, const ConvolutionWay& way)
      : plan_(plan), kernels_(kernels), way_(way), points_(static_cast<std::size_t>(board.points())) {
    lay_out_maps(board);
    if (way.maxima != nullptr) way.maxima->resize(plan.steps.size());
    for (int length : plan.vectors) vectors_.emplace_back(padded(length), 0.0F);
    if (way.integers != nullptr) lay_out_whole_maps();
    if (way.tiles != nullptr) lay_out_short_maps();
    for (const Step& step : plan.steps) packed_.push_back(pack(step));
    for (std::size_t i = 0; i < plan.steps.size(); ++i) join_with_later(i, board);
  }

  void run(std::span<const float> planes, std::span<const float> globals, Output& output) override {
    BoardMap& input = maps_[0];
    const auto channels = static_cast<std::size_t>(input.channels);
    assert(planes.size() == points_ * channels);
    for (std::size_t point = 0; point < points_; ++point)
      std::copy_n(planes.data() + point * channels, channels, input.at(point));
    std::ranges::copy(globals, vectors_[0].begin());
    if (way_.tiles != nullptr && way_.tiles->begin != nullptr) way_.tiles->begin();
    auto joint = joints_.begin();
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      if (joint != joints_.end() && joint->first == i) {
        run_joint(*joint++);
      } else if (!is_joined(i)) {
        run_step(plan_.steps[i], packed_[i]);
      }
    }
    if (way_.tiles != nullptr && way_.tiles->end != nullptr) way_.tiles->end();
    read_output(output);
  }

 private:
  [[nodiscard]] std::size_t padded(int count) const {
    return (static_cast<std::size_t>(count) + kernels_.block - 1) / kernels_.block * kernels_.block;
  }
  [[nodiscard]] std::size_t in_vectors(int count) const {
    return (static_cast<std::size_t>(count) + kernels_.vector - 1) / kernels_.vector * kernels_.vector;
  }
  [[nodiscard]] bool is_narrow(int outputs) const { return static_cast<std::size_t>(outputs) <= kernels_.vector; }
  [[nodiscard]] std::size_t blocks_of(const BoardMap& map) const {
    return static_cast<std::size_t>(map.stride) / kernels_.block;
  }
  [[nodiscard]] const NarrowRole* role_of(const Step& step) const {
    return narrow_.roles.empty() ? nullptr : &narrow_.roles[index_of(step)];
  }
  [[nodiscard]] std::size_t index_of(const Step& step) const {
    return static_cast<std::size_t>(&step - plan_.steps.data());
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
    const std::size_t block = way_.tiles != nullptr ? std::max(kernels_.block, kPairSide) : kernels_.block;
    for (BoardMap& map : maps_) map.lay_out(board, static_cast<int>(block));
  }

  void lay_out_whole_maps() {
    narrow_ = lay_out_integers(plan_);
    for (const int reader : narrow_.readers) {
      const Step& step = plan_.steps[index(reader)];
      assert(!step.exponents.empty());
      whole_maps_.emplace_back(maps_[index(step.source)], step.exponents);
    }
  }

  void lay_out_short_maps() {
    narrow_ = lay_out_tiles(plan_);
    for (const int reader : narrow_.readers) short_maps_.emplace_back(maps_[index(plan_.steps[index(reader)].source)]);
    tile_sums_.resize(kSumsOfTiles);
  }

  Packed pack(const Step& step) const {
    const bool is_matrix = step.kind == StepKind::convolve || step.kind == StepKind::dense;
    if (!is_matrix) return {};
    Packed packed;
    const NarrowRole* role = role_of(step);
    if (role != nullptr && role->is_narrow) return way_.integers != nullptr ? pack_whole(step) : pack_short(step);
    const int least = step.kind == StepKind::convolve ? std::min(step.in, step.out) : 0;
    if (way_.uses_winograd && step.window == 3 && least >= kLeastForWinograd) {
      packed.bias = packed_bias(step);
      const BoardMap* added = step.added_map != kNone ? &maps_[index(step.added_map)] : nullptr;
      packed.winograd.emplace(step, maps_[index(step.source)], added, maps_[index(step.target)], kernels_);
      return packed;
    }
    return pack_directly(step);
  }

  [[nodiscard]] Packed pack_whole(const Step& step) const {
    Packed packed;
    packed.bias = packed_bias(step);
    const BoardMap* added = step.added_map != kNone ? &maps_[index(step.added_map)] : nullptr;
    try {
      packed.integers.emplace(step, maps_[index(step.source)], added, maps_[index(step.target)], *way_.integers);
      if (const Step* normalise = normalise_after(step); normalise != nullptr)
        packed.integers->normalise(*normalise, maps_[index(normalise->target)]);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("{}: {}", step_text(plan_, index_of(step)), error.what()));
    }
    return packed;
  }

  [[nodiscard]] Packed pack_short(const Step& step) const {
    Packed packed;
    packed.bias = packed_bias(step);
    packed.tiles.emplace(step, maps_[index(step.source)], normalise_after(step));
    return packed;
  }

  /// The step that a convolution's result goes through on its way to the narrow map, or null.
  [[nodiscard]] const Step* normalise_after(const Step& step) const {
    const int normalise = role_of(step)->normalise;
    return normalise != kNone ? &plan_.steps[index(normalise)] : nullptr;
  }

  /// Zeros to the end of the last block, or pair of tiles.
  [[nodiscard]] AlignedVector<float> packed_bias(const Step& step) const {
    const std::size_t unit = std::max(kernels_.block, kPairSide);
    return net::padded(step.bias, (static_cast<std::size_t>(step.out) + unit - 1) / unit * unit);
  }

  [[nodiscard]] Packed pack_directly(const Step& step) const {
    Packed packed;
    packed.bias = packed_bias(step);
    const auto out = static_cast<std::size_t>(step.out);
    const bool is_whole = step.kind == StepKind::dense || is_narrow(step.out);
    const std::size_t padded_out = is_whole ? in_vectors(step.out) : padded(step.out);
    const std::size_t block = is_whole ? padded_out : kernels_.block;
    const std::size_t rows = step.weights.size() / out;
    packed.weights.assign(rows * padded_out, 0.0F);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t o = 0; o < out; ++o)
        packed.weights[(o / block * rows + row) * block + o % block] = step.weights[row * out + o];
    if (step.kind == StepKind::convolve) packed.taps = maps_[index(step.source)].taps(step.window);
    return packed;
  }

  /// Heads read one map by 1x1 filters of few outputs: together these fill a vector.
  void join_with_later(std::size_t first, BoardShape board) {
    const Step& step = plan_.steps[first];
    if (is_joined(first) || !can_join(step)) return;
    for (std::size_t i = first + 1; i < plan_.steps.size(); ++i) {
      const Step& other = plan_.steps[i];
      const bool is_alike = can_join(other) && other.source == step.source && other.activation == step.activation;
      if (is_alike && other.target != step.target && is_narrow(step.out + other.out)) {
        const bool is_early = std::any_of(plan_.steps.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                          plan_.steps.begin() + static_cast<std::ptrdiff_t>(i),
                                          [&](const Step& between) { return touches_map(between, other.target); });
        if (!is_early) joints_.push_back(join(first, i, board));
        return;
      }
      if (writes_map(other) && other.target == step.source) return;
    }
  }
  [[nodiscard]] static bool can_join(const Step& step) {
    return step.kind == StepKind::convolve && step.window == 1 && step.added_map == kNone && step.added_vector == kNone;
  }
  [[nodiscard]] bool is_joined(std::size_t step) const {
    return std::ranges::any_of(joints_, [&](const Joint& joint) { return joint.second == step; });
  }

  [[nodiscard]] Joint join(std::size_t first, std::size_t second, BoardShape board) const {
    const Step &a = plan_.steps[first], &b = plan_.steps[second];
    Joint joint{.first = first, .second = second, .step = a, .packed = {}, .map = {}};
    Step& step = joint.step;
    step.target = kNone;
    step.out = a.out + b.out;
    step.weights = side_by_side(a.weights, b.weights, a.out, b.out);
    const std::vector<float> none_a(index(a.out), 0.0F), none_b(index(b.out), 0.0F);
    step.bias = side_by_side(a.bias.empty() ? none_a : a.bias, b.bias.empty() ? none_b : b.bias, a.out, b.out);
    joint.packed = pack_directly(step);
    joint.map.channels = step.out;
    joint.map.lay_out(board, static_cast<int>(kernels_.block));
    return joint;
  }

  void run_step(const Step& step, const Packed& packed) {
    switch (step.kind) {
      case StepKind::convolve:
        return convolve(step, packed);
      case StepKind::normalise:
        if (const NarrowRole* role = role_of(step); role != nullptr && role->is_done) return;
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

  void watch(const Step& step) {
    const BoardMap& source = maps_[index(step.source)];
    std::vector<float>& maxima = (*way_.maxima)[index_of(step)];
    maxima.resize(index(step.in), 0.0F);
    for (std::size_t point = 0; point < points_; ++point) {
      const float* numbers = source.at(point);
      for (std::size_t c = 0; c < maxima.size(); ++c) maxima[c] = numbers[c] > maxima[c] ? numbers[c] : maxima[c];
    }
  }

  void convolve_whole(const Step& step, const Packed& packed, IntegerConvolution::Ends ends) {
    const NarrowRole& role = *role_of(step);
    WholeMap& source = whole_maps_[index(role.source)];
    const BoardMap& floats = maps_[index(step.source)];
    if (role.makes_source)
      way_.integers->make_whole({.source = floats.memory.data(),
                                 .source_places = floats.places.data(),
                                 .factors = source.factors.data(),
                                 .target = source.memory.data(),
                                 .target_places = floats.places.data(),
                                 .points = points_,
                                 .stride = index(floats.stride)});
    if (!role.writes_map) ends.target = nullptr;
    if (role.target != kNone) ends.whole = &whole_maps_[index(role.target)];
    packed.integers->run(*way_.integers, source, ends, integer_scratch_);
  }

  void convolve_short(const Step& step, const Packed& packed, TileConvolution::Ends ends) {
    const NarrowRole& role = *role_of(step);
    ShortMap& source = short_maps_[index(role.source)];
    const BoardMap& floats = maps_[index(step.source)];
    if (role.makes_source)
      way_.tiles->make_short({.source = floats.memory.data(),
                              .source_places = floats.places.data(),
                              .channels = index(floats.stride),
                              .target = source.memory.data(),
                              .target_places = source.places.data(),
                              .target_chunk = source.chunk,
                              .points = points_});
    if (!role.writes_map) ends.target = nullptr;
    if (role.target != kNone) ends.shorts = &short_maps_[index(role.target)];
    packed.tiles->run(*way_.tiles, source, ends, tile_sums_.data());
  }

  void convolve(const Step& step, const Packed& packed) {
    if (way_.maxima != nullptr) watch(step);
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
    } else if (packed.integers) {
      convolve_whole(step, packed,
                     {.bias = bias, .added = added, .target = &target, .whole = nullptr, .is_rectified = is_rectified});
    } else if (packed.tiles) {
      convolve_short(
          step, packed,
          {.bias = bias, .added = added, .target = &target, .is_rectified = is_rectified, .shorts = nullptr});
    } else {
      convolve(step, packed, bias, added, target);
    }
    if (step.activation == Activation::identity || is_rectified) return;
    for (std::size_t point = 0; point < points_; ++point)
      activate(step.activation, {target.at(point), static_cast<std::size_t>(step.out)});
  }

  void run_joint(Joint& joint) {
    const Step& step = joint.step;
    convolve(step, joint.packed, joint.packed.bias.data(), nullptr, joint.map);
    BoardMap& left = maps_[index(plan_.steps[joint.first].target)];
    BoardMap& right = maps_[index(plan_.steps[joint.second].target)];
    const auto left_channels = index(left.channels), right_channels = index(right.channels);
    for (std::size_t point = 0; point < points_; ++point) {
      float* numbers = joint.map.at(point);
      if (step.activation != Activation::relu) activate(step.activation, {numbers, index(step.out)});
      std::copy_n(numbers, left_channels, left.at(point));
      std::copy_n(numbers + left_channels, right_channels, right.at(point));
    }
  }

  void convolve(const Step& step, const Packed& packed, const float* bias, const BoardMap* added, BoardMap& target) {
    const BoardMap& source = maps_[index(step.source)];
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
                       .blocks = padded(step.out) / kernels_.block,
                       .points = points_,
                       .is_rectified = step.activation == Activation::relu,
                       .is_narrow = is_narrow(step.out)});
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
    const float* source = vectors_[index(step.source)].data();
    rows_.resize(static_cast<std::size_t>(step.in));
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[count] = static_cast<std::uint32_t>(i);
      count += source[i] != 0 ? 1 : 0;
    }
    kernels_.multiply({.source = source,
                       .weights = packed.weights.data(),
                       .bias = packed.bias.data(),
                       .target = target.data(),
                       .rows = rows_.data(),
                       .row_count = count,
                       .out = in_vectors(step.out)});
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
  std::vector<Joint> joints_;  // in the order of their first steps
  AlignedVector<float> bias_, sums_, maxima_;
  std::vector<std::uint32_t> rows_;  // of a dense step's inputs, those that are not 0
  AlignedVector<float> tile_sums_;
  WinogradScratch winograd_scratch_;
  IntegerScratch integer_scratch_;
  NarrowLayout narrow_;  // of i16 and bf16; empty otherwise
  std::vector<WholeMap> whole_maps_;
  std::vector<ShortMap> short_maps_;
};

}  // namespace

std::unique_ptr<Runner> make_fast_runner(const Plan& plan, BoardShape board, const Kernels& kernels,
                                         const ConvolutionWay& way) {
  return std::make_unique<FastRunner>(plan, board, kernels, way);
}

}  // namespace rootward::net
