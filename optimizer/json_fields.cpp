// Reading members and complaining about them.
#include "optimizer/json_fields.h"

#include <fmt/format.h>

#include <cmath>

#include "core/errors.h"

namespace rootward::optimizer {

std::string json_line(const Json& json) { return dump_json(json); }

const Json* member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == nullptr || found->is_null() ? nullptr : &*found;
}

const Json& required(const Json& object, const char* key) {
  const Json* found = member(object, key);
  if (found == nullptr) throw UsageError(fmt::format("'{}' is missing", key));
  return *found;
}

double required_number(const Json& object, const char* key, double low, double high) {
  const Json& value = required(object, key);
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!std::isfinite(number) || number < low || number > high)
    throw UsageError(
        fmt::format("'{}': {} is not allowed; allowed: a number in [{}, {}]", key, json_line(value), low, high));
  return number;
}

double number_or(const Json& object, const char* key, double low, double high, double fallback) {
  return member(object, key) == nullptr ? fallback : required_number(object, key, low, high);
}

std::string required_text(const Json& object, const char* key) {
  const Json& value = required(object, key);
  if (!value.is_string()) throw UsageError(fmt::format("'{}': {} is not a text", key, json_line(value)));
  return value.get<std::string>();
}

std::uint64_t required_count(const Json& object, const char* key) {
  const Json& value = required(object, key);
  if (!value.is_number_unsigned())
    throw UsageError(fmt::format("'{}': {} is not a whole number of 0 or more", key, json_line(value)));
  return value.get<std::uint64_t>();
}

}  // namespace rootward::optimizer
