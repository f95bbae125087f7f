// Spaces and their points as the protocol writes them in JSON.
#pragma once

#include <Eigen/Core>

#include "core/json.h"
#include "optimizer/space.h"

namespace rootward::optimizer {

/// [{"name","low","high","scale","count"?}]: scale linear (also where it is left out), log or integer. Throws
/// UsageError.
Space read_space(const Json& parameters);
Json space_json(const Space& space);

/// One coordinate of the parameter's. Throws UsageError naming it where it is no number, outside the limits or not
/// whole.
double read_value(const Json& json, const Parameter& parameter);
/// {"name": number or list}: the values of all parameters, one a coordinate. Throws UsageError naming the parameter:
/// unknown, missing, not a number, a list of the wrong length, outside the limits, not whole.
Eigen::VectorXd read_params(const Json& params, const Space& space);
Json params_json(const Eigen::VectorXd& values, const Space& space);

}  // namespace rootward::optimizer
