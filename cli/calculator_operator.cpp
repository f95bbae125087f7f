// JSON values as parameter values.
#include "cli/calculator_operator.h"

#include <fmt/format.h>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "core/json.h"

namespace rootward {

ParamTree param_tree_of(const Json& given) {
  ParamTree tree;
  if (given.is_object()) {
    for (const auto& item : given.items()) {
      tree.keys.push_back(item.key);
      tree.items.push_back(param_tree_of(item.value));
    }
    return tree;
  }
  tree.kind = given.is_array() ? ParamTree::Kind::list : ParamTree::Kind::text;
  if (given.is_array())
    for (const Json& item : given) tree.items.push_back(param_tree_of(item));
  else if (given.is_number())
    tree = {.kind = ParamTree::Kind::number, .number = given.get<double>(), .text = {}, .keys = {}, .items = {}};
  else
    tree.text = given.is_string() ? given.get<std::string>() : dump_json(given);
  return tree;
}

namespace {

ParamValue to_param(const Json& given, const std::string& key) {
  if (given.is_null()) return std::monostate{};
  if (given.is_boolean()) return given.get<bool>();
  if (given.is_number_unsigned() && given.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
    return given.get<double>();
  if (given.is_number_integer()) return given.get<std::int64_t>();
  if (given.is_number()) return given.get<double>();
  if (given.is_string()) return given.get<std::string>();
  const std::string path = fmt::format("backup.{}", key);
  if (given.is_object()) return param_tree_of(given);
  std::vector<double> numbers;
  for (const Json& item : given) {
    if (!item.is_number()) refuse_field(path, fmt::format("{} is not a list of numbers", dump_json(given)));
    numbers.push_back(item.get<double>());
  }
  return numbers;
}

}  // namespace

NamedParams read_operator(const Json& given) {
  GivenParams parameters;
  std::string name;
  if (given.is_string()) {
    name = given.get<std::string>();
  } else if (given.is_object() && given.contains("name") && given["name"].is_string()) {
    name = given["name"].get<std::string>();
    for (const auto& item : given.items()) {
      if (item.key != "name") parameters[item.key] = to_param(item.value, item.key);
    }
  } else {
    refuse_field("backup", fmt::format("{} is not allowed; allowed: an operator's name, or a map with `name` and its "
                                       "parameters",
                                       dump_json(given)));
  }
  return {name, resolve_params(get_operator(name).description.parameters, parameters)};
}

bool may_leave_range(const NamedParams& id) {
  return get_operator(id.name).unbounded || (id.params.has("unbounded") && id.params.boolean("unbounded"));
}

}  // namespace rootward
