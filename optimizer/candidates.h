// Where an acquisition is largest: many candidates, the best of them polished.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "core/rng.h"
#include "optimizer/space.h"

namespace rootward::optimizer {

/// One value for each column (a point of the unit cube).
using Objective = std::function<Eigen::VectorXd(const Eigen::MatrixXd&)>;

/// `count` points drawn uniformly, snapped.
Eigen::MatrixXd uniform_candidates(const Space& space, Eigen::Index count, Rng& rng);

/// `count` points drawn around the columns of `centres` in turn, snapped: a normal step whose size is drawn anew for
/// each (1 % to 30 % of the cube's edge), in every coordinate or, half of the time, in a few only.
Eigen::MatrixXd candidates_around(const Space& space, const Eigen::MatrixXd& centres, Eigen::Index count, Rng& rng);

/// The best of `candidates` by `objective` after some rounds of random steps that shrink, from each of the best few.
Eigen::VectorXd maximize(const Objective& objective, const Space& space, const Eigen::MatrixXd& candidates, Rng& rng);

}  // namespace rootward::optimizer
