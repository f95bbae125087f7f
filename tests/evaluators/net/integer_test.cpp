// Precision i16: the same bits by every processor's kernels, worked convolutions, scales, refusals, accuracy.
#include "evaluators/net/integer_winograd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/processor.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/narrow_layout.h"
#include "evaluators/net/way_error.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::IntegerKernels;
using net::Model;
using net::Output;
using net::Path;
using ::testing::HasSubstr;

/// Those that this machine can run.
std::vector<std::pair<std::string, const IntegerKernels*>> kernels_here() {
  std::vector<std::pair<std::string, const IntegerKernels*>> kernels{{"plain", &net::plain_integer_kernels()}};
#if defined(__x86_64__)
  if (processor().avx2 && processor().fma) kernels.emplace_back("AVX2", &net::avx2_integer_kernels());
  if (processor().avx_vnni) kernels.emplace_back("AVX-VNNI", &net::avx_vnni_integer_kernels());
  if (processor().avx512_vnni) kernels.emplace_back("AVX-512 VNNI", &net::avx512_vnni_integer_kernels());
#elif defined(__aarch64__)
  kernels.emplace_back("NEON", &net::neon_integer_kernels());
#endif
  return kernels;
}

/// Planes of ones and zeros, as networks see them.
Output output_of(const Model& model, int size, net::Runner& runner, std::uint64_t seed) {
  std::vector<float> planes =
      random_numbers(static_cast<std::size_t>(size * size * net::plane_count(model.planes)), seed);
  for (float& number : planes) number = number > 0.5F ? 1.0F : 0.0F;
  const std::vector<float> globals =
      random_numbers(static_cast<std::size_t>(net::global_count(model.planes)), seed + 1);
  Output output;
  runner.run(planes, globals, output);
  return output;
}

/// The plain kernels' numbers are near the reference's, and the others' are the plain kernels'.
void expect_bits_of_plain(Model model, int size, const std::string& what) {
  net::calibrate(model);
  const auto reference = net::make_runner(model.plan, size, Path::eigen);
  const auto kernels = kernels_here();
  std::vector<Output> expected;
  for (const auto& [name, table] : kernels) {
    const auto runner = net::make_fast_runner(model.plan, size, table->direct, {.integers = table});
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Output output = output_of(model, size, *runner, seed);
      if (name == "plain") {
        const Output exact = output_of(model, size, *reference, seed);
        for (std::size_t i = 0; i < exact.policy.size(); ++i)
          EXPECT_NEAR(output.policy[i], exact.policy[i], 0.05) << what << " " << i;
        expected.push_back(output);
        continue;
      }
      EXPECT_EQ(output.policy, expected[seed].policy) << what << " " << name;
      EXPECT_EQ(output.value, expected[seed].value) << what << " " << name;
    }
  }
}

Model residual(int size, int filters, bool is_pre = false, bool has_stem = true) {
  ResidualShape shape;
  shape.size = size;
  shape.filters = filters;
  shape.is_pre_activation = is_pre;
  shape.has_stem = has_stem;
  return net::residual_model(random_residual(shape, 7));
}

TEST(Integers, BitsAreThoseOfThePlainKernels) {
  for (const bool is_pre : {false, true})
    for (const bool has_stem : {false, true})
      for (const auto& [size, filters] : {std::pair(5, 12), std::pair(9, 33), std::pair(13, 40), std::pair(2, 8)})
        expect_bits_of_plain(residual(size, filters, is_pre, has_stem), size,
                             fmt::format("pre {} stem {} size {} filters {}", is_pre, has_stem, size, filters));
  KatagoShape shape;
  shape.channels = 36;
  for (const int size : {7, 9}) expect_bits_of_plain(net::katago_model(random_katago(shape, 3)), size, "katago");
}

/// The float steps beside the whole numbers have f32-plain's bits.
TEST(Integers, DirectKernelsHaveTheBitsOfPlain) {
  const Model model = net::katago_model(random_katago({.channels = 36}, 3));
  const Output expected = output_of(model, 9, *net::make_runner(model.plan, 9, Path::f32_plain), 1);
  for (const auto& [name, table] : kernels_here()) {
    const Output output = output_of(model, 9, *net::make_fast_runner(model.plan, 9, table->direct, {}), 1);
    EXPECT_EQ(output.policy, expected.policy) << name;
    EXPECT_EQ(output.value, expected.value) << name;
  }
}

