// What is checked of a YAML text before it is parsed, and how values are written as YAML.
#pragma once

#include <string>
#include <string_view>

namespace rootward::config {

/// Throws UsageError with line and column where the text is too long, is not UTF-8 or holds control characters (the
/// YAML library would take some of them for the end of the text).
void check_text(std::string_view text, const std::string& source);

/// A text as a YAML scalar that reads back as this text: plain where that is safe, else in double quotes.
std::string yaml_text(std::string_view text);

}  // namespace rootward::config
