// Reading and writing spaces and parameters.
#include "optimizer/json_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json_elements.h"
#include "core/read_number.h"
#include "core/text.h"
#include "optimizer/json_fields.h"

namespace rootward::optimizer {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

Scale read_scale(const Json& parameter) {
  if (member(parameter, "scale") == nullptr) return Scale::linear;
  const std::string name = required_text(parameter, "scale");
  if (const std::optional<Scale> scale = find_scale(name)) return *scale;
  throw UsageError(fmt::format("'scale': \"{}\" is not allowed; allowed: {}", name, fmt::join(kScaleNames, ", ")));
}

Parameter read_parameter(const Json& json) {
  if (!json.is_object()) throw UsageError(fmt::format("a parameter is an object, not {}", json_line(json)));
  Parameter parameter{.name = required_text(json, "name")};
  try {
    parameter.low = required_number(json, "low", -kLargest, kLargest);
    parameter.high = required_number(json, "high", -kLargest, kLargest);
    parameter.scale = read_scale(json);
    if (member(json, "count") != nullptr) parameter.count = required_count(json, "count");
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("parameter '{}': {}", parameter.name, error.what()));
  }
  return parameter;
}

void check_names(const Json& params, const Space& space) {
  std::vector<std::string> known;
  for (const Parameter& parameter : space.parameters()) known.push_back(parameter.name);
  for (const auto& [name, value] : params.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw UsageError(
        fmt::format("unknown parameter '{}'{}; known: {}", name, hint_text(name, known), fmt::join(known, ", ")));
  }
}

Json value_json(Eigen::Index coordinate, const Eigen::VectorXd& values, const Space& space) {
  if (space.owner(coordinate).scale == Scale::integer) return static_cast<std::int64_t>(values[coordinate]);
  return values[coordinate];
}

}  // namespace

double read_value(const Json& json, const Parameter& parameter) {
  const auto refuse = [&](const char* allowed) {
    throw UsageError(fmt::format("parameter '{}': {} is not allowed; allowed: {} in [{}, {}]", parameter.name,
                                 json_line(json), allowed, parameter.low, parameter.high));
  };
  const bool is_integer = parameter.scale == Scale::integer;
  const double value = json.is_number() ? json.get<double>() : std::nan("");
  const std::optional<double> known = number_in_limits(value, parameter.low, parameter.high, parameter.scale);
  if (!known || (is_integer && value != std::floor(value))) refuse(is_integer ? "a whole number" : "a number");
  return *known;
}

Space read_space(const Json& parameters) {
  if (!parameters.is_array()) throw UsageError("'parameters' is a list of objects");
  std::vector<Parameter> read;
  for (const Json& parameter : parameters) read.push_back(read_parameter(parameter));
  return Space(std::move(read));
}

Json space_json(const Space& space) {
  Json parameters = Json::array();
  for (const Parameter& parameter : space.parameters()) {
    Json json{{"name", parameter.name},
              {"low", parameter.low},
              {"high", parameter.high},
              {"scale", scale_name(parameter.scale)}};
    if (parameter.count) json["count"] = *parameter.count;
    parameters.push_back(std::move(json));
  }
  return parameters;
}

Eigen::VectorXd read_params(const Json& given_params, const Space& space) {
  if (!given_params.is_object())
    throw UsageError(fmt::format("'params' is an object, not {}", json_line(given_params)));
  Json params = given_params;
  for (const Parameter& parameter : space.parameters())
    if (parameter.count)
      if (const std::string twice = join_elements(params, parameter.name, *parameter.count); !twice.empty())
        throw UsageError(
            fmt::format("parameter '{}': '{}' names one of its numbers again; either the list or its elements",
                        parameter.name, twice));
  check_names(params, space);
  Eigen::VectorXd values(space.dimensions());
  Eigen::Index coordinate = 0;
  for (const Parameter& parameter : space.parameters()) {
    const Json* given = member(params, parameter.name.c_str());
    if (given == nullptr) throw UsageError(fmt::format("parameter '{}' is missing", parameter.name));
    if (parameter.count && (!given->is_array() || given->size() != *parameter.count))
      throw UsageError(fmt::format("parameter '{}': {} is not a list of {} numbers", parameter.name, json_line(*given),
                                   *parameter.count));
    for (std::size_t i = 0; i < parameter.coordinates(); ++i)
      values[coordinate++] = read_value(parameter.count ? (*given)[i] : *given, parameter);
  }
  return values;
}

Json params_json(const Eigen::VectorXd& values, const Space& space) {
  Json params = Json::object();
  Eigen::Index coordinate = 0;
  for (const Parameter& parameter : space.parameters()) {
    if (!parameter.count) {
      params[parameter.name] = value_json(coordinate++, values, space);
      continue;
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < *parameter.count; ++i) list.push_back(value_json(coordinate++, values, space));
    params[parameter.name] = std::move(list);
  }
  return params;
}

}  // namespace rootward::optimizer
