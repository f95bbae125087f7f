// The runner of the vector kernels.
#pragma once

#include <memory>

#include "evaluators/net/kernels.h"
#include "evaluators/net/runner.h"

namespace rootward::net {

/// See make_runner().
std::unique_ptr<Runner> make_fast_runner(const Plan& plan, int size, const Kernels& kernels);
std::unique_ptr<Runner> make_eigen_runner(const Plan& plan, int size);

}  // namespace rootward::net
