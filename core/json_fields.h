// Members of JSON objects that were read from outside: each is checked, and errors (UsageError) name the key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace rootward {

/// UsageError "key: message".
[[noreturn]] void wrong_json(std::string_view key, const std::string& message);
/// JSON for an error message: its first 60 characters.
std::string shown_json(const Json& value);

/// The value must be of the kind; `key` names it in errors.
std::string json_text(const Json& value, const char* key);
bool json_bool(const Json& value, const char* key);
std::uint64_t json_count(const Json& value, const char* key,
                         std::uint64_t high = std::numeric_limits<std::uint64_t>::max());
double json_real(const Json& value, const char* key, double low, double high);
std::vector<std::string> json_texts(const Json& value, const char* key);
std::map<std::string, std::string> json_texts_by_name(const Json& value, const char* key);
std::vector<double> json_reals(const Json& value, const char* key, double low, double high);
std::vector<std::uint64_t> json_counts(const Json& value, const char* key);

/// parse_json() of what must be an object whose "schema" is this.
Json parse_json_record(std::string_view text, std::string_view schema);
/// The member of an object.
const Json& json_field(const Json& object, const char* key);
/// The member, which is a list; of `size` entries unless that is 0.
const Json& json_list(const Json& object, const char* key, std::size_t size = 0);

inline std::string text_field(const Json& object, const char* key) { return json_text(json_field(object, key), key); }
inline bool bool_field(const Json& object, const char* key) { return json_bool(json_field(object, key), key); }
inline std::uint64_t count_field(const Json& object, const char* key,
                                 std::uint64_t high = std::numeric_limits<std::uint64_t>::max()) {
  return json_count(json_field(object, key), key, high);
}
inline double real_field(const Json& object, const char* key, double low, double high) {
  return json_real(json_field(object, key), key, low, high);
}
inline std::vector<std::string> texts_field(const Json& object, const char* key) {
  return json_texts(json_field(object, key), key);
}
inline std::vector<double> reals_field(const Json& object, const char* key, double low, double high) {
  return json_reals(json_field(object, key), key, low, high);
}

}  // namespace rootward
