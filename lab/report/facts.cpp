// Breaking lines.
#include "lab/report/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/escape.h"

namespace rootward {
namespace {

constexpr std::size_t kPageWidth = 110;
constexpr std::size_t kLabelWidth = 13;

}  // namespace

std::string wrapped(const std::string& label, std::string_view text) {
  std::string result = label;
  std::size_t column = label.size();
  bool is_line_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_line_start && column + 1 + word.size() > kPageWidth) {
      result += "\n" + std::string(label.size(), ' ');
      column = label.size();
      is_line_start = true;
    }
    if (!is_line_start) result += ' ';
    result += word;
    column += word.size() + (is_line_start ? 0 : 1);
    is_line_start = false;
  }
  return result + "\n";
}

std::string reproducible_text(bool is_reproducible, std::uint64_t seed, bool has_guests) {
  if (!is_reproducible) return fmt::format("no: wall-clock budgets or external engines (seed {})", seed);
  return fmt::format("yes, {}from seed {}", has_guests ? "given the source of its rules, " : "", seed);
}

std::string facts_text(const std::vector<Fact>& facts) {
  std::size_t width = kLabelWidth;
  for (const Fact& fact : facts) width = std::max(width, fact.label.size());
  std::string text;
  for (const Fact& fact : facts) text += wrapped(fmt::format("{:<{}} ", fact.label, width), one_line(fact.text));
  return text;
}

std::string facts_markdown(const std::vector<Fact>& facts) {
  std::string text;
  for (const Fact& fact : facts) text += fmt::format("- **{}**: {}\n", fact.label, markdown_text(fact.text));
  return text;
}

}  // namespace rootward
