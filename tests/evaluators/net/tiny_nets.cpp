// Writes the random KataGo files.
#include "tests/evaluators/net/tiny_nets.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "core/rng.h"

namespace rootward::testing {
namespace {

class KatagoWriter {
 public:
  KatagoWriter(const KatagoShape& shape, std::uint64_t seed) : shape_(shape), rng_(seed) {}

  std::string write() {
    const int c = shape_.channels;
    line(fmt::format("tiny\n{}\n22\n19", shape_.version));
    if (shape_.version >= 13) line("20 20 20 20 40 " + shape_.error_scale + " 30");
    if (shape_.version >= 15) line("0 0 0 0 0 0 0 0");
    line(fmt::format("trunk\n{}\n{} {} {} {} {}", shape_.has_nested_block ? 3 : 2, c, c, c - 4, 4, 4));
    if (shape_.version >= 15) line("0 0 0 0 0 0");
    convolution("stem", 5, 22, c);
    matrix("globals", 19, c);
    ordinary("ordinary", c);
    pooled("pooled", c);
    if (shape_.has_nested_block) nested(c);
    norm("tip", c);
    activation("tip/act");
    policy_head(c);
    value_head(c);
    return std::move(text_);
  }

 private:
  void line(const std::string& words) { text_ += words + "\n"; }
  float number() { return static_cast<float>(2 * rng_.uniform() - 1); }

  void numbers(int count, double scale, double offset = 0) {
    if (shape_.is_binary) text_ += "@BIN@";
    for (int i = 0; i < count; ++i) {
      const auto value = static_cast<float>(offset + scale * static_cast<double>(number()));
      if (shape_.is_binary) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        text_.append(bytes, sizeof value);
      } else {
        text_ += fmt::format("{} ", value);
      }
    }
    text_ += "\n";
  }
  static double scale_of(int fan_in) { return 1.5 / std::sqrt(static_cast<double>(fan_in)); }

  void convolution(const std::string& name, int window, int in, int out) {
    line(fmt::format("{}\n{} {} {} {} 1 1", name, window, window, in, out));
    numbers(window * window * in * out, scale_of(window * window * in));
  }
  void matrix(const std::string& name, int in, int out) {
    line(fmt::format("{}\n{} {}", name, in, out));
    numbers(in * out, scale_of(in));
  }
  void bias(const std::string& name, int length) {
    line(fmt::format("{}\n{}", name, length));
    numbers(length, 0.3);
  }
  void norm(const std::string& name, int channels) {
    line(fmt::format("{}\n{}\n0.001\n1\n1", name, channels));
    numbers(channels, 0.3);
    numbers(channels, 0.3, 1.0);
    numbers(channels, 0.3, 1.0);
    numbers(channels, 0.3);
  }
  void activation(const std::string& name) {
    line(name);
    constexpr const char* kKinds[] = {"RELU", "MISH", "SILU", "IDENTITY"};
    if (shape_.version >= 11) line(std::string("ACTIVATION_") + kKinds[activations_++ % 4]);
  }
  void ordinary(const std::string& name, int c) {
    line("ordinary_block\n" + name);
    norm(name + "/norm1", c);
    activation(name + "/act1");
    convolution(name + "/w1", 3, c, c);
    norm(name + "/norm2", c);
    activation(name + "/act2");
    convolution(name + "/w2", 3, c, c);
  }
  void pooled(const std::string& name, int c) {
    line("gpool_block\n" + name);
    norm(name + "/norm1", c);
    activation(name + "/act1");
    convolution(name + "/w1a", 3, c, c - 4);
    convolution(name + "/w1b", 3, c, 4);
    norm(name + "/norm1b", 4);
    activation(name + "/act1b");
    matrix(name + "/w1r", 12, c - 4);
    norm(name + "/norm2", c - 4);
    activation(name + "/act2");
    convolution(name + "/w2", 3, c - 4, c);
  }
  void nested(int c) {
    line("nested_bottleneck_block\nnested\n2");
    norm("nested/norm1", c);
    activation("nested/act1");
    convolution("nested/w1", 1, c, 6);
    ordinary("nested/ordinary", 6);
    pooled("nested/pooled", 6);
    norm("nested/norm2", 6);
    activation("nested/act2");
    convolution("nested/w2", 1, 6, c);
  }
  void policy_head(int c) {
    const int outputs = shape_.version < 12 ? 1 : shape_.version < 16 ? 2 : 4;
    line("policyhead");
    convolution("p1", 1, c, 6);
    convolution("g1", 1, c, 5);
    norm("g1/norm", 5);
    activation("g1/act");
    matrix("g1/bias", 15, 6);
    norm("p1/norm", 6);
    activation("p1/act");
    convolution("p2", 1, 6, outputs);
    matrix("pass", 15, shape_.version >= 15 ? 6 : outputs);
    if (shape_.version < 15) return;
    bias("pass/bias", 6);
    activation("pass/act");
    matrix("pass2", 6, outputs);
  }
  void value_head(int c) {
    line("valuehead");
    convolution("v1", 1, c, 7);
    norm("v1/norm", 7);
    activation("v1/act");
    matrix("v2", 21, 9);
    bias("v2/bias", 9);
    activation("v2/act");
    matrix("v3", 9, 3);
    bias("v3/bias", 3);
    const int scores = shape_.version < 9 ? 4 : 6;
    matrix("sv", 9, scores);
    bias("sv/bias", scores);
    convolution("ownership", 1, 7, 1);
  }

  KatagoShape shape_;
  Rng rng_;
  std::size_t activations_ = 0;
  std::string text_;
};

}  // namespace

std::string random_katago(const KatagoShape& shape, std::uint64_t seed) { return KatagoWriter(shape, seed).write(); }

std::string packed_gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return packed;
}

std::vector<float> random_numbers(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<float>(2 * rng.uniform() - 1));
  return numbers;
}

}  // namespace rootward::testing
