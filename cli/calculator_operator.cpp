// JSON values as parameter values.
#include "cli/calculator_operator.h"

#include <fmt/format.h>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "core/json.h"

namespace rootward {
namespace {

using nlohmann::json;

ParamValue to_param(const json& given, const std::string& key) {
  if (given.is_null()) return std::monostate{};
  if (given.is_boolean()) return given.get<bool>();
  if (given.is_number_unsigned() && given.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
    return given.get<double>();
  if (given.is_number_integer()) return given.get<std::int64_t>();
  if (given.is_number()) return given.get<double>();
  if (given.is_string()) return given.get<std::string>();
  const std::string path = fmt::format("backup.{}", key);
  if (!given.is_array())
    refuse_field(path, fmt::format("{} is not allowed: a map where a value belongs", given.dump()));
  std::vector<double> numbers;
  for (const json& item : given) {
    if (!item.is_number()) refuse_field(path, fmt::format("{} is not a list of numbers", given.dump()));
    numbers.push_back(item.get<double>());
  }
  return numbers;
}

}  // namespace

NamedParams read_operator(const json& given) {
  GivenParams parameters;
  std::string name;
  if (given.is_string()) {
    name = given.get<std::string>();
  } else if (given.is_object() && given.contains("name") && given["name"].is_string()) {
    name = given["name"].get<std::string>();
    for (const auto& item : given.items()) {
      if (item.key() != "name") parameters[item.key()] = to_param(item.value(), item.key());
    }
  } else {
    refuse_field("backup", fmt::format("{} is not allowed; allowed: an operator's name, or a map with `name` and its "
                                       "parameters",
                                       given.dump()));
  }
  return {name, resolve_params(get_operator(name).description.parameters, parameters)};
}

}  // namespace rootward
