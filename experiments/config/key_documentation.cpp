// Rows of keys.
#include "experiments/config/key_documentation.h"

#include <fmt/format.h>

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

}  // namespace

std::string keys_markdown(const Described& map) {
  std::string text = "| key | value | default |\n|---|---|---|\n";
  for (const ParamSpec& spec : map.parameters)
    text += fmt::format("| `{}` | {}{} | {} |\n", spec.key, spec.help, allowed_cell(spec), default_cell(spec));
  return text;
}

std::string names_markdown(std::span<const Described> entries) {
  std::string text;
  for (const Described& entry : entries) {
    text += fmt::format("{}### {}\n\n{}\n\n", text.empty() ? "" : "\n", entry.name, markdown_text(entry.help));
    if (!entry.source.empty()) text += fmt::format("Source: {}.\n\n", markdown_text(entry.source));
    text += entry.parameters.empty() ? "It has no parameters.\n" : keys_markdown(entry);
  }
  return text;
}

}  // namespace rootward::config
