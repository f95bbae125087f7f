// The one kind of JSON value: keys keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

namespace rootward {

using Json = nlohmann::ordered_json;

}  // namespace rootward
