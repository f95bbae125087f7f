// Network files: round trips, and every kind of damage refused in one line that names the tensor or layer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "evaluators/net/model.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/runner.h"
#include "tests/evaluators/net/tiny_nets.h"

namespace rootward::testing {
namespace {

using net::Model;
using net::TensorFile;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string refusal(const std::string& bytes) {
  try {
    (void)net::parse_model(bytes, "n.net");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(const TensorFile& file) { return refusal(net::safetensors_bytes(file)); }

TEST(Safetensors, WhatIsWrittenReadsBack) {
  const TensorFile file = random_residual({}, 1);
  const TensorFile again = net::parse_safetensors(net::safetensors_bytes(file));
  EXPECT_EQ(again.metadata, file.metadata);
  ASSERT_EQ(again.tensors.size(), file.tensors.size());
  for (const auto& [name, tensor] : file.tensors) {
    EXPECT_EQ(again.tensors.at(name).shape, tensor.shape) << name;
    EXPECT_EQ(again.tensors.at(name).values, tensor.values) << name;
  }
}

TEST(Safetensors, EveryTruncationIsRefusedInOneLine) {
  ResidualShape shape;
  shape.size = 2;
  shape.filters = 2;
  shape.blocks = 1;
  const std::string bytes = net::safetensors_bytes(random_residual(shape, 1));
  ASSERT_EQ(refusal(bytes), "accepted");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string said = refusal(bytes.substr(0, length));
    ASSERT_THAT(said, HasSubstr("n.net: ")) << length;
    ASSERT_THAT(said, Not(HasSubstr("\n"))) << length;
  }
  EXPECT_THAT(refusal(bytes + "abcd"), HasSubstr("4 bytes follow the last tensor"));
}

TEST(Safetensors, WrongTensorsAreNamed) {
  const TensorFile good = random_residual({}, 1);
  TensorFile file = good;
  file.tensors.at("block1.conv0.weight").values[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refusal(file), "n.net: tensor block1.conv0.weight: a weight is no finite number");
  file = good;
  file.tensors.erase("value.fc0.bias");
  EXPECT_EQ(refusal(file), "accepted") << "biases are optional";
  file.tensors.erase("value.fc0.weight");
  EXPECT_EQ(refusal(file), "n.net: tensor value.fc0.weight: is missing");
  file = good;
  file.tensors["block7.conv0.weight"] = {{1}, {0}};
  EXPECT_EQ(refusal(file), "n.net: tensor block7.conv0.weight: is no part of this architecture");
  file = good;
  file.tensors.at("policy.fc.weight") = {{3, 26}, std::vector<float>(78)};
  EXPECT_EQ(refusal(file), "n.net: tensor policy.fc.weight: its shape is [3, 26], not [50, 26]");
  file = good;
  file.tensors.at("block1.norm0.mean").shape = {4, 3};
  EXPECT_EQ(refusal(file), "n.net: tensor block1.norm0.mean: its shape is [4, 3], not [12]");
}

TEST(Safetensors, WrongMetadataAreNamed) {
  const TensorFile good = random_residual({}, 1);
  TensorFile file = good;
  file.metadata["architecture"] = "transformer";
  EXPECT_THAT(refusal(file), HasSubstr("metadata architecture: \"transformer\" is not understood"));
  file = good;
  file.metadata["planes"] = "history 3, red_to_move";
  EXPECT_THAT(refusal(file), HasSubstr("metadata planes: \"history 3, red_to_move\" is not understood"));
  file = good;
  file.metadata["planes"] = "history 4";
  EXPECT_THAT(refusal(file), HasSubstr("tensor stem.weight: its shape is [3, 3, 7, 12], not [window, window, 8, "));
  file = good;
  file.metadata["board"] = "7.5";
  EXPECT_THAT(refusal(file), HasSubstr("metadata board: 7.5 is not allowed; allowed: a size from 2 to 19"));
  file = good;
  file.metadata.erase("planes");
  EXPECT_THAT(refusal(file), HasSubstr("metadata planes: is missing"));
}

TEST(Safetensors, LiesInTheHeaderAreRefused) {
  const auto with_header = [](const std::string& header, const std::string& data) {
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    return bytes + header + data;
  };
  EXPECT_THAT(refusal(std::string(8, '\xFF')), HasSubstr("no safetensors file"));
  EXPECT_THAT(refusal(with_header("[1]", "")), HasSubstr("no JSON object"));
  EXPECT_THAT(refusal(with_header(R"({"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}})", "ab")),
              HasSubstr("F16"));
  EXPECT_THAT(refusal(with_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "abcd")),
              HasSubstr("tensor a: data_offsets do not hold the 2 numbers"));
  EXPECT_THAT(refusal(with_header(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", "")),
              HasSubstr("larger than the file"));
  EXPECT_THAT(refusal(with_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", std::string(8, '\0'))),
              HasSubstr("begins at byte 4"));
}

/// 0x3FC0 is 1.5, 0xC040 is -3, and 0x3E9D the bfloat16 nearest to 0.3071.
TEST(Safetensors, ReadsBfloat16) {
  const std::string header =
      R"({"a":{"dtype":"BF16","shape":[3],"data_offsets":[0,6]},"b":{"dtype":"F32","shape":[1],"data_offsets":[6,10]}})";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size());
  const std::string data("\xC0\x3F\x40\xC0\x9D\x3E\0\0\x80\x3F", 10);
  const net::TensorFile file = net::parse_safetensors(bytes + header + data);
  EXPECT_EQ(file.tensors.at("a").values, (std::vector<float>{1.5F, -3.0F, 0.306640625F}));
  EXPECT_EQ(file.tensors.at("b").values, std::vector<float>{1.0F});
  EXPECT_THAT(refusal(bytes + header + std::string("\xC0\x7F", 2) + data.substr(2)), HasSubstr("no finite number"));
  EXPECT_THAT(refusal(bytes + header + data.substr(0, 5)), HasSubstr("cut off"));
}

TEST(Katago, TextAndBinaryAreOneNet) {
  for (int version = 8; version <= 16; ++version) {
    KatagoShape shape;
    shape.version = version;
    const Model binary = net::parse_model(packed_gzip(random_katago(shape, 2)), "b");
    shape.is_binary = false;
    const Model text = net::parse_model(packed_gzip(random_katago(shape, 2)), "t");
    ASSERT_EQ(binary.plan.steps.size(), text.plan.steps.size());
    for (std::size_t i = 0; i < binary.plan.steps.size(); ++i)
      EXPECT_EQ(binary.plan.steps[i].weights, text.plan.steps[i].weights) << "version " << version << " step " << i;
    EXPECT_EQ(binary.format, "KataGo version " + std::to_string(version));
  }
}

TEST(Katago, EveryTruncationIsRefusedInOneLine) {
  KatagoShape shape;
  shape.channels = 5;
  shape.has_nested_block = false;
  const std::string bytes = random_katago(shape, 2);
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    ASSERT_THROW((void)net::katago_model(bytes.substr(0, length)), std::invalid_argument) << length;
  }
  const std::string packed = packed_gzip(bytes);
  for (std::size_t length = 2; length < packed.size(); length += 101)
    ASSERT_THAT(refusal(packed.substr(0, length)), HasSubstr("n.net: the packed data are cut off")) << length;
  std::string damaged = packed;
  damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
  EXPECT_THAT(refusal(damaged), HasSubstr("n.net: "));
  EXPECT_NE(refusal(damaged), "accepted");
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Katago, WrongLayersAreNamed) {
  KatagoShape shape;
  shape.is_binary = false;
  const std::string good = random_katago(shape, 2);
  const auto said = [](const std::string& text) { return refusal(packed_gzip(text)); };
  EXPECT_EQ(said(changed(good, "tiny\n8", "tiny\n17")), "n.net: version 17 is not supported; supported: 8 to 16");
  EXPECT_EQ(said(changed(good, "tiny\n8\n22", "tiny\n8\n13")),
            "n.net: it takes 13 planes and 19 global inputs; supported: 22 and 19");
  EXPECT_EQ(said(changed(good, "pooled/w1a\n3 3 10 6", "pooled/w1a\n3 3 9 6")),
            "n.net: layer pooled/w1a: it takes 9 channels, 10 come");
  EXPECT_EQ(said(changed(good, "pooled/w2\n3 3 6 10", "pooled/w2\n3 3 6 11")),
            "n.net: layer pooled/w2: it gives 11 channels, not 10");
  EXPECT_EQ(said(changed(good, "v3\n9 3", "v3\n9 4")), "n.net: layer v3: it gives 4 numbers, not 3");
  EXPECT_EQ(said(changed(good, "gpool_block", "squeeze_block")),
            "n.net: layer pooled: blocks of the kind squeeze_block are not supported; supported: ordinary_block, "
            "gpool_block, nested_bottleneck_block");
  EXPECT_THAT(said(changed(good, "stem\n5 5 22 10 1 1\n", "stem\n5 5 22 10 1 1\nnan ")),
              HasSubstr("n.net: layer stem: weights is \"nan\", no finite number"));
  EXPECT_EQ(said(good + "more"), "n.net: 4 bytes follow the last layer");
  shape.version = 13;
  shape.error_scale = "0";
  EXPECT_THAT(said(random_katago(shape, 2)), HasSubstr("a scale of the outputs is 0, not above 0"));
}

TEST(Conversion, ComputesTheSameBits) {
  KatagoShape shape;
  shape.version = 15;
  for (const Model& model : {net::katago_model(random_katago(shape, 4)), net::residual_model(random_residual({}, 4))}) {
    const Model again = net::parse_model(net::safetensors_bytes(net::plan_file(model)), "again");
    EXPECT_EQ(net::planes_text(again.planes), net::planes_text(model.planes));
    EXPECT_EQ(again.komi, model.komi);
    EXPECT_EQ(again.architecture, model.architecture);
    net::Output first, second;
    const std::vector<float> planes = random_numbers(25 * static_cast<std::size_t>(net::plane_count(model.planes)), 1);
    const std::vector<float> globals = random_numbers(static_cast<std::size_t>(net::global_count(model.planes)), 2);
    net::make_runner(model.plan, 5, net::choose_path("f32"))->run(planes, globals, first);
    net::make_runner(again.plan, 5, net::choose_path("f32"))->run(planes, globals, second);
    EXPECT_EQ(first.policy, second.policy);
    EXPECT_EQ(first.value, second.value);
    EXPECT_EQ(first.error, second.error);
    EXPECT_EQ(first.error > 0, net::tells_error(model));
  }
}

TEST(Conversion, DamagedErrorsAreRefused) {
  KatagoShape shape;
  shape.version = 10;
  const TensorFile good = net::plan_file(net::katago_model(random_katago(shape, 4)));
  const auto with_steps = [&](const std::string& from, const std::string& to) {
    TensorFile file = good;
    file.metadata["steps"] = changed(file.metadata["steps"], from, to);
    return refusal(file);
  };
  EXPECT_THAT(with_steps("\"error_index\":4", "\"error_index\":6"), HasSubstr("the error's number is not there"));
  EXPECT_THAT(with_steps("\"error_scale\":0.25", "\"error_scale\":0"), HasSubstr("the error's scale is not above 0"));
  EXPECT_THAT(with_steps("\"error_scale\":0.25", "\"error_scale\":\"x\""),
              HasSubstr("error_scale is \"x\", no number"));
  EXPECT_THAT(
      with_steps("\"error\":\"root_softplus\"", "\"error\":\"root\""),
      HasSubstr("metadata steps.error: \"root\" is not allowed; allowed: softplus, root_softplus, half_softplus"));
}

TEST(Conversion, DamagedStepsAreRefused) {
  const TensorFile good = net::plan_file(net::residual_model(random_residual({}, 4)));
  const auto with_steps = [&](const std::string& from, const std::string& to) {
    TensorFile file = good;
    file.metadata["steps"] = changed(file.metadata["steps"], from, to);
    return refusal(file);
  };
  EXPECT_THAT(with_steps("\"convolve\"", "\"convolute\""),
              HasSubstr("metadata steps[0].kind: \"convolute\" is not allowed"));
  EXPECT_THAT(with_steps("\"target\":1", "\"target\":99"), HasSubstr("stem: there is no map 99"));
  EXPECT_THAT(with_steps("\"window\":3", "\"window\":4"), HasSubstr("stem: the window is not 1, 3 or 5"));
  EXPECT_THAT(with_steps("\"source\":0", "\"source\":1"), HasSubstr("stem: "));
  EXPECT_THAT(with_steps("{", "["), HasSubstr("metadata steps: not valid JSON at"));
  TensorFile file = good;
  file.tensors["step99.weights"] = {{1}, {0}};
  EXPECT_THAT(refusal(file), HasSubstr("1 tensors belong to no step"));
}

/// A step with weights of zeros; add the rest by hand.
net::Step named_step(net::StepKind kind, const std::string& name, int source, int target, int in, int out) {
  net::Step made;
  made.kind = kind;
  made.name = name;
  made.source = source;
  made.target = target;
  made.in = in;
  made.out = out;
  const bool has_weights = kind == net::StepKind::convolve || kind == net::StepKind::dense;
  if (has_weights) made.weights.resize(static_cast<std::size_t>(in) * static_cast<std::size_t>(out));
  return made;
}

/// A network for 3x3 whose convolution `block` reads a map, another map and a vector.
net::Plan small_plan() {
  using net::StepKind;
  net::Plan plan;
  plan.maps = {3, 4, 4, 4};
  plan.vectors = {0, 12, 4, 36, 10, 1};
  plan.steps = {
      named_step(StepKind::convolve, "stem", 0, 1, 3, 4),  named_step(StepKind::convolve, "branch", 1, 2, 4, 4),
      named_step(StepKind::pool, "pool", 1, 1, 4, 12),     named_step(StepKind::dense, "bias", 1, 2, 12, 4),
      named_step(StepKind::convolve, "block", 2, 3, 4, 4), named_step(StepKind::flatten, "flat", 3, 3, 4, 36),
      named_step(StepKind::dense, "policy", 3, 4, 36, 10), named_step(StepKind::dense, "value", 3, 5, 36, 1)};
  plan.steps[4].added_map = 1;
  plan.steps[4].added_vector = 2;
  plan.policy_vector = 4;
  plan.value_vector = 5;
  return plan;
}

std::string refusal(const net::Plan& plan, int points, int actions) {
  try {
    net::check_plan(plan, points, actions);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

/// What is read before it is written holds what the evaluation before left there.
TEST(Plan, ReadsNothingThatNoStepHasWritten) {
  ASSERT_EQ(refusal(small_plan(), 9, 10), "accepted");
  const std::vector<std::pair<std::string, std::string>> missing{
      {"stem", "branch: the source is map 1"},  {"branch", "block: the source is map 2"},
      {"pool", "bias: the source is vector 1"}, {"bias", "block: the added vector is vector 2"},
      {"block", "flat: the source is map 3"},   {"flat", "policy: the source is vector 3"},
      {"policy", "the policy is vector 4"},     {"value", "the value is vector 5"}};
  for (const auto& [name, read] : missing) {
    net::Plan plan = small_plan();
    std::erase_if(plan.steps, [&](const net::Step& one) { return one.name == name; });
    EXPECT_EQ(refusal(plan, 9, 10), read + ", which no step has written by then");
  }
  net::Plan plan = small_plan();
  plan.steps[4].added_map = 3;
  EXPECT_EQ(refusal(plan, 9, 10), "block: the added map is map 3, which no step has written by then")
      << "its own target";
  plan = small_plan();
  std::swap(plan.steps[6], plan.steps[5]);
  EXPECT_EQ(refusal(plan, 9, 10), "policy: the source is vector 3, which no step has written by then") << "too late";
}

TEST(Plan, TellsNothingThatNoStepHasWritten) {
  KatagoShape shape;
  shape.version = 10;
  const net::Plan good = net::katago_model(random_katago(shape, 4)).plan;
  ASSERT_EQ(refusal(good, 0, 0), "accepted");
  const auto without = [&](bool is_map, int target) {
    net::Plan plan = good;
    std::erase_if(plan.steps,
                  [&](const net::Step& one) { return net::writes_map(one) == is_map && one.target == target; });
    return refusal(plan, 0, 0);
  };
  EXPECT_THAT(without(true, good.policy_map), StartsWith("the policy is map "));
  EXPECT_THAT(without(false, good.pass_vector), StartsWith("the pass's logit is vector "));
  EXPECT_THAT(without(false, good.error_vector), StartsWith("the error is vector "));
  Model model = net::residual_model(random_residual({}, 4));
  model.plan.steps.clear();
  EXPECT_THAT(refusal(net::plan_file(model)), StartsWith("n.net: the policy is vector "));
}

TEST(Planes, TextsReadBack) {
  for (const char* text : {"history 5", "history 8, black_to_move, white_to_move", "history 1, ones", "katago v7"}) {
    const std::optional<net::Planes> planes = net::parse_planes(text);
    ASSERT_TRUE(planes) << text;
    EXPECT_EQ(net::planes_text(*planes), text);
  }
  for (const char* text : {"", "history", "history 0", "history 17", "history 3,ones", "history 3, ", "katago v8"})
    EXPECT_FALSE(net::parse_planes(text)) << text;
  EXPECT_EQ(net::plane_count(*net::parse_planes("history 8, black_to_move, white_to_move")), 18);
  EXPECT_EQ(net::plane_count(*net::parse_planes("history 9")), 18) << "the paper's on 19x19";
  EXPECT_EQ(net::plane_count(*net::parse_planes("history 5")), 10);
}

}  // namespace
}  // namespace rootward::testing
