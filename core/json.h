// The one kind of JSON value, and the one place where text becomes JSON and JSON text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace rootward {

/// Keys keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// Throws UsageError in our own words, with line and column, for what is no JSON, and for JSON that no writer of ours
/// makes: a key twice in an object, nested deeper than 64 levels, more than 10,000 keys in an object.
Json parse_json(std::string_view text);

/// What the library says of a member that is missing or of the wrong type, without its own numbers.
std::string json_error_text(const Json::exception& error);

/// Without blanks and newlines, or indented. What is no valid UTF-8 is replaced.
std::string dump_json(const Json& value, int indent = -1);

}  // namespace rootward
