// Text, Markdown and LaTeX: facts, grids, settings, legend.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "experiments/table/grids.h"
#include "experiments/table/render_formats.h"
#include "experiments/table/summary.h"

namespace rootward {

namespace {

constexpr std::size_t kPageWidth = 110;

/// `text` behind `label`, broken at blanks; further lines begin below the text.
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

}  // namespace

std::string text_page(const ResultTable& table) {
  std::string text = table.name + "\n\n";
  for (const Fact& fact : table_facts(table)) text += wrapped(fmt::format("{:<14}", fact.label), fact.text);
  for (const Grid& grid : table_grids(table)) text += "\n" + grid_text(grid);
  text += "\nPlayers\n";
  for (const PlayerRow& player : table.players) text += wrapped("  " + player.name + ": ", player.settings);
  text += "\n";
  for (const std::string& line : table_legend(table)) text += line + "\n";
  return text;
}

std::string markdown_page(const ResultTable& table) {
  std::string text = "## " + table.name + "\n\n";
  for (const Fact& fact : table_facts(table)) text += fmt::format("- **{}**: {}\n", fact.label, fact.text);
  for (const Grid& grid : table_grids(table)) text += "\n" + grid_markdown(grid);
  text += "\n### Players\n\n";
  for (const PlayerRow& player : table.players) text += fmt::format("- **{}**: `{}`\n", player.name, player.settings);
  text += "\n";
  for (const std::string& line : table_legend(table)) text += line + "\n";
  return text;
}

std::string latex_page(const ResultTable& table) {
  std::string text = fmt::format("% {}; needs \\usepackage{{booktabs}}\n", table.name);
  for (const Fact& fact : table_facts(table)) text += fmt::format("% {}: {}\n", fact.label, fact.text);
  for (const PlayerRow& player : table.players) text += fmt::format("% {}: {}\n", player.name, player.settings);
  for (const Grid& grid : table_grids(table)) text += "\n" + grid_latex(grid);
  return text;
}

}  // namespace rootward
