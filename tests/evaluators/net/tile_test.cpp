// Precision bf16: the same bits by every processor's kernels, by AMX's tiles and by a plain stand-in for these; what a
// convolution's bits are; accuracy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/processor.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/tile_convolution.h"
#include "evaluators/net/way_error.h"
#include "tests/evaluators/net/tiny_nets.h"

#if defined(__x86_64__)
#define ROOTWARD_KERNEL_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")))
#define ROOTWARD_KERNEL_INLINE ROOTWARD_KERNEL_TARGET __attribute__((always_inline)) inline
#include "evaluators/net/avx512_shorts.h"
#undef ROOTWARD_KERNEL_INLINE
#endif

namespace rootward::testing {
namespace {

using net::BoardMap;
using net::Model;
using net::Output;
using net::Path;
using net::Step;
using net::TileKernels;

/// The number whose upper half these bits are.
float float_of(std::uint16_t bf16) { return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16); }

#if defined(__x86_64__)
/// Denormals are zeros.
float flushed(float x) { return std::abs(x) < 0x1p-126F ? std::copysign(0.0F, x) : x; }

ROOTWARD_KERNEL_TARGET inline __m512 all_flushed(__m512 x) {
  const __m512i bits = _mm512_castps_si512(x);
  const __mmask16 is_small = _mm512_cmp_ps_mask(_mm512_abs_ps(x), _mm512_set1_ps(0x1p-126F), _CMP_LT_OQ);
  return _mm512_castsi512_ps(_mm512_mask_and_epi32(bits, is_small, bits, _mm512_set1_epi32(INT_MIN)));
}

/// Eight tiles of 16 rows of 64 bytes, multiplied as the manual says of TDPBF16PS.
struct PlainTiles {
  using Tile = std::array<std::array<std::uint8_t, 64>, 16>;
  std::array<Tile, 8> tiles{};

