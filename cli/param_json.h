// Parameters and their declarations as JSON.
#pragma once

#include "core/json.h"
#include "core/params.h"

namespace rootward {

/// A number, text, flag or list; null for no value, a map's text for one of type `tree`.
Json param_json(const ParamValue& value);
/// Key, help, type, range, choices, tuning box and scale; limits that are not there are null.
Json param_json(const ParamSpec& spec);

}  // namespace rootward
