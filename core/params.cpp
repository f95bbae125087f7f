// Checking and resolving parameters against their specs.
#include "core/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "core/number_text.h"
#include "core/text.h"

namespace rootward {
namespace {

std::string number_text(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

std::string range_text(const ParamSpec& spec) {
  const bool has_low = spec.low > -kNoLimit;
  const bool has_high = spec.high < kNoLimit;
  if (has_low && has_high)
    return fmt::format(" in {}{}, {}{}", spec.low_open ? "(" : "[", number_text(spec.low), number_text(spec.high),
                       spec.high_open ? ")" : "]");
  if (has_low) return fmt::format(" {} {}", spec.low_open ? ">" : ">=", number_text(spec.low));
  if (has_high) return fmt::format(" {} {}", spec.high_open ? "<" : "<=", number_text(spec.high));
  return "";
}

bool in_range(const ParamSpec& spec, double value) {
  if (!std::isfinite(value)) return false;
  if (spec.low_open ? value <= spec.low : value < spec.low) return false;
  return spec.high_open ? value < spec.high : value <= spec.high;
}

[[noreturn]] void refuse(const ParamSpec& spec, const ParamValue& given, std::string_view hint = "") {
  throw ParamError(spec.key,
                   fmt::format("{} is not allowed; allowed: {}{}", param_text(given), allowed_text(spec), hint));
}

std::string tree_text(const ParamTree& tree) {
  if (tree.kind == ParamTree::Kind::number) return number_text(tree.number);
  if (tree.kind == ParamTree::Kind::text) return tree.text;
  const bool is_map = tree.kind == ParamTree::Kind::map;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tree.items.size(); ++i)
    parts.push_back(is_map ? fmt::format("{}: {}", tree.keys[i], tree_text(tree.items[i])) : tree_text(tree.items[i]));
  return is_map ? fmt::format("{{{}}}", fmt::join(parts, ", ")) : fmt::format("[{}]", fmt::join(parts, ", "));
}

ParamTree tree_of_name(std::string name) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::text;
  tree.text = std::move(name);
  return tree;
}

template <class T>
const T& get(const Params& params, std::string_view key) {
  const T* value = std::get_if<T>(&params.value(key));
  if (value == nullptr) throw std::logic_error("the parameter " + std::string(key) + " is of another type");
  return *value;
}

/// [low, high] of whole numbers for a parameter that takes ranges.
ParamValue check_range(const ParamSpec& spec, const std::vector<double>& range) {
  const bool is_good = range.size() == 2 && range[0] <= range[1] && in_range(spec, range[0]) &&
                       in_range(spec, range[1]) && range[0] == std::floor(range[0]) && range[1] == std::floor(range[1]);
  if (!is_good) refuse(spec, range);
  return range;
}

ParamValue check_list(const ParamSpec& spec, const ParamValue& given) {
  const auto* list = std::get_if<std::vector<double>>(&given);
  if (list == nullptr) refuse(spec, given);
  if (list->size() < spec.min_count || list->size() > spec.max_count) refuse(spec, given);
  for (double value : *list) {
    if (!in_range(spec, value)) refuse(spec, given);
  }
  return given;
}

/// The number that a value is, or that its whole text spells (a reader that knows only "choice" may hand over text).
std::optional<double> as_number(const ParamValue& given) {
  if (const auto* integer = std::get_if<std::int64_t>(&given)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&given)) return *real;
  const auto* text = std::get_if<std::string>(&given);
  return text == nullptr ? std::nullopt : parse_number<double>(*text);
}

/// The integer that a value is. From 2^53 on a real may stand for several.
std::optional<std::int64_t> as_whole(const ParamValue& given) {
  if (const auto* integer = std::get_if<std::int64_t>(&given)) return *integer;
  const auto* real = std::get_if<double>(&given);
  constexpr double kMost = 9007199254740992;
  if (real == nullptr || !(std::abs(*real) < kMost) || *real != std::floor(*real)) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

ParamValue check_choice(const ParamSpec& spec, const ParamValue& given) {
  if (spec.or_number) {
    const std::optional<double> number = as_number(given);
    if (number && in_range(spec, *number)) return *number;
  }
  const auto* text = std::get_if<std::string>(&given);
  if (text == nullptr) refuse(spec, given);
  if (std::ranges::find(spec.choices, *text) != spec.choices.end()) return given;
  refuse(spec, given, hint_text(*text, spec.choices));
}

ParamValue check_real(const ParamSpec& spec, const ParamValue& given) {
  double value = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&given)) {
    value = static_cast<double>(*integer);
  } else if (const auto* real = std::get_if<double>(&given)) {
    value = *real;
  } else {
    refuse(spec, given);
  }
  if (!in_range(spec, value)) refuse(spec, given);
  return value;
}

}  // namespace

