// Which steps of a plan are computed in whole numbers (precision i16), and which maps are kept as whole numbers too.
#pragma once

#include <vector>

#include "evaluators/net/plan.h"

namespace rootward::net {

/// What a step has to do with whole numbers.
struct IntegerRole {
  bool is_integer = false;    ///< it is a convolution in whole numbers
  int source = kNone;         ///< the whole map that it reads
  bool makes_source = false;  ///< which it has to make from the float map first
  int target = kNone;         ///< the whole map that its result becomes
  bool writes_map = true;     ///< somebody reads its result as floats
};

struct IntegerLayout {
  std::vector<IntegerRole> roles;  ///< a step each
  std::vector<int> readers;        ///< of each whole map, the first step that reads it
};

/// Convolutions of 3x3 and eight channels and more are computed in whole numbers. Throws std::invalid_argument, naming
/// the step, where one reads what may be negative, i.e. neither the input planes nor what a relu leaves.
IntegerLayout lay_out_integers(const Plan& plan);

/// Whether the steps of whole numbers know their activations' exponents.
bool knows_exponents(const Plan& plan);

}  // namespace rootward::net
