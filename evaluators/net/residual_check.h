// What a stranger's safetensors file lacks to be a residual network of ours, all at once and tensor by tensor.
#pragma once

#include <string>
#include <vector>

#include "evaluators/net/safetensors.h"

namespace rootward::net {

struct TensorProblem {
  std::string what;     ///< "tensor block0.conv0.weight", "metadata board"
  std::string message;  ///< "is missing; wanted: [3, 3, 32, 32]"
};

/// Nothing where names, types and shapes are those of docs/nets.md. Sizes that the file does not say stand as words:
/// "[points x 2, actions]".
std::vector<TensorProblem> residual_problems(const TensorHeader& file);

}  // namespace rootward::net
