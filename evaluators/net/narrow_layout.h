// Which convolutions of a plan are computed in numbers of 16 bits (whole ones of i16, or bf16), and which maps are kept
// in these numbers too.
#pragma once

#include <vector>

#include "evaluators/net/plan.h"

namespace rootward::net {

/// What a step has to do with numbers of 16 bits.
struct NarrowRole {
  bool is_narrow = false;     ///< it is a convolution in them
  int source = kNone;         ///< the narrow map that it reads
  bool makes_source = false;  ///< which it has to make from the float map first
  int target = kNone;         ///< the narrow map that its result becomes
  int normalise = kNone;      ///< the step that the result goes through on its way there
  bool is_done = false;       ///< it is such a step: the convolution before it does its work
  bool writes_map = true;     ///< somebody reads its result as floats
};

struct NarrowLayout {
  std::vector<NarrowRole> roles;  ///< a step each
  std::vector<int> readers;       ///< of each narrow map, the first step that reads it
};

/// Convolutions of 3x3 and eight channels and more are computed in whole numbers. Throws std::invalid_argument, naming
/// the step, where one reads what may be negative, i.e. neither the input planes nor what a relu leaves.
NarrowLayout lay_out_integers(const Plan& plan);
/// Convolutions of 16 channels and more are computed in bf16: below, half a tile would be zeros.
NarrowLayout lay_out_tiles(const Plan& plan);

/// Whether the steps of whole numbers know their activations' exponents.
bool knows_exponents(const Plan& plan);

}  // namespace rootward::net
