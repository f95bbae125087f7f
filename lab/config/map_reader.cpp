// Messages say the value, what is allowed and the nearest known name.
#include "lab/config/map_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "lab/config/key_specs.h"
#include "lab/config/yaml_scalar.h"

namespace rootward::config {
namespace {

bool is_text_type(const ParamSpec& spec) { return spec.type == ParamType::text || spec.type == ParamType::choice; }

/// "4.0"
bool is_whole_with_point(const YamlNode& node) {
  const ParamValue value = scalar_value(node);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr && *real == std::floor(*real) && node.text.find_first_of("0123456789") != std::string::npos &&
         node.text.find('.') != std::string::npos;
}

/// check_param with what the tree knows beyond the value.
std::optional<ParamValue> check_scalar(const YamlNode& node, const ParamSpec& spec, ProblemList& problems) {
  const bool is_whole = spec.type == ParamType::integer;
  try {
    return check_param(spec, is_whole ? whole_value(node) : scalar_value(node));
  } catch (const ParamError& error) {
    std::string message = error.what();
    if (is_whole && is_whole_with_point(node)) message += " (whole numbers are written whole)";
    if (node.is_null()) message = fmt::format("{} is not allowed; allowed: {}", written_text(node), allowed_text(spec));
    if (node.is_quoted && !is_text_type(spec)) message += " (quotes make it a text)";
    if (!node.is_quoted && spec.type == ParamType::text) message += " (quotes make it one)";
    problems.add(node, std::move(message));
    return std::nullopt;
  }
}

/// check_param for a list that stands for one value.
std::optional<ParamValue> check_scalar_list(const YamlNode& node, const std::vector<double>& values,
                                            const ParamSpec& spec, ProblemList& problems) {
  try {
    return check_param(spec, values);
  } catch (const ParamError& error) {
    problems.add(node, error.what());
    return std::nullopt;
  }
}

std::optional<ParamValue> read_list(const YamlNode& node, const ParamSpec& spec, ProblemList& problems) {
  ParamSpec element = spec;
  element.type = spec.or_range ? ParamType::integer : ParamType::real;
  element.or_range = false;
  element.fallback = 0.0;
  std::vector<double> values;
  bool is_good = true;
  for (const YamlNode& item : node.items) {
    const std::optional<ParamValue> value = read_value(item, element, problems);
    is_good = is_good && value;
    if (value && spec.or_range)
      values.push_back(static_cast<double>(std::get<std::int64_t>(*value)));
    else if (value)
      values.push_back(std::get<double>(*value));
  }
  if (is_good && spec.or_range) return check_scalar_list(node, values, spec, problems);
  if (node.items.size() < spec.min_count || node.items.size() > spec.max_count) {
    problems.add(node, fmt::format("a list of {} is not allowed; allowed: {}", node.items.size(), allowed_text(spec)));
    return std::nullopt;
  }
  if (!is_good) return std::nullopt;
  return values;
}

ParamTree tree_of(const YamlNode& node) {
  ParamTree tree;
  if (node.is_map() || node.is_sequence()) {
    tree.kind = node.is_map() ? ParamTree::Kind::map : ParamTree::Kind::list;
    for (const YamlNode& item : node.items) tree.items.push_back(tree_of(item));
    for (const YamlEntry& entry : node.entries) {
      tree.keys.push_back(entry.key);
      tree.items.push_back(tree_of(entry.value));
    }
    return tree;
  }
  const ParamValue value = scalar_value(node);
  tree.kind = ParamTree::Kind::number;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    tree.number = static_cast<double>(*integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    tree.number = *real;
  } else {
    tree.kind = ParamTree::Kind::text;
    tree.text = node.text;
  }
  return tree;
}

}  // namespace

std::string written_text(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "an empty value";
    case YamlNode::Kind::scalar: {
      constexpr std::size_t kShown = 60;
      const std::string text = node.text.size() > kShown ? node.text.substr(0, kShown) + "..." : node.text;
      return node.is_quoted ? '"' + text + '"' : text;
    }
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return "";
}

std::optional<ParamValue> read_value(const YamlNode& node, const ParamSpec& spec, ProblemList& problems) {
  if (node.is_sequence() && (spec.type == ParamType::real_list || spec.or_range))
    return read_list(node, spec, problems);
  if (spec.type == ParamType::tree && (node.is_map() || (node.is_scalar() && spec.or_name))) return tree_of(node);
  if (node.is_map() || node.is_sequence()) {
    problems.refuse(node, allowed_text(spec));
    return std::nullopt;
  }
  return check_scalar(node, spec, problems);
}

std::optional<std::string> read_name(const YamlNode& node, std::string_view allowed, ProblemList& problems) {
  if (node.is_scalar()) return node.text;
  problems.refuse(node, allowed);
  return std::nullopt;
}

const std::vector<YamlEntry>& entries_of(const YamlNode& node, ProblemList& problems, const std::string& none) {
  if (!node.is_map()) problems.refuse(node, "a map");
  if (node.is_map() && node.entries.empty() && !none.empty()) problems.add(node, none);
  return node.entries;
}

MapReader::MapReader(const YamlNode& node, ProblemList& problems, bool allows_null)
    : node_(node), problems_(problems), is_map_(node.is_map()) {
  if (!is_map_ && !(allows_null && node.is_null())) problems_.refuse(node, "a map");
}

const YamlNode* MapReader::take(std::string_view key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  return node_.find(key);
}

const YamlNode* MapReader::require(std::string_view key, std::string_view allowed) {
  const YamlNode* value = take(key);
  if (value == nullptr && is_map_)
    problems_.add(node_.place, join_path(node_.path, key), fmt::format("is required: {}", allowed));
  return value;
}

ParamValue MapReader::read(const ParamSpec& spec) {
  const YamlNode* value = spec.required ? require(spec.key, allowed_text(spec)) : take(spec.key);
  if (value == nullptr) return spec.fallback;
  return read_value(*value, spec, problems_).value_or(spec.fallback);
}

std::int64_t MapReader::read_integer(const ParamSpec& spec) { return std::get<std::int64_t>(read(spec)); }

std::string MapReader::read_text(std::string key) { return std::get<std::string>(read(text_spec(std::move(key)))); }

std::string MapReader::read_choice(std::string key, std::vector<std::string> choices, std::string otherwise) {
  ParamSpec spec = text_spec(std::move(key));
  spec.type = ParamType::choice;
  spec.choices = std::move(choices);
  spec.fallback = std::move(otherwise);
  return std::get<std::string>(read(spec));
}

std::string MapReader::read_name(std::string_view key, std::string_view allowed, std::string otherwise) {
  const YamlNode* value = take(key);
  return value == nullptr ? std::move(otherwise) : config::read_name(*value, allowed, problems_).value_or("");
}

std::string MapReader::require_name(std::string_view key, std::string_view allowed) {
  return require(key, allowed) == nullptr ? "" : read_name(key, allowed);
}

void MapReader::finish(std::initializer_list<std::string_view> others) {
  for (std::string_view other : others) known_.emplace_back(other);
  for (const YamlEntry& entry : node_.entries) {
    if (std::ranges::find(known_, entry.key) != known_.end()) continue;
    problems_.add(entry.key_place, entry.value.path,
                  fmt::format("unknown key; known keys: {}{}", fmt::join(known_, ", "), hint_text(entry.key, known_)));
  }
}

}  // namespace rootward::config
