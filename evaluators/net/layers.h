// Batch normalisation as a weight and a bias a channel, and its folding into the convolution before it.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "evaluators/net/plan.h"

namespace rootward::net {

/// y = x * scale + bias, a number a channel.
struct Affine {
  std::vector<float> scale;
  std::vector<float> bias;
};

/// What a file holds of a batch normalisation (Ioffe & Szegedy 2015): y = (x - mean) / sqrt(variance + epsilon) * scale
/// + bias. Mean 1, variance 0.24, epsilon 0.01, scale 2, bias 3: y = 4 x - 1.
struct BatchNorm {
  std::vector<float> mean, variance, scale, bias;
  double epsilon = 1e-5;

  [[nodiscard]] Affine affine() const {
    Affine affine;
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const double factor = static_cast<double>(scale[i]) / std::sqrt(static_cast<double>(variance[i]) + epsilon);
      affine.scale.push_back(static_cast<float>(factor));
      affine.bias.push_back(static_cast<float>(static_cast<double>(bias[i]) - static_cast<double>(mean[i]) * factor));
    }
    return affine;
  }
};

/// Makes `step` (a convolution or dense layer without activation) compute affine(step).
inline void fold(const Affine& affine, Step& step) {
  const auto out = static_cast<std::size_t>(step.out);
  for (std::size_t i = 0; i < step.weights.size(); ++i) step.weights[i] *= affine.scale[i % out];
  if (step.bias.empty()) {
    step.bias = affine.bias;
  } else {
    for (std::size_t i = 0; i < out; ++i) step.bias[i] = step.bias[i] * affine.scale[i] + affine.bias[i];
  }
}

}  // namespace rootward::net
