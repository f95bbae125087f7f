// JSON of points, and of spaces in three dialects.
#include "experiments/tuning/point_json.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "core/json_elements.h"
#include "core/json_fields.h"
#include "core/read_number.h"
#include "core/text.h"

namespace rootward::tuning {
namespace {

Json number_json(Scale scale, double value) {
  if (scale == Scale::integer) return static_cast<std::int64_t>(value);
  return value;
}

/// Reads one object of parameters and keeps what is wrong.
class PointReader {
 public:
  PointReader(const TuningConfig& tuning, std::string where) : tuning_(tuning), where_(std::move(where)) {}

  Point read(Json params) {
    if (!params.is_object()) throw UsageError(fmt::format("{} is {}, not an object", where_, shown_json(params)));
    for (const TunedParameter& parameter : tuning_.parameters)
      if (parameter.count)
        if (const std::string twice = join_elements(params, parameter.path, *parameter.count); !twice.empty())
          add(twice, fmt::format("names a number that {} has too; either the list or its elements", parameter.path));
    std::vector<std::string> known;
    for (const TunedParameter& parameter : tuning_.parameters) known.push_back(parameter.path);
    for (const auto& [key, unused] : params.items())
      if (std::ranges::find(known, key) == known.end()) add_unknown(key, known);
    Point point;
    for (const TunedParameter& parameter : tuning_.parameters) {
      const auto found = params.find(parameter.path);
      if (found == nullptr)
        add(parameter.path, "is missing");
      else
        point.push_back(read_parameter(parameter, *found));
    }
    if (!problems_.empty()) throw UsageError(problems_);
    return point;
  }

 private:
  void add(const std::string& path, std::string message) {
    problems_.push_back({.file = where_, .line = 0, .column = 0, .path = path, .message = std::move(message)});
  }

  void add_unknown(const std::string& key, const std::vector<std::string>& known) {
    add(key, fmt::format("is no parameter of the tuning; its parameters: {}{}", fmt::join(known, ", "),
                         hint_text(key, known)));
  }

  std::vector<double> read_parameter(const TunedParameter& parameter, const Json& value) {
    if (!parameter.count) return {read_number(parameter, parameter.path, value)};
    if (!value.is_array() || value.size() != *parameter.count) {
      add(parameter.path,
          fmt::format("{} is not allowed; allowed: a list of {} numbers", shown_json(value), *parameter.count));
      return {};
    }
    std::vector<double> numbers;
    for (std::size_t i = 0; i < value.size(); ++i)
      numbers.push_back(read_number(parameter, fmt::format("{}[{}]", parameter.path, i), value[i]));
    return numbers;
  }

  double read_number(const TunedParameter& parameter, const std::string& path, const Json& value) {
    const double given = value.is_number() ? value.get<double>() : std::nan("");
    const std::optional<double> number = number_in_limits(given, parameter.low, parameter.high, parameter.scale);
    if (!number || (parameter.scale == Scale::integer && *number != std::floor(*number)))
      add(path, fmt::format("{} is not allowed; allowed: {} in [{}, {}]", shown_json(value),
                            parameter.scale == Scale::integer ? "a whole number" : "a number",
                            param_text(parameter.low), param_text(parameter.high)));
    return number.value_or(0);
  }

  const TuningConfig& tuning_;
  std::string where_;
  std::vector<Problem> problems_;
};

/// Optuna 2 to 4: optuna.distributions.json_to_distribution reads each value's text.
Json optuna_distribution(const TunedParameter& parameter) {
  const bool is_integer = parameter.scale == Scale::integer;
  Json attributes;
  attributes["step"] = is_integer ? Json(1) : Json(nullptr);
  attributes["low"] = number_json(parameter.scale, parameter.low);
  attributes["high"] = number_json(parameter.scale, parameter.high);
  attributes["log"] = parameter.scale == Scale::log;
  Json distribution;
  distribution["name"] = is_integer ? "IntDistribution" : "FloatDistribution";
  distribution["attributes"] = std::move(attributes);
  return distribution;
}

Json optuna_space(const TuningConfig& tuning) {
  Json space = Json::object();
  for (const TunedParameter& parameter : tuning.parameters) {
    if (!parameter.count) space[parameter.path] = optuna_distribution(parameter);
    for (std::size_t i = 0; i < parameter.count.value_or(0); ++i)
      space[fmt::format("{}[{}]", parameter.path, i)] = optuna_distribution(parameter);
  }
  return space;
}

Json spearmint_space(const TuningConfig& tuning) {
  Json space = Json::object();
  for (const TunedParameter& parameter : tuning.parameters) {
    Json variable;
    variable["name"] = parameter.path;
    variable["type"] = parameter.scale == Scale::integer ? "int" : "float";
    variable["min"] = number_json(parameter.scale, parameter.low);
    variable["max"] = number_json(parameter.scale, parameter.high);
    variable["size"] = parameter.coordinates();
    space[parameter.path] = std::move(variable);
  }
  return space;
}

}  // namespace

Json point_json(const TuningConfig& tuning, const Point& point) {
  Json params = Json::object();
  for (std::size_t i = 0; i < tuning.parameters.size(); ++i) {
    const TunedParameter& parameter = tuning.parameters[i];
    if (!parameter.count) {
      params[parameter.path] = number_json(parameter.scale, point[i].front());
      continue;
    }
    Json list = Json::array();
    for (const double value : point[i]) list.push_back(number_json(parameter.scale, value));
    params[parameter.path] = std::move(list);
  }
  return params;
}

Point read_point(const TuningConfig& tuning, const Json& params, const std::string& where) {
  return PointReader(tuning, where).read(params);
}

Json space_parameters(const TuningConfig& tuning) {
  Json parameters = Json::array();
  for (const TunedParameter& parameter : tuning.parameters) {
    Json one;
    one["name"] = parameter.path;
    one["low"] = number_json(parameter.scale, parameter.low);
    one["high"] = number_json(parameter.scale, parameter.high);
    one["scale"] = scale_name(parameter.scale);
    if (parameter.count) one["count"] = *parameter.count;
    parameters.push_back(std::move(one));
  }
  return parameters;
}

Json space_json(const TuningConfig& tuning) {
  Json space;
  space["schema"] = "rootward.space/1";
  space["tuning"] = tuning.name;
  space["config_hash"] = config_hash(tuning);
  space["parameters"] = space_parameters(tuning);
  return space;
}

std::string space_text(const TuningConfig& tuning, SpaceFormat format) {
  switch (format) {
    case SpaceFormat::optuna:
      return dump_json(optuna_space(tuning), 2);
    case SpaceFormat::spearmint:
      return dump_json(spearmint_space(tuning), 2);
    case SpaceFormat::json:
      break;
  }
  return dump_json(space_json(tuning), 2);
}

}  // namespace rootward::tuning
