// The arithmetic on tiles, by a plain stand-in for AMX's registers with the same layout; on a machine with AMX also by
// the registers themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "evaluators/net/fast_runner.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/tile_body.h"
#include "evaluators/net/tile_convolution.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::Output;

/// The number whose upper half these bits are.
float float_of(std::uint16_t bf16) { return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16); }

/// Eight tiles of 16 rows of 64 bytes, multiplied as the manual says of TDPBF16PS: sum[m][n] += a[m][2k] b[k][2n] +
/// a[m][2k + 1] b[k][2n + 1].
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
  template <class Number>
  static Number get(const Tile& tile, std::size_t row, std::size_t column) {
    Number number;
    std::memcpy(&number, tile[row].data() + column * sizeof(Number), sizeof(Number));
    return number;
  }
  template <int Sum, int A, int B>
  void multiply() {
    for (std::size_t m = 0; m < 16; ++m) {
      for (std::size_t n = 0; n < 16; ++n) {
        auto sum = get<float>(tiles[Sum], m, n);
        for (std::size_t k = 0; k < 16; ++k)
          for (std::size_t half = 0; half < 2; ++half)
            sum += float_of(get<std::uint16_t>(tiles[A], m, 2 * k + half)) *
                   float_of(get<std::uint16_t>(tiles[B], k, 2 * n + half));
        std::memcpy(tiles[Sum][m].data() + n * sizeof(float), &sum, sizeof sum);
      }
    }
  }
};

void plain_multiply(const net::TileTask& task) {
  PlainTiles tiles;
  net::multiply_tiles(task, tiles);
}

TEST(Bf16, RoundsToTheNearestEven) {
  EXPECT_EQ(float_of(net::to_bf16(1.0F)), 1.0F);
  EXPECT_EQ(float_of(net::to_bf16(1.00390625F)), 1.0F);
  EXPECT_EQ(float_of(net::to_bf16(1.01171875F)), 1.015625F);
}

Output run(const net::Model& model, int size, net::Runner& runner) {
  const auto points = static_cast<std::size_t>(size * size);
  Output output;
  runner.run(random_numbers(points * static_cast<std::size_t>(net::plane_count(model.planes)), 1),
             random_numbers(static_cast<std::size_t>(net::global_count(model.planes)), 2), output);
  return output;
}

/// The plan with everything that tiles would round rounded before: weights of large convolutions.
void expect_tiles_agree(const net::Model& model, int size, net::TileMultiply multiply) {
  const Output expected = run(model, size, *net::make_runner(model.plan, size, net::Path::eigen));
  const Output tiled =
      run(model, size, *net::make_fast_runner(model.plan, size, net::plain_kernels(), {.tiles = multiply}));
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < expected.policy.size(); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(expected.policy[i])));
    difference = std::max(difference, static_cast<double>(std::abs(expected.policy[i] - tiled.policy[i])));
  }
  EXPECT_LT(difference, 0.05 * largest + 0.01) << size;
  EXPECT_GT(difference, 0.0) << "nothing was computed in bf16";
  EXPECT_NEAR(tiled.value, expected.value, 0.05);
}

void expect_all_agree(net::TileMultiply multiply) {
  for (const int size : {5, 9, 13}) {
    ResidualShape shape;
    shape.size = size;
    shape.filters = 40;
    expect_tiles_agree(net::residual_model(random_residual(shape, 3)), size, multiply);
    KatagoShape katago;
    katago.channels = 36;
    expect_tiles_agree(net::katago_model(random_katago(katago, 3)), size, multiply);
  }
}

/// With numbers that bf16 holds exactly, the convolution is exact.
void expect_exact(net::TileMultiply multiply) {
  constexpr int kSize = 6;
  net::Step step;
  step.window = 3;
  step.in = 35;
  step.out = 50;
  for (std::size_t i = 0; i < std::size_t{9} * 35 * 50; ++i)
    step.weights.push_back(static_cast<float>(static_cast<int>(i * 7 % 11) - 5));
  net::BoardMap source, target;
  source.channels = 35;
  source.rim = 1;
  source.lay_out(kSize, 8);
  target.channels = 50;
  target.lay_out(kSize, 8);
  for (std::size_t point = 0; point < 36; ++point)
    for (std::size_t c = 0; c < 35; ++c)
      source.at(point)[c] = static_cast<float>(static_cast<int>((point * 5 + c) % 9) - 4);
  const std::vector<float> bias(50, 0.5F);
  net::TileScratch scratch;
  net::TileConvolution(step, source).run(multiply, source, bias, nullptr, false, target, scratch);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      for (std::size_t o = 0; o < 50; ++o) {
        float sum = 0.5F;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (y + dy < 0 || y + dy >= kSize || x + dx < 0 || x + dx >= kSize) continue;
            const auto tap = static_cast<std::size_t>((dy + 1) * 3 + dx + 1);
            for (std::size_t c = 0; c < 35; ++c)
              sum += source.at(static_cast<std::size_t>((y + dy) * kSize + x + dx))[c] *
                     step.weights[(tap * 35 + c) * 50 + o];
          }
        }
        ASSERT_EQ(target.at(static_cast<std::size_t>(y * kSize + x))[o], sum) << y << " " << x << " " << o;
      }
    }
  }
}

TEST(Tiles, TheStandInComputesConvolutionsExactly) { expect_exact(plain_multiply); }
TEST(Tiles, TheStandInAgreesWithTheReferenceWithinBf16) { expect_all_agree(plain_multiply); }

TEST(Tiles, Amx) {
  if (!net::can_use_amx()) GTEST_SKIP() << "this processor has no AMX";
  expect_exact(net::amx_multiply);
  expect_all_agree(net::amx_multiply);
}

}  // namespace
}  // namespace rootward::testing
