// Spaces and their points as the protocol writes them in JSON.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "optimizer/space.h"

namespace rootward::optimizer {

/// [{"name","low","high","scale","count"?}]: scale linear (also where it is left out), log or integer. Throws
/// UsageError.
Space read_space(const nlohmann::ordered_json& parameters);
nlohmann::ordered_json space_json(const Space& space);

/// {"name": number or list}: the values of all parameters, one a coordinate. Throws UsageError naming the parameter:
/// unknown, missing, not a number, a list of the wrong length, outside the limits, not whole.
Eigen::VectorXd read_params(const nlohmann::ordered_json& params, const Space& space);
nlohmann::ordered_json params_json(const Eigen::VectorXd& values, const Space& space);

}  // namespace rootward::optimizer
