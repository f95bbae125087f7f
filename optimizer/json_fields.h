// Members of JSON objects, read with errors that name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/json.h"

namespace rootward::optimizer {

/// One line of JSON; text that is not UTF-8 is replaced, never refused.
std::string json_line(const Json& json);
/// The member, or nullptr where it is missing or null.
const Json* member(const Json& object, const char* key);
/// The member, which must be there. Throws UsageError.
const Json& required(const Json& object, const char* key);
/// A finite number in [low, high]. Throws UsageError.
double required_number(const Json& object, const char* key, double low, double high);
/// The same where it may be left out; then `fallback`.
double number_or(const Json& object, const char* key, double low, double high, double fallback);
std::string required_text(const Json& object, const char* key);
/// An integer of 0 or more. Throws UsageError.
std::uint64_t required_count(const Json& object, const char* key);

}  // namespace rootward::optimizer
