// Random candidates and random polishing: everything is evaluated in batches, which is what a Gaussian process is fast
// at.
#include "optimizer/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "optimizer/normal_draw.h"

namespace rootward::optimizer {
namespace {

constexpr double kLeastStep = 0.01;
constexpr double kMostStep = 0.3;
constexpr std::uint32_t kFewCoordinates = 3;
constexpr Eigen::Index kPolished = 4;
constexpr Eigen::Index kPolishBatch = 16;
constexpr int kPolishRounds = 14;
constexpr double kFirstPolishStep = 0.1;
constexpr double kPolishShrink = 0.7;

Eigen::VectorXd step_from(const Eigen::VectorXd& centre, double size, Rng& rng) {
  const auto dimensions = static_cast<std::uint32_t>(centre.size());
  const bool moves_all = dimensions <= kFewCoordinates || rng.below(2) == 0;
  Eigen::VectorXd point = centre;
  for (Eigen::Index i = 0; i < point.size(); ++i) {
    if (moves_all || rng.below(dimensions) < kFewCoordinates) point[i] += size * draw_normal(rng);
  }
  return point;
}

/// Indices of the largest values, largest first; the lower index where equal.
std::vector<Eigen::Index> largest(const Eigen::VectorXd& values, Eigen::Index count) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto middle = order.begin() + std::min<Eigen::Index>(count, values.size());
  std::partial_sort(order.begin(), middle, order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return values[a] != values[b] ? values[a] > values[b] : a < b;
  });
  order.erase(middle, order.end());
  return order;
}

}  // namespace

Eigen::MatrixXd uniform_candidates(const Space& space, Eigen::Index count, Rng& rng) {
  Eigen::MatrixXd points(space.dimensions(), count);
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = 0; i < points.rows(); ++i) points(i, j) = rng.uniform();
    points.col(j) = space.snap(points.col(j));
  }
  return points;
}

Eigen::MatrixXd candidates_around(const Space& space, const Eigen::MatrixXd& centres, Eigen::Index count, Rng& rng) {
  Eigen::MatrixXd points(space.dimensions(), count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const double size = kLeastStep * std::pow(kMostStep / kLeastStep, rng.uniform());
    points.col(j) = space.snap(step_from(centres.col(j % centres.cols()), size, rng));
  }
  return points;
}

Eigen::VectorXd maximize(const Objective& objective, const Space& space, const Eigen::MatrixXd& candidates, Rng& rng) {
  const Eigen::VectorXd values = objective(candidates);
  const std::vector<Eigen::Index> starts = largest(values, kPolished);
  const auto climbers = static_cast<Eigen::Index>(starts.size());
  Eigen::MatrixXd best(candidates.rows(), climbers);
  Eigen::VectorXd best_values(climbers);
  for (Eigen::Index i = 0; i < climbers; ++i) {
    best.col(i) = candidates.col(starts[static_cast<std::size_t>(i)]);
    best_values[i] = values[starts[static_cast<std::size_t>(i)]];
  }
  double step = kFirstPolishStep;
  Eigen::MatrixXd tried(candidates.rows(), climbers * kPolishBatch);
  for (int round = 0; round < kPolishRounds; ++round, step *= kPolishShrink) {
    for (Eigen::Index first = 0; first < tried.cols(); first += climbers)
      for (Eigen::Index i = 0; i < climbers; ++i) tried.col(first + i) = space.snap(step_from(best.col(i), step, rng));
    const Eigen::VectorXd tried_values = objective(tried);
    for (Eigen::Index first = 0; first < tried.cols(); first += climbers) {
      for (Eigen::Index i = 0; i < climbers; ++i) {
        if (tried_values[first + i] <= best_values[i]) continue;
        best_values[i] = tried_values[first + i];
        best.col(i) = tried.col(first + i);
      }
    }
  }
  Eigen::Index winner = 0;
  best_values.maxCoeff(&winner);
  return best.col(winner);
}

}  // namespace rootward::optimizer