const ParamValue* Params::find(std::string_view key) const {
  for (const auto* values : {&values_, &late_})
    if (const auto found = values->find(key); found != values->end()) return &found->second;
  return nullptr;
}

const ParamValue& Params::value(std::string_view key) const {
  const ParamValue* found = find(key);
  if (found == nullptr) throw std::logic_error("no parameter is called " + std::string(key));
  return *found;
}

bool Params::has(std::string_view key) const {
  const ParamValue* found = find(key);
  return found != nullptr && !std::holds_alternative<std::monostate>(*found);
}
bool Params::boolean(std::string_view key) const { return get<bool>(*this, key); }
std::int64_t Params::integer(std::string_view key) const { return get<std::int64_t>(*this, key); }
double Params::real(std::string_view key) const { return get<double>(*this, key); }
const std::string& Params::text(std::string_view key) const { return get<std::string>(*this, key); }
const std::vector<double>& Params::list(std::string_view key) const { return get<std::vector<double>>(*this, key); }
const ParamTree& Params::tree(std::string_view key) const { return get<ParamTree>(*this, key); }
bool Params::is_range(std::string_view key) const {
  const ParamValue* found = find(key);
  return found != nullptr && std::holds_alternative<std::vector<double>>(*found);
}
bool Params::is_number(std::string_view key) const {
  const ParamValue* found = find(key);
  return found != nullptr && std::holds_alternative<double>(*found);
}

ParamValue check_param(const ParamSpec& spec, const ParamValue& given) {
  if (std::holds_alternative<std::monostate>(given)) {
    if (spec.required || !std::holds_alternative<std::monostate>(spec.fallback)) refuse(spec, given);
    return given;
  }
  switch (spec.type) {
    case ParamType::boolean:
      if (!std::holds_alternative<bool>(given)) refuse(spec, given);
      return given;
    case ParamType::integer: {
      const auto* range = std::get_if<std::vector<double>>(&given);
      if (spec.or_range && range != nullptr) return check_range(spec, *range);
      const std::optional<std::int64_t> value = as_whole(given);
      if (!value || !in_range(spec, static_cast<double>(*value))) refuse(spec, given);
      return *value;
    }
    case ParamType::real:
      return check_real(spec, given);
    case ParamType::choice:
      return check_choice(spec, given);
    case ParamType::text:
      if (!std::holds_alternative<std::string>(given)) refuse(spec, given);
      return given;
    case ParamType::real_list:
      return check_list(spec, given);
    case ParamType::tree:
      if (const auto* name = std::get_if<std::string>(&given); name != nullptr && spec.or_name)
        return tree_of_name(*name);
      if (!std::holds_alternative<ParamTree>(given)) refuse(spec, given);
      return given;
  }
  return given;
}

Params resolve_params(std::span<const ParamSpec> specs, const GivenParams& given) {
  for (const auto& [key, value] : given) {
    if (std::ranges::find(specs, key, &ParamSpec::key) != specs.end()) continue;
    std::vector<std::string> known;
    for (const ParamSpec& spec : specs) known.push_back(spec.key);
    throw ParamError(key, fmt::format("unknown key; {}{}",
                                      known.empty() ? std::string("no keys are allowed here")
                                                    : fmt::format("known keys: {}", fmt::join(known, ", ")),
                                      hint_text(key, known)));
  }
  Params params;
  for (const ParamSpec& spec : specs) {
    const auto found = given.find(spec.key);
    if (found == given.end() && spec.required)
      throw ParamError(spec.key, fmt::format("is required: {}", allowed_text(spec)));
    ParamValue value = found == given.end() ? spec.fallback : check_param(spec, found->second);
    (spec.is_late && value == spec.fallback ? params.late_ : params.values_)[spec.key] = std::move(value);
  }
  return params;
}

std::string allowed_text(const ParamSpec& spec) {
  switch (spec.type) {
    case ParamType::boolean:
      return "true or false";
    case ParamType::integer:
      return "an integer" + range_text(spec) + (spec.or_range ? ", or [low, high] to draw one from" : "");
    case ParamType::real:
      return "a number" + range_text(spec);
    case ParamType::choice:
      return fmt::format("{}one of: {}", spec.or_number ? "a number" + range_text(spec) + " or " : "",
                         fmt::join(spec.choices, ", "));
    case ParamType::text:
      return "a text";
    case ParamType::real_list:
      return fmt::format("a list of {} to {} numbers, each{}", spec.min_count, spec.max_count, range_text(spec));
    case ParamType::tree:
      return spec.or_name ? "a name, or a map with name and parameters" : "a map";
  }
  return "";
}

std::string param_text(const ParamValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return "null";
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* tree = std::get_if<ParamTree>(&value)) return tree_text(*tree);
  std::vector<std::string> parts;
  for (double number : std::get<std::vector<double>>(value)) parts.push_back(number_text(number));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace rootward