TEST(Integers, NumbersAreThoseOfEveryMachine) {
  Model model = residual(9, 33);
  const Output output = output_of(model, 9, *net::make_calibrated_runner(model, 9, Path::i16, "x"), 1);
  EXPECT_EQ(fmt::format("{:a}", output.policy[0]), "0x1.498a12p+0");
  EXPECT_EQ(fmt::format("{:a}", output.policy[40]), "-0x1.567b84p+0");
  EXPECT_EQ(fmt::format("{:a}", output.value), "0x1.2f941p-2");
}

TEST(Integers, ARunnerIsAsGoodAsNewAfterAnEvaluation) {
  Model model = residual(9, 33, true);
  const auto used = net::make_calibrated_runner(model, 9, Path::i16, "x");
  (void)output_of(model, 9, *used, 1);
  EXPECT_EQ(output_of(model, 9, *used, 2).policy,
            output_of(model, 9, *net::make_runner(model.plan, 9, Path::i16), 2).policy);
}

net::BoardMap map_of(int size, int channels, int rim, const IntegerKernels& kernels) {
  net::BoardMap map;
  map.channels = channels;
  map.rim = rim;
  map.lay_out(size, static_cast<int>(kernels.direct.block));
  return map;
}

/// The step by whole numbers against its definition. Activations are `activation(point, channel)` times 2^-exponent.
template <class Number>
void expect_convolution(const net::Step& step, int size, const IntegerKernels& kernels, Number activation,
                        const std::string& what) {
  const net::BoardMap source = map_of(size, step.in, 1, kernels);
  net::BoardMap target = map_of(size, step.out, 0, kernels);
  net::WholeMap whole(source, step.exponents);
  const auto in = static_cast<std::size_t>(step.in), out = static_cast<std::size_t>(step.out);
  const auto points = static_cast<std::size_t>(size * size);
  for (std::size_t point = 0; point < points; ++point)
    for (std::size_t c = 0; c < in; ++c)
      whole.memory[static_cast<std::size_t>(source.places[point]) + c] =
          static_cast<std::int16_t>(activation(point, c));
  const std::vector<float> bias(static_cast<std::size_t>(target.stride), 0.5F);
  net::IntegerScratch scratch;
  net::IntegerConvolution(step, source, nullptr, target, kernels)
      .run(kernels, whole,
           {.bias = bias.data(), .added = nullptr, .target = &target, .whole = nullptr, .is_rectified = false},
           scratch);
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      for (std::size_t o = 0; o < out; ++o) {
        double sum = 0.5, magnitude = 0;
        for (int tap = 0; tap < 9; ++tap) {
          const int row = y + tap / 3 - 1, column = x + tap % 3 - 1;
          if (row < 0 || row >= size || column < 0 || column >= size) continue;
          for (std::size_t c = 0; c < in; ++c) {
            const double product =
                std::ldexp(static_cast<double>(activation(static_cast<std::size_t>(row * size + column), c)),
                           -step.exponents[c]) *
                static_cast<double>(step.weights[(static_cast<std::size_t>(tap) * in + c) * out + o]);
            sum += product;
            magnitude += std::abs(product);
          }
        }
        ASSERT_NEAR(static_cast<double>(target.at(static_cast<std::size_t>(y * size + x))[o]), sum,
                    2e-3 * magnitude + 1e-6)
            << what << " " << y << " " << x << " " << o;
      }
}

net::Step large_step(int in, int out) {
  net::Step step;
  step.window = 3;
  step.in = in;
  step.out = out;
  step.exponents.assign(static_cast<std::size_t>(in), 8);
  step.weights = random_numbers(static_cast<std::size_t>(9 * in * out), 3);
  return step;
}

TEST(Integers, ConvolutionsAreThoseOfTheirDefinition) {
  net::Step step = large_step(35, 50);
  for (std::size_t c = 0; c < step.exponents.size(); ++c) step.exponents[c] = static_cast<int>(c % 5) + 6;
  for (const auto& [name, kernels] : kernels_here())
    for (const int size : {2, 6, 7})
      expect_convolution(
          step, size, *kernels, [](std::size_t point, std::size_t c) { return (point * 37 + c * 101) % 1821; }, name);
}

