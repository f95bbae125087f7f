// The vector kernels against the Eigen reference, on random networks of every architecture.
#include "evaluators/net/runner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "evaluators/net/activation.h"
#include "evaluators/net/fast_runner.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/pooling.h"
#include "evaluators/net/winograd.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::Activation;
using net::Model;
using net::Output;
using net::Path;

Output run(const Model& model, int size, net::Runner& runner, std::uint64_t seed) {
  const auto points = static_cast<std::size_t>(size * size);
  const std::vector<float> planes =
      random_numbers(points * static_cast<std::size_t>(net::plane_count(model.planes)), seed);
  const std::vector<float> globals =
      random_numbers(static_cast<std::size_t>(net::global_count(model.planes)), seed + 1);
  Output output;
  runner.run(planes, globals, output);
  return output;
}

void expect_near(const Output& a, const Output& b, double tolerance, const std::string& what) {
  ASSERT_EQ(a.policy.size(), b.policy.size()) << what;
  for (std::size_t i = 0; i < a.policy.size(); ++i)
    ASSERT_NEAR(a.policy[i], b.policy[i], tolerance) << what << " " << i;
  ASSERT_NEAR(a.value, b.value, tolerance) << what;
  ASSERT_NEAR(a.error, b.error, tolerance) << what;
}

/// Every way of computing that this machine has gives what the reference gives, also when a runner is used again.
void expect_paths_agree(const Model& model, int size, const std::string& what) {
  const std::unique_ptr<net::Runner> eigen = net::make_runner(model.plan, size, Path::eigen);
  std::vector<std::pair<std::string, std::unique_ptr<net::Runner>>> runners;
  for (const Path path : net::paths_here())
    if (path != Path::bf16 && path != Path::i16)
      runners.emplace_back(net::path_name(path), net::make_runner(model.plan, size, path));
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Output expected = run(model, size, *eigen, seed);
    for (const auto& [name, runner] : runners)
      expect_near(run(model, size, *runner, seed), expected, 2e-4, what + " " + name);
  }
}

TEST(Runner, PathsAgreeOnResidualNets) {
  for (const bool has_stem : {true, false})
    for (const bool has_norm : {true, false})
      for (const bool is_pre : {true, false})
        for (const int size : {2, 5, 9}) {
          ResidualShape shape;
          shape.size = size;
          shape.has_stem = has_stem;
          shape.has_norm = has_norm;
          shape.is_pre_activation = is_pre;
          shape.has_point_bias = has_stem;
          shape.filters = size == 9 ? 33 : 12;
          expect_paths_agree(net::residual_model(random_residual(shape, 7)), size,
                             "stem " + std::to_string(has_stem) + " norm " + std::to_string(has_norm) + " pre " +
                                 std::to_string(is_pre) + " size " + std::to_string(size));
        }
}

TEST(Runner, PathsAgreeOnKatagoNets) {
  for (const int version : {8, 10, 11, 12, 14, 15, 16})
    for (const int size : {2, 7, 13, 19}) {
      KatagoShape shape;
      shape.version = version;
      expect_paths_agree(net::katago_model(random_katago(shape, 3)), size,
                         "version " + std::to_string(version) + " size " + std::to_string(size));
    }
}

/// The worked numbers of ErrorKind, where the output is 0; and another scale, which the file tells from version 13 on.
TEST(Runner, KatagoNetsTellTheirShortTermError) {
  const auto error = [](int version, double output, const std::string& scale = "0.25") {
    KatagoShape shape;
    shape.version = version;
    shape.is_binary = false;
    shape.error_scale = scale;
    Model model = net::katago_model(random_katago(shape, 3));
    if (!net::tells_error(model)) return 0.0;
    net::Step& last = model.plan.steps.back();
    EXPECT_EQ(last.target, model.plan.error_vector);
    std::ranges::fill(last.weights, 0.0F);
    last.bias.assign(6, 100.0F);
    last.bias[4] = static_cast<float>(output);
    return run(model, 7, *net::make_runner(model.plan, 7, net::choose_path("f32")), 1).error;
  };
  EXPECT_EQ(error(8, 0), 0);
  EXPECT_NEAR(error(9, 0), 0.693147, 1e-6);
  for (const int version : {10, 13}) EXPECT_NEAR(error(version, 0), 0.416277, 1e-6) << version;
  for (const int version : {14, 15, 16}) EXPECT_NEAR(error(version, 0), 0.346574, 1e-6) << version;
  EXPECT_NEAR(error(13, 0, "1"), std::sqrt(std::log(2.0)), 1e-6);
  EXPECT_NEAR(error(14, 0, "1"), std::log(2.0), 1e-6);
  EXPECT_NEAR(error(9, -40), 0, 1e-15);
  EXPECT_NEAR(error(9, 40), 40, 1e-12);
  EXPECT_NEAR(error(10, -3), std::sqrt(0.25 * std::log1p(std::exp(-3.0))), 1e-12);
  EXPECT_NEAR(error(14, -3), 0.5 * std::log1p(std::exp(-1.5)), 1e-12);
}

#if defined(__x86_64__)
TEST(Runner, WiderVectorsChangeNoBit) {
  if (__builtin_cpu_supports("avx512f") == 0) GTEST_SKIP() << "this processor has no AVX-512";
  KatagoShape shape;
  shape.channels = 40;
  const Model model = net::katago_model(random_katago(shape, 5));
  for (const bool uses_winograd : {false, true}) {
    const net::ConvolutionWay way{.uses_winograd = uses_winograd};
    const Output narrow = run(model, 9, *net::make_fast_runner(model.plan, 9, net::avx2_kernels(), way), 1);
    const Output wide = run(model, 9, *net::make_fast_runner(model.plan, 9, net::avx512_kernels(), way), 1);
    EXPECT_EQ(narrow.policy, wide.policy);
    EXPECT_EQ(narrow.value, wide.value);
  }
}
#endif

