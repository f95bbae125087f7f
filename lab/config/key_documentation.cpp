// Rows of keys.
#include "lab/config/key_documentation.h"

#include <fmt/format.h>

#include <cctype>
#include <variant>

#include "core/escape.h"

namespace rootward::config {
namespace {

/// The default of a map is in words.
std::string default_cell(const ParamSpec& spec) {
  if (spec.required) return "required";
  const auto* words = std::get_if<std::string>(&spec.fallback);
  if (std::holds_alternative<std::monostate>(spec.fallback) || (words != nullptr && words->empty())) return "none";
  if (spec.type == ParamType::tree && words != nullptr) return *words;
  return fmt::format("`{}`", param_text(spec.fallback));
}

/// What the help leaves open: a text and a map are told by their help.
std::string allowed_cell(const ParamSpec& spec) {
  if (spec.type == ParamType::text || (spec.type == ParamType::tree && !spec.or_name)) return "";
  return fmt::format(" Allowed: {}.", allowed_text(spec));
}

/// A sentence that others follow.
std::string with_full_stop(std::string_view text) {
  const bool is_open = !text.empty() && text.back() != '.';
  return fmt::format("{}{}", text, is_open ? "." : "");
}

/// Lines of at most a hundred columns. None begins with what Markdown takes for a list, such as "+" or "2.".
std::string in_lines(std::string_view text) {
  constexpr std::size_t kColumns = 100;
  std::string lines;
  std::size_t begin = 0;  // of the last line
  std::size_t end = 0;    // of a word that a line may end with
  for (std::size_t at = 0; at < text.size(); ++at) {
    lines += text[at];
    const bool is_between =
        text[at] == ' ' && at + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[at + 1])) != 0;
    if (is_between && lines.size() - 1 - begin <= kColumns) end = lines.size() - 1;
    if (lines.size() - begin <= kColumns || end <= begin) continue;
    lines[end] = '\n';
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string keys_markdown(const Described& map) {
  std::string text = "| key | value | default |\n|---|---|---|\n";
  for (const ParamSpec& spec : map.parameters)
    text += fmt::format("| `{}` | {}{} | {} |\n", spec.key, with_full_stop(spec.help), allowed_cell(spec),
                        default_cell(spec));
  return text;
}

std::string names_markdown(std::span<const Described> entries) {
  std::string text;
  for (const Described& entry : entries) {
    text +=
        fmt::format("{}### {}\n\n{}\n\n", text.empty() ? "" : "\n", entry.name, in_lines(markdown_text(entry.help)));
    if (!entry.source.empty()) text += in_lines(fmt::format("Source: {}.", markdown_text(entry.source))) + "\n\n";
    text += entry.parameters.empty() ? "It has no parameters.\n" : keys_markdown(entry);
  }
  return text;
}

}  // namespace rootward::config
