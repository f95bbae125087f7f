// An ask stays under a second of CPU time with 200 results in 12 dimensions, the first one after a restart included.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/cpu_time.h"
#include "core/rng.h"
#include "optimizer/optimizer.h"

namespace rootward::optimizer {
namespace {

TEST(OptimizerSpeed, AsksWithinASecondAt200PointsAnd12Dimensions) {
  const Eigen::Index dimensions = 12;
  std::vector<Parameter> parameters;
  for (int i = 0; i < dimensions; ++i) parameters.push_back({.name = std::to_string(i)});
  Optimizer optimizer(Space(parameters), {.seed = 1});
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    Eigen::VectorXd values(dimensions);
    for (double& value : values) value = rng.uniform();
    const double win_rate = 0.35 + 0.3 * std::exp(-(values.array() - 0.5).square().sum());
    optimizer.tell(std::to_string(i), values, {.mean = win_rate, .deviation = 0.025, .games = 400});
  }
  for (int i = 0; i < 6; ++i) {
    const double start = thread_cpu_seconds();
    optimizer.ask("ask " + std::to_string(i));
    EXPECT_LT(thread_cpu_seconds() - start, 1.0) << "ask " << i;
    optimizer.tell("ask " + std::to_string(i), {}, {.mean = 0.5, .deviation = 0.025, .games = 400});
  }
}

}  // namespace
}  // namespace rootward::optimizer
