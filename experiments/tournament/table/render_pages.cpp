// Text, Markdown and LaTeX: facts, grids, settings, legend.
#include <fmt/format.h>

#include "core/escape.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/render_formats.h"
#include "experiments/tournament/table/summary.h"

namespace rootward::tournament {

std::string text_page(const ResultTable& table) {
  std::string text = table.name + "\n\n" + facts_text(table_facts(table));
  for (const Grid& grid : table_grids(table)) text += "\n" + grid_text(grid);
  text += "\nPlayers\n";
  for (const PlayerRow& player : table.players) text += wrapped("  " + player.name + ": ", one_line(player.settings));
  text += "\n";
  for (const std::string& line : table_legend(table)) text += line + "\n";
  return text;
}

std::string markdown_page(const ResultTable& table) {
  std::string text = "## " + table.name + "\n\n" + facts_markdown(table_facts(table));
  for (const Grid& grid : table_grids(table)) text += "\n" + grid_markdown(grid);
  text += "\n### Players\n\n";
  for (const PlayerRow& player : table.players)
    text += fmt::format("- **{}**: {}\n", player.name, markdown_code(player.settings));
  text += "\n";
  for (const std::string& line : table_legend(table)) text += line + "\n";
  return text;
}

std::string latex_page(const ResultTable& table, LatexTables latex) {
  std::string text = fmt::format("% {}; needs \\usepackage{{booktabs,graphicx}}\n", one_line(table.name));
  for (const Fact& fact : table_facts(table)) text += fmt::format("% {}: {}\n", fact.label, one_line(fact.text));
  for (const PlayerRow& player : table.players)
    text += fmt::format("% {}: {}\n", player.name, one_line(player.settings));
  if (latex == LatexTables::one) return text + "\n" + grid_latex(short_grid(table), table.name);
  std::size_t number = 0;
  for (const Grid& grid : table_grids(table))
    text += "\n" + grid_latex(grid, fmt::format("{}-{}", table.name, ++number));
  return text;
}

}  // namespace rootward::tournament
