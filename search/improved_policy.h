// The policy that a node's values improve the priors to (Danihelka et al. 2022): what Gumbel roots compare and teach.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "core/types.h"
#include "search/tree.h"

namespace rootward {

/// sigma(q) = (c_visit + max_b N_b) c_scale q, q in [0, 1].
struct ValueTransform {
  double c_visit = 50;
  double c_scale = 1;
  bool rescales = false;  ///< the completed q's are spread over [0, 1] first

  explicit ValueTransform(const Params& params)
      : c_visit(params.real("c_visit")), c_scale(params.real("c_scale")), rescales(params.boolean("rescale")) {}
  ValueTransform() = default;
};
/// The parameters that ValueTransform reads.
std::vector<ParamSpec> value_transform_specs();

/// A node's moves: the first `count` children of its block. Values in [-1, 1], view of the player who chooses.
struct MoveColumns {
  std::uint32_t count = 0;
  const float* priors = nullptr;
  const std::uint32_t* visits = nullptr;
  const double* values = nullptr;        ///< mean nothing where unvisited
  Value own = 0;                         ///< the node's own evaluation
  const std::uint8_t* proofs = nullptr;  ///< null: nothing is proven
  const double* exact = nullptr;         ///< values of those that are
};

/// What an unvisited move is taken to be worth: v_mix = (v + S sum_vis P q / sum_vis P) / (1 + S), S the sum of visits.
/// On [0, 1]: P = (.5, .3, .2), visits (1, 1, 0), q = (.6, .5, -), v = .4: .508333.
Value mixed_value(const MoveColumns& moves);

/// ln P + sigma(completed q) of every move, into `logits`: its exact value where it is proven, else its own where it is
/// visited, else mixed_value().
void improved_logits(const MoveColumns& moves, const ValueTransform& transform, std::vector<double>& logits);

/// The policy that maximises sum pi q - l KL(P | pi) (Grill et al. 2020), into `policy`: pi_i = l P_i / (alpha - q_i),
/// l = c sqrt(S) / (S + K), P normalised over the K moves, alike where all are 0; P itself where S = 0. q is completed
/// as above. On [-1, 1]: P = (.75, .25), visits (6, 3), q = (.5, .25), c = 1: (.860221, .139779). `weights` is room for
/// l P.
void regularized_policy(const MoveColumns& moves, double c, std::vector<double>& policy, std::vector<double>& weights);

/// Numbers to probabilities proportional to e^x. The above, c_scale 1: (.99267, .00363, .00370); 0.1: (.62076, .22366,
/// .15558).
void softmax(std::vector<double>& numbers);

/// The first `count` children of a block.
MoveColumns columns_of(const Block& block, std::uint32_t count, const double* reads, Value own);

}  // namespace rootward
