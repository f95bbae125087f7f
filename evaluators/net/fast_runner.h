// The runner of the vector kernels.
#pragma once

#include <memory>

#include "evaluators/net/kernels.h"
#include "evaluators/net/runner.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {

/// How the larger convolutions are computed, where not directly.
struct ConvolutionWay {
  TileMultiply tiles = nullptr;  ///< in bf16 by it
  bool uses_winograd = false;    ///< those of 3x3
};

/// See make_runner(). The kernels must have what `way` asks for.
std::unique_ptr<Runner> make_fast_runner(const Plan& plan, BoardShape board, const Kernels& kernels,
                                         const ConvolutionWay& way);
std::unique_ptr<Runner> make_eigen_runner(const Plan& plan, BoardShape board);

}  // namespace rootward::net
