// A formula as configured: its parameters' declarations and its expressions, checked and in their normal form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace rootward::formula {

/// What the operator `formula` takes.
std::vector<ParamSpec> formula_specs();

/// The expression of the value; the average's where none is given.
std::string value_text(const Params& params);

/// A parameter of the user's own: its key is its name, its default the value that it has.
std::vector<ParamSpec> own_parameters(const Params& params);

/// The user's parameter called `name`; nothing where there is none.
std::optional<ParamSpec> own_parameter(const Params& params, std::string_view name);

/// Sets a parameter's value in a formula's parameters. Throws ParamError where there is no such parameter or the value
/// is outside its range.
void set_own_parameter(GivenParams& params, std::string_view name, const ParamValue& value);

/// What is wrong with the declarations, all of it.
std::vector<ParamError> problems_of_parameters(const ParamTree& parameters);

}  // namespace rootward::formula
