// The runner of the vector kernels.
#pragma once

#include <memory>

#include "evaluators/net/kernels.h"
#include "evaluators/net/runner.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {

/// See make_runner(). With `tiles` the larger convolutions are computed in bf16 by it.
std::unique_ptr<Runner> make_fast_runner(const Plan& plan, BoardShape board, const Kernels& kernels,
                                         TileMultiply tiles = nullptr);
std::unique_ptr<Runner> make_eigen_runner(const Plan& plan, BoardShape board);

}  // namespace rootward::net