/// Processors of every kind with fused multiply-add compute the same bits, so that games are the same.
TEST(Runner, FusedNumbersAreThoseOfEveryProcessor) {
  if (net::choose_path("auto") != Path::f32_fma) GTEST_SKIP() << "this processor has no fused multiply-add";
  KatagoShape shape;
  shape.channels = 40;
  const Model model = net::katago_model(random_katago(shape, 5));
  const Output fused = run(model, 9, *net::make_runner(model.plan, 9, Path::f32_fma), 1);
  EXPECT_EQ(fmt::format("{:a}", fused.policy[0]), "-0x1.c3a81cp-3");
  EXPECT_EQ(fmt::format("{:a}", fused.policy[40]), "-0x1.8197dep-2");
  EXPECT_EQ(fmt::format("{:a}", fused.value), "-0x1.518c6bf05ed86p-2");
  const Output tiled = run(model, 9, *net::make_runner(model.plan, 9, Path::f32_winograd), 1);
  EXPECT_EQ(fmt::format("{:a}", tiled.policy[0]), "-0x1.c3a82ep-3");
  EXPECT_EQ(fmt::format("{:a}", tiled.value), "-0x1.518c6bf05ed86p-2");
}

TEST(Runner, AnEvaluationLeavesNothingBehind) {
  const Model model = net::katago_model(random_katago({}, 11));
  for (const Path path : net::paths_here()) {
    if (path == Path::i16) continue;  // integer_test.cpp has it
    const std::unique_ptr<net::Runner> used = net::make_runner(model.plan, 9, path);
    (void)run(model, 9, *used, 1);
    const Output again = run(model, 9, *used, 2);
    const Output fresh = run(model, 9, *net::make_runner(model.plan, 9, path), 2);
    EXPECT_EQ(again.policy, fresh.policy) << net::path_name(path);
    EXPECT_EQ(again.value, fresh.value) << net::path_name(path);
  }
}

TEST(Winograd, TheFilterTransformsWorkedNumbers) {
  const double middle[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
  const double column[5] = {0, -1.0 / 2, 1.0 / 6, 1.0 / 3, 0};
  double transformed[25];
  net::transform_filter(middle, transformed);
  for (int i = 0; i < 25; ++i) EXPECT_DOUBLE_EQ(transformed[i], column[i / 5] * column[i % 5]) << i;
}

TEST(Winograd, IsTakenWhereItIsAskedForAndIsNeverTheChoice) {
  if (net::choose_path("auto") == Path::f32_plain) {
    EXPECT_THROW((void)net::choose_path("f32-winograd"), UnfitError);
    EXPECT_THROW((void)net::choose_path("f32-fma"), UnfitError);
    GTEST_SKIP() << "this processor has no AVX2";
  }
  EXPECT_EQ(net::choose_path("f32-winograd"), Path::f32_winograd);
  EXPECT_EQ(net::choose_path("auto"), Path::f32_fma);
  EXPECT_EQ(net::choose_path("f32-fma"), Path::f32_fma);
  EXPECT_EQ(net::choose_path("f32-plain"), Path::f32_plain);
  ResidualShape shape;
  shape.size = 9;
  shape.filters = 32;
  const Model model = net::residual_model(random_residual(shape, 3));
  const Output direct = run(model, 9, *net::make_runner(model.plan, 9, Path::f32_fma), 1);
  const Output winograd = run(model, 9, *net::make_runner(model.plan, 9, Path::f32_winograd), 1);
  EXPECT_NE(direct.policy, winograd.policy) << "other sums, other last bits";
  expect_near(winograd, direct, 1e-4, "winograd");
}

TEST(Activations, WorkedNumbers) {
  EXPECT_NEAR(activate(Activation::mish, 1.0F), 0.865098, 1e-6);
  EXPECT_NEAR(activate(Activation::mish, 30.0F), 30.0, 1e-6);
  EXPECT_NEAR(activate(Activation::mish, -40.0F), 0.0, 1e-6);
  EXPECT_NEAR(activate(Activation::silu, 1.0F), 0.731059, 1e-6);
  EXPECT_EQ(activate(Activation::relu, -1.0F), 0.0F);
  for (const double x : {-30.0, -2.0, -1e-3, 0.0, 1e-6, 0.5, 19.0, 25.0})
    EXPECT_NEAR(net::tanh_exact(x), std::tanh(x), 1e-14);
}

TEST(Pooling, WorkedNumbers) {
  const float sum = 81, maximum = 5;
  float pooled[3];
  net::finish_pool(net::StepKind::pool, 81, 1, &sum, &maximum, pooled);
  EXPECT_FLOAT_EQ(pooled[0], 1.0F);
  EXPECT_FLOAT_EQ(pooled[1], -0.5F);
  EXPECT_FLOAT_EQ(pooled[2], 5.0F);
  net::finish_pool(net::StepKind::pool_value, 81, 1, &sum, &maximum, pooled);
  EXPECT_FLOAT_EQ(pooled[2], 0.15F);
}

TEST(Value, DropsNoResultAndRenormalises) {
  // e^1 / (e^1 + e^0) = 0.731059 wins, so 0.462117, whatever the third logit
  const float logits[] = {1, 0, 50};
  EXPECT_NEAR(net::value_of(net::ValueKind::win_loss_none, logits), 0.462117, 1e-6);
  const float lost[] = {-800, 800, 0};
  EXPECT_EQ(net::value_of(net::ValueKind::win_loss_none, lost), -1.0);
}

}  // namespace
}  // namespace rootward::testing