/// All activations at their largest, and weights of one sign: a sum that left 32 bits would be far off.
TEST(Integers, TheLargestSumsFit) {
  for (const double sign : {1.0, -1.0})
    for (const int in : {8, 300}) {
      net::Step step = large_step(in, 9);
      for (float& weight : step.weights) weight = static_cast<float>(sign) * std::abs(weight);
      for (const auto& [name, kernels] : kernels_here())
        expect_convolution(
            step, 5, *kernels, [](std::size_t, std::size_t) { return net::kLargestActivation; }, name);
    }
}

TEST(Integers, WholeMapsAreTheNearestNumbersWithinTheirRange) {
  const std::vector<float> numbers = {-3,   -0.0F, 0.49F, 0.5F,  1.5F,  2.5F, 2.51F, 1819.5F,
                                      1820, 1821,  3e9F,  -3e9F, 1e30F, 7,    8,     9};
  const std::vector<std::int16_t> expected = {0, 0, 0, 0, 2, 2, 3, 1820, 1820, 1820, 1820, 0, 1820, 7, 8, 9};
  for (const auto& [name, kernels] : kernels_here()) {
    net::BoardMap map = map_of(2, static_cast<int>(numbers.size()), 1, *kernels);
    net::WholeMap whole(map, std::vector<int>(numbers.size(), 1));
    for (std::size_t point = 0; point < 4; ++point)
      for (std::size_t c = 0; c < numbers.size(); ++c) map.at(point)[c] = numbers[c] / 2;
    kernels->make_whole({.source = map.memory.data(),
                         .source_places = map.places.data(),
                         .factors = whole.factors.data(),
                         .target = whole.memory.data(),
                         .target_places = map.places.data(),
                         .points = 4,
                         .stride = static_cast<std::size_t>(map.stride)});
    for (std::size_t point = 0; point < 4; ++point)
      for (std::size_t c = 0; c < numbers.size(); ++c)
        EXPECT_EQ(whole.memory[static_cast<std::size_t>(map.places[point]) + c], expected[c])
            << name << " " << numbers[c];
  }
}

