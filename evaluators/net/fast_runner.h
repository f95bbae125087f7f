// The runner of the vector kernels.
#pragma once

#include <memory>
#include <vector>

#include "evaluators/net/kernels.h"
#include "evaluators/net/runner.h"
#include "evaluators/net/tiles.h"

namespace rootward::net {

/// The largest number that each channel of a convolution's source had, a list a step; empty before the first run.
using ActivationMaxima = std::vector<std::vector<float>>;

/// How the larger convolutions are computed, where not directly.
struct ConvolutionWay {
  const TileKernels* tiles = nullptr;  ///< in bf16 by them
  bool uses_winograd = false;          ///< those of 3x3
  const IntegerKernels* integers =
      nullptr;                         ///< those of 3x3 in whole numbers (narrow_layout.h); the kernels are its own
  ActivationMaxima* maxima = nullptr;  ///< watches them; of direct convolutions only
};

/// See make_runner(). The kernels must have what `way` asks for.
std::unique_ptr<Runner> make_fast_runner(const Plan& plan, BoardShape board, const Kernels& kernels,
                                         const ConvolutionWay& way);
/// Direct convolutions with the bits of f32_plain, as fast as this processor has them.
std::unique_ptr<Runner> make_watching_runner(const Plan& plan, BoardShape board, ActivationMaxima& maxima);
std::unique_ptr<Runner> make_eigen_runner(const Plan& plan, BoardShape board);

}  // namespace rootward::net
