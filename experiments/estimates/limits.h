// What an operator's root value comes to on a small tree: the truth, or a regularised value.
#pragma once

#include "experiments/estimates/config.h"
#include "experiments/estimates/instance.h"

namespace rootward::estimates {

/// What the `op`-th operator of `arm` comes to at the instance's root, in [-1, 1] and what its bonus adds, view of the
/// player to move. Where OperatorEntry::regularises says so, V_L(s) = F(V_L(s_1), .., V_L(s_K)) over all moves, a
/// finished game's result at the leaves and the mean over chance's outcomes (Dam, D'Eramo, Peters & Pajarinen 2021,
/// section 3: the optimal regularised value); else the truth. Worked: ments with temperature t over two leaves of value
/// 0 comes to t ln 2. Throws RunError where the tree has more positions than `truth.nodes`.
Value limit_of(const EstimatesConfig& config, const Instance& instance, const Arm& arm, std::size_t op);

}  // namespace rootward::estimates
