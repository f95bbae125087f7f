// From a formula's parameters to its program.
#pragma once

#include <string>
#include <vector>

#include "backup/formula_program.h"
#include "core/params.h"

namespace rootward::formula {

/// What the parameters cannot say about the search at hand.
struct Surroundings {
  double span = 1;         ///< of the lists that `grow` integrates
  bool has_priors = true;  ///< the evaluator gives priors
};

struct Compiled {
  Program program;
  Program told;                       ///< the same with every name's number kept: for who asks how a value came about
  std::vector<Named> names;           ///< of `told`, each behind those that it reads
  std::vector<std::string> warnings;  ///< sentences
};

/// Whether the formula integrates a list: it needs a span then.
bool grows(const Params& params);

/// Throws ParamError with everything that is wrong, characters included.
Compiled compile(const Params& params, const Surroundings& surroundings);

/// The rule as it is written: a line a definition, in the order in which they are reckoned, then the value.
std::string rule_text(const Params& params);

/// `value`, `state`, `define` and `parameters` in their normal form: texts with single blanks and no needless brackets,
/// maps in the order of their keys. The formula must compile.
GivenParams normal_form(const Params& params);

}  // namespace rootward::formula
