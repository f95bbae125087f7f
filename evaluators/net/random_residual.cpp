// Draws the weights, a tensor at a time.
#include "evaluators/net/random_residual.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/rng.h"

namespace rootward::net {
namespace {

class ResidualWriter {
 public:
  ResidualWriter(ResidualShape shape, std::uint64_t seed) : shape_(std::move(shape)), rng_(seed) {}

  TensorFile write() {
    const auto size = static_cast<std::size_t>(shape_.size);
    const std::size_t points = size * columns();
    const std::size_t actions = shape_.actions == 0 ? points + 1 : static_cast<std::size_t>(shape_.actions);
    file_.metadata = {
        {"architecture", shape_.is_pre_activation ? "residual, pre-activation" : "residual, post-activation"},
        {"board", std::to_string(shape_.size)},
        {"planes", shape_.planes},
        {"head_activation", "relu"},
        {"komi", "7"}};
    if (shape_.columns != 0) file_.metadata["board"] = fmt::format("{}x{}", shape_.columns, shape_.size);
    if (shape_.actions != 0) file_.metadata["actions"] = std::to_string(shape_.actions);
    std::size_t channels = static_cast<std::size_t>(shape_.plane_count);
    const auto filters = static_cast<std::size_t>(shape_.filters);
    if (shape_.has_stem) {
      add("stem.weight", {3, 3, channels, filters}, 9 * channels);
      finish_convolution("stem", "stem.norm", filters);
      channels = filters;
    }
    for (int block = 0; block < shape_.blocks; ++block) {
      add_block(fmt::format("block{}", block), channels, filters);
      channels = filters;
    }
    if (shape_.is_pre_activation && shape_.has_norm) add_norm("tip.norm", channels);
    add_head("policy", channels, 2);
    add("policy.fc.weight", {points * 2, actions}, 2 * points);
    add("policy.fc.bias", {actions}, 1);
    add_head("value", channels, 1);
    const auto units = static_cast<std::size_t>(shape_.value_units);
    add("value.fc0.weight", {points, units}, points);
    add("value.fc0.bias", {units}, 1);
    add("value.fc1.weight", {units, 1}, units);
    add("value.fc1.bias", {1}, 1);
    return std::move(file_);
  }

 private:
  [[nodiscard]] std::size_t columns() const {
    return static_cast<std::size_t>(shape_.columns == 0 ? shape_.size : shape_.columns);
  }
  float number() { return static_cast<float>(2 * rng_.uniform() - 1); }

  void add(const std::string& name, std::vector<std::size_t> shape, std::size_t fan_in) {
    std::size_t count = 1;
    for (std::size_t size : shape) count *= size;
    Tensor tensor{std::move(shape), {}};
    const auto scale = static_cast<float>(1.5 / std::sqrt(static_cast<double>(fan_in)));
    for (std::size_t i = 0; i < count; ++i) tensor.values.push_back(scale * number());
    file_.tensors.emplace(name, std::move(tensor));
  }
  void add_norm(const std::string& name, std::size_t channels) {
    for (const char* part : {"mean", "variance", "scale", "bias"}) {
      add(name + "." + part, {channels}, 4);
      if (part != std::string("variance")) continue;
      for (float& value : file_.tensors.at(name + "." + part).values) value = 0.5F + std::fabs(value);
    }
  }
  void finish_convolution(const std::string& name, const std::string& norm, std::size_t out) {
    if (!shape_.has_norm) add(name + ".bias", {out}, 4);
    if (shape_.has_norm && !shape_.is_pre_activation) add_norm(norm, out);
  }
  void add_block(const std::string& name, std::size_t channels, std::size_t filters) {
    if (shape_.is_pre_activation && shape_.has_norm) {
      add_norm(name + ".norm0", channels);
      add_norm(name + ".norm1", filters);
    }
    add(name + ".conv0.weight", {3, 3, channels, filters}, 9 * channels);
    finish_convolution(name + ".conv0", name + ".norm0", filters);
    add(name + ".conv1.weight", {3, 3, filters, filters}, 9 * filters);
    finish_convolution(name + ".conv1", name + ".norm1", filters);
  }
  void add_head(const std::string& name, std::size_t channels, std::size_t out) {
    const auto size = static_cast<std::size_t>(shape_.size);
    add(name + ".conv.weight", {channels, out}, channels);
    if (shape_.has_point_bias) {
      add(name + ".conv.bias", {size, columns(), out}, 4);
    } else {
      add_norm(name + ".norm", out);
    }
  }

  ResidualShape shape_;
  Rng rng_;
  TensorFile file_;
};

}  // namespace

TensorFile random_residual(const ResidualShape& shape, std::uint64_t seed) {
  return ResidualWriter(shape, seed).write();
}

}  // namespace rootward::net
