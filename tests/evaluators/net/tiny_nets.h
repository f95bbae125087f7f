// Small random networks as files, so that tests need no published one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluators/net/safetensors.h"

namespace rootward::testing {

/// What a residual net of our own format is to have.
struct ResidualShape {
  int size = 5;  ///< lines of the board
  std::string planes = "history 3, black_to_move";
  int plane_count = 7;
  int blocks = 2;
  int filters = 12;
  bool has_stem = true;
  bool has_norm = true;
  bool is_pre_activation = false;
  bool has_point_bias = false;  ///< the heads' convolutions have a bias a point
};

net::TensorFile random_residual(const ResidualShape& shape, std::uint64_t seed);

struct KatagoShape {
  int version = 8;
  bool is_binary = true;
  bool has_nested_block = true;
  int channels = 10;
};

/// An unpacked KataGo file with an ordinary, a pooled and a nested block.
std::string random_katago(const KatagoShape& shape, std::uint64_t seed);

std::string packed_gzip(std::string_view bytes);

/// Numbers in [-1, 1).
std::vector<float> random_numbers(std::size_t count, std::uint64_t seed);

}  // namespace rootward::testing