  template <int T>
  void zero() {
    tiles[T] = {};
  }
  template <int T>
  void load(const void* memory, std::size_t row_bytes) {
    for (std::size_t row = 0; row < 16; ++row)
      std::memcpy(tiles[T][row].data(), static_cast<const char*>(memory) + row * row_bytes, 64);
  }
  template <int T>
  void store(void* memory, std::size_t row_bytes) {
    for (std::size_t row = 0; row < 16; ++row)
      std::memcpy(static_cast<char*>(memory) + row * row_bytes, tiles[T][row].data(), 64);
  }
  /// The first and the second numbers of a tile's pairs, row by row; denormals are zeros.
  struct Halves {
    alignas(64) std::array<std::array<float, 16>, 16> first, second;
    explicit Halves(const Tile& tile) {
      std::array<std::uint16_t, 32> pairs{};
      for (std::size_t row = 0; row < 16; ++row) {
        std::memcpy(pairs.data(), tile[row].data(), 64);
        for (std::size_t i = 0; i < 16; ++i) {
          first[row][i] = flushed(float_of(pairs[2 * i]));
          second[row][i] = flushed(float_of(pairs[2 * i + 1]));
        }
      }
    }
  };
  template <int Sum, int A, int B>
  ROOTWARD_KERNEL_TARGET void multiply() {
    const Halves a(tiles[A]), b(tiles[B]);
    for (std::size_t m = 0; m < 16; ++m) {
      __m512 first = _mm512_setzero_ps(), second = first;
      for (std::size_t k = 0; k < 16; ++k) {
        first = all_flushed(_mm512_fmadd_ps(_mm512_set1_ps(a.first[m][k]), _mm512_load_ps(b.first[k].data()), first));
        second =
            all_flushed(_mm512_fmadd_ps(_mm512_set1_ps(a.second[m][k]), _mm512_load_ps(b.second[k].data()), second));
      }
      std::uint8_t* sums = tiles[Sum][m].data();
      _mm512_storeu_ps(sums,
                       all_flushed(_mm512_add_ps(_mm512_loadu_ps(sums), all_flushed(_mm512_add_ps(first, second)))));
    }
  }
};

ROOTWARD_KERNEL_TARGET void convolve_by_stand_in(const net::TileTask& task) {
  net::TileProducts<PlainTiles> products;
  net::convolve_tiles<net::Avx512Shorts>(task, products);
}

/// What AMX's kernels are but for the registers.
constexpr TileKernels kStandIn{.convolve = convolve_by_stand_in,
                               .make_short = net::make_short<net::Avx512Shorts>,
                               .begin = nullptr,
                               .end = nullptr};

bool has_avx512_bf16() { return processor().avx512 && __builtin_cpu_supports("avx512bf16") != 0; }
#endif

/// Those that this machine can run, the plain ones first.
std::vector<std::pair<std::string, const TileKernels*>> tile_kernels_here() {
  std::vector<std::pair<std::string, const TileKernels*>> kernels{{"plain", &net::plain_tile_kernels()}};
#if defined(__x86_64__)
  if (processor().avx2 && processor().fma) kernels.emplace_back("AVX2", &net::avx2_tile_kernels());
  if (processor().avx512) kernels.emplace_back("AVX-512", &net::avx512_tile_kernels());
  if (has_avx512_bf16()) kernels.emplace_back("stand-in for AMX", &kStandIn);
  if (processor().amx && net::can_use_amx()) kernels.emplace_back("AMX", &net::amx_tile_kernels());
#elif defined(__aarch64__)
  kernels.emplace_back("NEON", &net::neon_tile_kernels());
#endif
  return kernels;
}

TEST(Bf16, RoundsToTheNearestEvenAndSmallNumbersToZero) {
  EXPECT_EQ(float_of(net::to_bf16(1.0F)), 1.0F);
  EXPECT_EQ(float_of(net::to_bf16(1.00390625F)), 1.0F);
  EXPECT_EQ(float_of(net::to_bf16(1.01171875F)), 1.015625F);
  EXPECT_EQ(float_of(net::to_bf16(-0x1p-50F)), -0x1p-50F);
  EXPECT_EQ(net::to_bf16(-0x1.fffffep-51F), 0);
}

TEST(Bf16, MapsOfEveryKernelAreRoundedAlike) {
  std::vector<float> numbers = random_numbers(64, 1);
  for (std::size_t i = 0; i < 40; ++i) numbers[i] = std::ldexp(numbers[i], -static_cast<int>(2 * i));
  numbers[40] = 1.00390625F;
  numbers[41] = -1.01171875F;
  numbers[42] = 0x1p-140F;
  numbers[43] = 0x1.fffffep-51F;
  for (const auto& [name, kernels] : tile_kernels_here()) {
    const int place = 0;
    std::vector<std::uint16_t> shorts(64);
    kernels->make_short({.source = numbers.data(),
                         .source_places = &place,
                         .channels = 64,
                         .target = shorts.data(),
                         .target_places = &place,
                         .target_chunk = net::kTileChannels,
                         .points = 1});
    for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(shorts[i], net::to_bf16(numbers[i])) << name << " " << i;
  }
}

BoardMap tile_map(net::BoardShape board, int channels, int rim) {
  BoardMap map;
  map.channels = channels;
  map.rim = rim;
  map.lay_out(board, static_cast<int>(net::kPairSide));
  return map;
}

/// One convolution and the maps around it.
struct TileCase {
  net::BoardShape board = {6, 7};
  Step step, normalise;
  bool is_normalised = false;
  BoardMap source, added, target;
  std::vector<float> bias;

  TileCase(int in, int out, int window) {
    step.window = window;
    step.in = in;
    step.out = out;
    step.weights = random_numbers(static_cast<std::size_t>(window * window * in * out), 3);
    source = tile_map(board, in, window / 2);
    added = tile_map(board, out, 1);
    target = tile_map(board, out, 2);
    fill(source, 1);
    fill(added, 2);
    bias = random_numbers(static_cast<std::size_t>(target.stride), 4);
    std::fill(bias.begin() + out, bias.end(), 0.0F);
    normalise.activation = net::Activation::relu;
    normalise.weights = random_numbers(static_cast<std::size_t>(out), 5);
    normalise.bias = random_numbers(static_cast<std::size_t>(out), 6);
  }
  void fill(BoardMap& map, std::uint64_t seed) const {
    for (std::size_t point = 0; point < map.places.size(); ++point)
      std::ranges::copy(random_numbers(static_cast<std::size_t>(map.channels), seed + 100 * point), map.at(point));
  }

  /// By the definition of tiles.h, of a point off the board 0.
  [[nodiscard]] float sum(int row, int column, std::size_t o) const {
    float all = 0;
    const int reach = step.window / 2;
    for (int tap = 0; tap < step.window * step.window; ++tap) {
      const int y = row + tap / step.window - reach, x = column + tap % step.window - reach;
      const bool is_on_board = y >= 0 && y < board.lines && x >= 0 && x < board.columns;
      for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(step.in); chunk += net::kTileChannels) {
        float halves[2] = {0, 0};
        for (std::size_t c = chunk; c < std::min(chunk + net::kTileChannels, static_cast<std::size_t>(step.in)); ++c) {
          const float number = is_on_board ? source.at(static_cast<std::size_t>(y * board.columns + x))[c] : 0.0F;
          const auto in = static_cast<std::size_t>(step.in), out = static_cast<std::size_t>(step.out);
          const float weight = step.weights[(static_cast<std::size_t>(tap) * in + c) * out + o];
          halves[c % 2] = std::fma(float_of(net::to_bf16(number)), float_of(net::to_bf16(weight)), halves[c % 2]);
        }
        all += halves[0] + halves[1];
      }
    }
    return all;
  }

