// One complaint a kind of value.
#include "core/json_fields.h"

#include <fmt/format.h>

#include "core/errors.h"

namespace rootward {

void wrong_json(std::string_view key, const std::string& message) {
  throw UsageError(fmt::format("{}: {}", key, message));
}

std::string shown_json(const Json& value) {
  constexpr std::size_t kShown = 60;
  const std::string text = dump_json(value);
  return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
}

std::string json_text(const Json& value, const char* key) {
  if (!value.is_string()) wrong_json(key, fmt::format("is {}, not a text", shown_json(value)));
  return value.get<std::string>();
}

bool json_bool(const Json& value, const char* key) {
  if (!value.is_boolean()) wrong_json(key, fmt::format("is {}, neither true nor false", shown_json(value)));
  return value.get<bool>();
}

std::uint64_t json_count(const Json& value, const char* key, std::uint64_t high) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > high)
    wrong_json(key, fmt::format("is {}, not a whole number in 0 .. {}", shown_json(value), high));
  return value.get<std::uint64_t>();
}

double json_real(const Json& value, const char* key, double low, double high) {
  const double number = value.is_number() ? value.get<double>() : 0;
  if (!value.is_number() || !(number >= low && number <= high))
    wrong_json(key, fmt::format("is {}, not a number in {} .. {}", shown_json(value), low, high));
  return number;
}

std::vector<std::string> json_texts(const Json& value, const char* key) {
  if (!value.is_array()) wrong_json(key, fmt::format("is {}, not a list", shown_json(value)));
  std::vector<std::string> texts;
  for (const Json& entry : value) texts.push_back(json_text(entry, key));
  return texts;
}

std::map<std::string, std::string> json_texts_by_name(const Json& value, const char* key) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, text] : value.items()) texts.emplace(name, json_text(text, key));
  return texts;
}

std::vector<double> json_reals(const Json& value, const char* key, double low, double high) {
  if (!value.is_array()) wrong_json(key, fmt::format("is {}, not a list", shown_json(value)));
  std::vector<double> numbers;
  for (const Json& entry : value) numbers.push_back(json_real(entry, key, low, high));
  return numbers;
}

std::vector<std::uint64_t> json_counts(const Json& value, const char* key) {
  if (!value.is_array()) wrong_json(key, fmt::format("is {}, not a list", shown_json(value)));
  std::vector<std::uint64_t> numbers;
  for (const Json& entry : value) numbers.push_back(json_count(entry, key));
  return numbers;
}

Json parse_json_record(std::string_view text, std::string_view schema) {
  Json object = parse_json(text);
  if (!object.is_object()) throw UsageError("the line is no JSON object");
  const std::string given = text_field(object, "schema");
  if (given != schema) wrong_json("schema", fmt::format("is {}, not {}", given, schema));
  return object;
}

const Json& json_field(const Json& object, const char* key) {
  if (!object.is_object()) wrong_json(key, "is looked for in what is no JSON object");
  const auto found = object.find(key);
  if (found == nullptr) wrong_json(key, "is missing");
  return *found;
}

const Json& json_list(const Json& object, const char* key, std::size_t size) {
  const Json& value = json_field(object, key);
  if (!value.is_array()) wrong_json(key, fmt::format("is {}, not a list", shown_json(value)));
  if (size != 0 && value.size() != size) wrong_json(key, fmt::format("has {} entries, not {}", value.size(), size));
  return value;
}

}  // namespace rootward
