// Residual networks with random weights: benchmarks and tests need no trained one.
#pragma once

#include <cstdint>
#include <string>

#include "evaluators/net/safetensors.h"

namespace rootward::net {

struct ResidualShape {
  int size = 5;     ///< lines of the board
  int columns = 0;  ///< 0: as many as lines
  int actions = 0;  ///< 0: a point each, then the pass
  std::string planes = "history 3, black_to_move";
  int plane_count = 7;
  int blocks = 2;
  int filters = 12;
  int value_units = 16;  ///< width of the value head's hidden layer
  bool has_stem = true;
  bool has_norm = true;
  bool is_pre_activation = false;
  bool has_point_bias = false;  ///< the heads' convolutions have a bias a point
};

/// A file of our own format. Weights are uniform in +-1.5 / sqrt(fan-in), so that activations keep their size.
TensorFile random_residual(const ResidualShape& shape, std::uint64_t seed);

}  // namespace rootward::net
