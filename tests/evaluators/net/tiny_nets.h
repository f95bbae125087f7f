// Small random networks as files, so that tests need no published one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluators/net/random_residual.h"

namespace rootward::testing {

using net::random_residual;
using net::ResidualShape;

struct KatagoShape {
  int version = 8;
  bool is_binary = true;
  bool has_nested_block = true;
  int channels = 10;
  std::string error_scale = "0.25";  ///< of the value's short-term error; from version 13 on
};

/// An unpacked KataGo file with an ordinary, a pooled and a nested block.
std::string random_katago(const KatagoShape& shape, std::uint64_t seed);

std::string packed_gzip(std::string_view bytes);

/// Numbers in [-1, 1).
std::vector<float> random_numbers(std::size_t count, std::uint64_t seed);

}  // namespace rootward::testing
