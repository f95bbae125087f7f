// Tokens, numbers and layers of KataGo's files.
#include "evaluators/net/katago_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/number_text.h"

namespace rootward::net {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::string_view kBinaryMark = "@BIN@";
constexpr std::size_t kMaxTokenLength = 256;

}  // namespace

void KatagoStream::refuse(const std::string& what) const {
  throw std::invalid_argument(layer_.empty() ? what : fmt::format("layer {}: {}", layer_, what));
}

void KatagoStream::skip_blanks() { at_ = std::min(bytes_.find_first_not_of(kBlanks, at_), bytes_.size()); }

std::string KatagoStream::token(const char* what) {
  skip_blanks();
  if (at_ == bytes_.size()) refuse(fmt::format("the file ends where {} should stand", what));
  const std::size_t end = std::min(bytes_.find_first_of(kBlanks, at_), bytes_.size());
  if (end - at_ > kMaxTokenLength) refuse(fmt::format("what stands for {} is longer than any word", what));
  std::string text(bytes_.substr(at_, end - at_));
  at_ = end;
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; }))
    refuse(fmt::format("what stands for {} is no text", what));
  return text;
}

std::string KatagoStream::name(const char* what) { return layer_ = token(what); }

int KatagoStream::integer(const char* what, int low, int high) {
  const std::string text = token(what);
  const std::optional<int> number = parse_number<int>(text);
  if (!number || *number < low || *number > high)
    refuse(fmt::format("{} is \"{}\", not a whole number in {} .. {}", what, text, low, high));
  return *number;
}

double KatagoStream::real(const char* what) {
  const std::string text = token(what);
  const std::optional<double> number = parse_number<double>(text);
  if (!number || !std::isfinite(*number)) refuse(fmt::format("{} is \"{}\", no finite number", what, text));
  return *number;
}

std::vector<float> KatagoStream::numbers(std::size_t count, const char* what) {
  skip_blanks();
  const std::size_t left = bytes_.size() - at_;
  std::vector<float> values;
  if (bytes_.substr(at_).starts_with(kBinaryMark)) {
    at_ += kBinaryMark.size();
    if (count > (bytes_.size() - at_) / sizeof(float))
      refuse(fmt::format("the file is cut off within its {} {}", count, what));
    values.resize(count);
    std::memcpy(values.data(), bytes_.data() + at_, count * sizeof(float));
    at_ += count * sizeof(float);
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
      refuse(fmt::format("one of the {} is no finite number", what));
    return values;
  }
  if (count > left / 2 + 1) refuse(fmt::format("the file is cut off within its {} {}", count, what));
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<float>(real(what));
    if (!std::isfinite(value)) refuse(fmt::format("one of the {} is no finite number", what));
    values.push_back(value);
  }
  return values;
}

Step KatagoStream::convolution(int in, int out) {
  name("the name of a convolution");
  Step step;
  const int rows = integer("the filter's height", 1, 5);
  const int columns = integer("the filter's width", 1, 5);
  step.in = integer("the number of input channels", 1, kMaxChannels);
  step.out = integer("the number of output channels", 1, kMaxChannels);
  const int dilation_y = integer("the dilation", 1, 8);
  const int dilation_x = integer("the dilation", 1, 8);
  if (rows != columns || rows % 2 == 0)
    refuse(fmt::format("its filter is {} x {}, not 1x1, 3x3 or 5x5", rows, columns));
  if (dilation_y != 1 || dilation_x != 1) refuse("dilated filters are not supported");
  if (step.in != in) refuse(fmt::format("it takes {} channels, {} come", step.in, in));
  if (out != 0 && step.out != out) refuse(fmt::format("it gives {} channels, not {}", step.out, out));
  step.window = rows;
  const auto count = static_cast<std::size_t>(rows * columns) * static_cast<std::size_t>(step.in);
  step.weights = numbers(count * static_cast<std::size_t>(step.out), "weights");
  return step;
}

Affine KatagoStream::batch_norm(int channels) {
  name("the name of a batch normalisation");
  const int length = integer("the number of channels", 1, kMaxChannels);
  if (length != channels) refuse(fmt::format("it has {} channels, not {}", length, channels));
  const double epsilon = real("epsilon");
  if (!(epsilon > 0)) refuse("epsilon is not above 0");
  const bool has_scale = flag("the mark of a scale");
  const bool has_bias = flag("the mark of a bias");
  const auto count = static_cast<std::size_t>(length);
  BatchNorm norm;
  norm.epsilon = epsilon;
  norm.mean = numbers(count, "means");
  norm.variance = numbers(count, "variances");
  norm.scale = has_scale ? numbers(count, "scales") : std::vector<float>(count, 1.0F);
  norm.bias = has_bias ? numbers(count, "biases") : std::vector<float>(count, 0.0F);
  if (std::ranges::any_of(norm.variance, [](float variance) { return variance < 0; })) refuse("a variance is below 0");
  return norm.affine();
}

Activation KatagoStream::activation(int version) {
  name("the name of an activation");
  if (version < 11) return Activation::relu;
  const std::string kind = token("the kind of activation");
  if (kind == "ACTIVATION_IDENTITY") return Activation::identity;
  if (kind == "ACTIVATION_RELU") return Activation::relu;
  if (kind == "ACTIVATION_MISH") return Activation::mish;
  if (kind == "ACTIVATION_SILU") return Activation::silu;
  refuse(fmt::format("the activation {} is not known; known: ACTIVATION_ and IDENTITY, RELU, MISH or SILU", kind));
}

Step KatagoStream::matrix(int in, int out) {
  name("the name of a matrix");
  Step step;
  step.kind = StepKind::dense;
  step.in = integer("the number of inputs", 1, kMaxChannels);
  step.out = integer("the number of outputs", 1, kMaxChannels);
  if (step.in != in) refuse(fmt::format("it takes {} numbers, {} come", step.in, in));
  if (out != 0 && step.out != out) refuse(fmt::format("it gives {} numbers, not {}", step.out, out));
  step.weights = numbers(static_cast<std::size_t>(step.in) * static_cast<std::size_t>(step.out), "weights");
  return step;
}

std::vector<float> KatagoStream::bias(int length) {
  name("the name of a bias");
  const int count = integer("the number of channels", 1, kMaxChannels);
  if (count != length) refuse(fmt::format("it has {} numbers, not {}", count, length));
  return numbers(static_cast<std::size_t>(count), "biases");
}

void KatagoStream::expect_end() {
  skip_blanks();
  layer_.clear();
  if (at_ != bytes_.size()) refuse(fmt::format("{} bytes follow the last layer", bytes_.size() - at_));
}

}  // namespace rootward::net