  /// Runs the kernels and holds what they write against the definition.
  void expect_bits(const TileKernels& kernels, const std::string& name) {
    net::ShortMap shorts(target), short_source(source);
    kernels.make_short({.source = source.memory.data(),
                        .source_places = source.places.data(),
                        .channels = static_cast<std::size_t>(source.stride),
                        .target = short_source.memory.data(),
                        .target_places = short_source.places.data(),
                        .target_chunk = short_source.chunk,
                        .points = source.places.size()});
    std::vector<float> sums(net::kSumsOfTiles);
    if (kernels.begin != nullptr) kernels.begin();
    net::TileConvolution(step, source, is_normalised ? &normalise : nullptr)
        .run(kernels, short_source,
             {.bias = bias.data(),
              .added = &added,
              .target = &target,
              .is_rectified = !is_normalised,
              .shorts = &shorts},
             sums.data());
    if (kernels.end != nullptr) kernels.end();
    std::size_t rest = 0;
    for (std::size_t point = 0; point < target.places.size(); ++point)
      for (std::size_t o = 0; o < static_cast<std::size_t>(step.out); ++o) {
        const auto at = static_cast<int>(point);
        float number = sum(at / board.columns, at % board.columns, o) + bias[o] + added.at(point)[o];
        if (!is_normalised) number = number > 0 ? number : 0.0F;
        ASSERT_EQ(target.at(point)[o], number) << name << " " << point << " " << o;
        if (is_normalised) number = number * normalise.weights[o] + normalise.bias[o];
        std::uint16_t& narrow = shorts.memory[o / net::kTileChannels * shorts.chunk +
                                              static_cast<std::size_t>(shorts.places[point]) + o % net::kTileChannels];
        ASSERT_EQ(narrow, net::to_bf16(number > 0 ? number : 0.0F)) << name << " " << point << " " << o;
        narrow = 0;
      }
    for (const std::uint16_t number : shorts.memory) rest += number != 0 ? 1U : 0U;
    EXPECT_EQ(rest, 0U) << name << ": rims and what lies behind the last channel stay zeros";
  }
};

TEST(Tiles, ConvolutionsHaveTheBitsOfTheirDefinition) {
  for (const auto& [name, kernels] : tile_kernels_here())
    for (const int window : {1, 3, 5})
      for (const bool is_normalised : {false, true}) {
        TileCase convolution(70, 40, window);
        convolution.is_normalised = is_normalised;
        convolution.expect_bits(*kernels, fmt::format("{} {} {}", name, window, is_normalised));
      }
}

/// Numbers so small that sums would be denormals, which some processors take for zeros, count as zeros.
TEST(Tiles, SmallNumbersAreAlikeEverywhere) {
  for (const auto& [name, kernels] : tile_kernels_here())
    for (const int exponent : {-45, -49, -55, -64, -100, -130}) {
      TileCase convolution(40, 33, 3);
      std::ranges::fill(convolution.added.memory, 0.0F);
      std::ranges::fill(convolution.bias, 0.0F);
      for (float& number : convolution.source.memory) number = std::ldexp(number, exponent);
      for (float& weight : convolution.step.weights) weight = std::ldexp(weight, exponent);
      convolution.expect_bits(*kernels, fmt::format("{} 2^{}", name, exponent));
    }
}

Output run(const Model& model, int size, net::Runner& runner) {
  const auto points = static_cast<std::size_t>(size * size);
  Output output;
  runner.run(random_numbers(points * static_cast<std::size_t>(net::plane_count(model.planes)), 1),
             random_numbers(static_cast<std::size_t>(net::global_count(model.planes)), 2), output);
  return output;
}