std::string refusal_of(const net::Step& step) {
  const IntegerKernels& kernels = net::plain_integer_kernels();
  try {
    (void)net::IntegerConvolution(step, map_of(3, step.in, 1, kernels), nullptr, map_of(3, step.out, 0, kernels),
                                  kernels);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Integers, WeightsThatDoNotFitAreRefused) {
  EXPECT_EQ(refusal_of(large_step(40, 8)), "");
  EXPECT_EQ(refusal_of(large_step(1400, 8)), "1400 inputs are too many for i16");
  net::Step step = large_step(8, 8);
  step.weights[3] = std::numeric_limits<float>::max();
  step.exponents.assign(8, -90);
  EXPECT_THAT(refusal_of(step), HasSubstr("the weights of output 3 do not fit i16: their scale would be "));
}

TEST(Integers, NetworksThatDoNotFitNameTheStep) {
  const auto refusal = [](Model model) -> std::string {
    try {
      (void)net::make_calibrated_runner(model, 5, Path::i16, "some.net");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(residual(5, 12)), "");
  net::TensorFile mish = random_residual({.filters = 12}, 7);
  mish.metadata["activation"] = "mish";
  EXPECT_EQ(refusal(net::residual_model(mish)),
            "some.net: block0.conv0: reads numbers that may be negative; i16 needs a relu before it");
  net::TensorFile huge = random_residual({.filters = 12, .has_norm = false}, 7);
  for (float& weight : huge.tensors["block0.conv0.weight"].values) weight *= 1e37F;
  EXPECT_THAT(refusal(net::residual_model(huge)), HasSubstr("some.net: block0.conv1: its source has numbers up to "));
  for (float& weight : huge.tensors["block0.conv0.weight"].values) weight *= 100;
  EXPECT_THAT(refusal(net::residual_model(huge)), HasSubstr("is no finite number in games of calibration"));
}

TEST(Calibration, ExponentsLeaveRoomAndAreKeptInFiles) {
  Model model = residual(5, 12);
  net::calibrate(model);
  ASSERT_TRUE(net::knows_exponents(model.plan));
  int known = 0;
  for (const net::Step& step : model.plan.steps) known += step.exponents.empty() ? 0 : 1;
  EXPECT_EQ(known, 4) << "two blocks; the stem reads seven planes";
  const Model again = net::plan_model(net::plan_file(model));
  for (std::size_t i = 0; i < model.plan.steps.size(); ++i)
    EXPECT_EQ(again.plan.steps[i].exponents, model.plan.steps[i].exponents) << i;
  Model given = again;
  for (net::Step& step : given.plan.steps)
    for (int& e : step.exponents) e -= 1;
  const Model before = given;
  net::calibrate(given);
  for (std::size_t i = 0; i < given.plan.steps.size(); ++i)
    EXPECT_EQ(given.plan.steps[i].exponents, before.plan.steps[i].exponents) << "what a file says stays";
}

TEST(Calibration, ResidualFilesMayHaveExponents) {
  net::TensorFile file = random_residual({.filters = 8}, 7);
  file.metadata["exponents"] = R"({"block0.conv0": [1, 2, 3, 4, 5, 6, 7, 8]})";
  const Model model = net::residual_model(file);
  const auto step = std::ranges::find(model.plan.steps, std::string("block0.conv0"), &net::Step::name);
  ASSERT_NE(step, model.plan.steps.end());
  EXPECT_EQ(step->exponents, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  for (const auto& [text, reason] :
       {std::pair(R"({"block0.conv0": [1, 2]})", "block0.conv0: the number of exponents is 2, not 8"),
        std::pair(R"({"block9.conv0": [1]})", "metadata exponents: there is no convolution block9.conv0"),
        std::pair(R"({"stem": [1.5]})",
                  "metadata exponents.stem: an exponent is 1.5, not a whole number from -100 to 100"),
        std::pair(R"([1])", "metadata exponents: is no JSON object")}) {
    file.metadata["exponents"] = text;
    try {
      (void)net::residual_model(file);
      FAIL() << "accepted " << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), reason);
    }
  }
}

TEST(Calibration, AResidualFileKeepsItsLayoutWithExponents) {
  const net::TensorFile file = random_residual({.filters = 12}, 7);
  const net::TensorFile known = net::with_exponents(file);
  ASSERT_EQ(known.tensors.size(), file.tensors.size());
  Model expected = net::residual_model(file);
  net::calibrate(expected);
  const Model read = net::residual_model(known);
  ASSERT_TRUE(net::knows_exponents(read.plan));
  for (std::size_t i = 0; i < read.plan.steps.size(); ++i)
    EXPECT_EQ(read.plan.steps[i].exponents, expected.plan.steps[i].exponents) << i;
}

TEST(Calibration, PositionsAreTheSameAgainAndOthersByAnotherSeed) {
  const Model model = residual(5, 12);
  const auto first = net::played_positions(model, 50, 1), again = net::played_positions(model, 50, 1),
             other = net::played_positions(model, 50, 2);
  ASSERT_EQ(first.size(), 50U);
  std::size_t alike = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].planes, again[i].planes);
    alike += first[i].planes == other[i].planes ? 1U : 0U;
  }
  EXPECT_LT(alike, 10U);
}

/// The bars are those for positions of stored games.
TEST(Integers, AccuracyOfTheNetworkInsideTheProgram) {
  Model model = net::load_model("builtin:go9-4x32");
  const auto positions = net::played_positions(model, 300, 5);
  const net::WayError error = net::way_error(*net::make_runner(model.plan, 9, Path::f32_plain),
                                             *net::make_calibrated_runner(model, 9, Path::i16, "x"), positions);
  EXPECT_LT(error.divergence, 3e-5);
  EXPECT_GT(error.divergence, 1e-7) << "nothing was computed in whole numbers";
  EXPECT_LT(error.value_rms, 2e-3);
  EXPECT_LT(error.largest_prior, 0.03);
  EXPECT_GE(error.same_move, 0.99);
}

}  // namespace
}  // namespace rootward::testing