/// Every kind of kernels gives the same bits, and they are near the reference's numbers.
void expect_alike(const Model& model, int size, const std::string& what) {
  const Output expected = run(model, size, *net::make_runner(model.plan, size, Path::eigen));
  Output plain;
  for (const auto& [name, kernels] : tile_kernels_here()) {
    const auto runner = net::make_fast_runner(model.plan, size, net::plain_fused_kernels(), {.tiles = kernels});
    for (int turn = 0; turn < 2; ++turn) {  // a runner is as good as new after an evaluation
      const Output output = run(model, size, *runner);
      if (plain.policy.empty()) plain = output;
      EXPECT_EQ(output.policy, plain.policy) << what << " " << name;
      EXPECT_EQ(output.value, plain.value) << what << " " << name;
      EXPECT_EQ(output.error, plain.error) << what << " " << name;
    }
  }
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < expected.policy.size(); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(expected.policy[i])));
    difference = std::max(difference, static_cast<double>(std::abs(expected.policy[i] - plain.policy[i])));
  }
  EXPECT_LT(difference, 0.05 * largest + 0.01) << what;
  EXPECT_GT(difference, 0.0) << what << ": nothing was computed in bf16";
  EXPECT_NEAR(plain.value, expected.value, 0.05) << what;
}

TEST(Tiles, NetworksHaveTheSameBitsByEveryKernel) {
  for (const bool is_pre : {false, true})
    for (const bool has_stem : {false, true}) {
      ResidualShape shape;
      shape.size = 5;
      shape.filters = 40;
      shape.is_pre_activation = is_pre;
      shape.has_stem = has_stem;
      expect_alike(net::residual_model(random_residual(shape, 3)), 5, fmt::format("pre {} stem {}", is_pre, has_stem));
    }
  for (const auto& [version, size] : {std::pair(8, 9), std::pair(11, 7)}) {  // relu and mish
    KatagoShape katago;
    katago.version = version;
    katago.channels = 36;
    expect_alike(net::katago_model(random_katago(katago, 3)), size, fmt::format("katago {}", version));
  }
}

/// Floats beside the convolutions have the bits of processors with a fused multiply-add.
TEST(Tiles, FusedNumbersAreThereWithoutThem) {
  if (net::choose_path("auto") != Path::f32_fma) GTEST_SKIP() << "this processor has no fused multiply-add";
  const Model model = net::katago_model(random_katago({.channels = 36}, 5));
  const Output fused = run(model, 9, *net::make_runner(model.plan, 9, Path::f32_fma));
  const Output plain = run(model, 9, *net::make_fast_runner(model.plan, 9, net::plain_fused_kernels(), {}));
  EXPECT_EQ(plain.policy, fused.policy);
  EXPECT_EQ(plain.value, fused.value);
}

TEST(Tiles, NumbersAreThoseOfEveryMachine) {
  KatagoShape shape;
  shape.channels = 40;
  const Model model = net::katago_model(random_katago(shape, 5));
  const Output output = run(model, 9, *net::make_runner(model.plan, 9, Path::bf16));
  EXPECT_EQ(fmt::format("{:a}", output.policy[0]), "-0x1.c1c67ep-3");
  EXPECT_EQ(fmt::format("{:a}", output.policy[40]), "-0x1.81c084p-2");
  EXPECT_EQ(fmt::format("{:a}", output.value), "-0x1.51910abd0d5e1p-2");
}

/// Positions of games that the network plays, by every kind of kernels; the bars are those for stored games.
TEST(Tiles, TheNetworkInsideTheProgramIsExactEnoughAndAlikeEverywhere) {
  const Model model = net::load_model("builtin:go9-4x32");
  const auto positions = net::played_positions(model, 300, 5);
  const auto reference = net::make_runner(model.plan, 9, Path::f32_plain);
  const auto chosen = net::make_runner(model.plan, 9, Path::bf16);
  const net::WayError error = net::way_error(*reference, *chosen, positions);
  EXPECT_LT(error.divergence, 6e-5);
  EXPECT_GT(error.divergence, 1e-7) << "nothing was computed in bf16";
  EXPECT_LT(error.value_rms, 4.5e-3);
  EXPECT_GE(error.same_move, 0.99);
  Output expected, output;
  for (const auto& [name, kernels] : tile_kernels_here()) {
    const auto runner = net::make_fast_runner(model.plan, 9, net::plain_fused_kernels(), {.tiles = kernels});
    for (std::size_t i = 0; i < positions.size(); i += 30) {
      chosen->run(positions[i].planes, positions[i].globals, expected);
      runner->run(positions[i].planes, positions[i].globals, output);
      ASSERT_EQ(output.policy, expected.policy) << name << " " << i;
      ASSERT_EQ(output.value, expected.value) << name << " " << i;
    }
  }
}

}  // namespace
}  // namespace rootward::testing

#undef ROOTWARD_KERNEL_TARGET
