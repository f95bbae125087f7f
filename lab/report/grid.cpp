// The layouts of a grid.
#include "lab/report/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/escape.h"

namespace rootward {
namespace {

/// Characters of UTF-8 text.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::size_t> column_widths(const Grid& grid) {
  std::vector<std::size_t> widths;
  for (const Column& column : grid.columns) widths.push_back(width_of(column.title));
  for (const auto& row : grid.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  return widths;
}

std::string padded(std::string_view text, std::size_t width, bool is_right) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  return is_right ? blanks + std::string(text) : std::string(text) + blanks;
}

/// As it stands in a text.
Grid on_lines(const Grid& grid) {
  Grid shown = grid;
  for (Column& column : shown.columns) column.title = one_line(column.title);
  for (std::vector<std::string>& row : shown.rows)
    for (std::string& cell : row) cell = one_line(cell);
  return shown;
}

/// One line of cells, without blanks at its end.
std::string text_line(const Grid& grid, const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += (i == 0 ? "" : "  ") + padded(cells[i], widths[i], grid.columns[i].is_number);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::vector<std::string> titles_of(const Grid& grid) {
  std::vector<std::string> titles;
  for (const Column& column : grid.columns) titles.push_back(column.title);
  return titles;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What a sign, a range's dash or a "+-" at the start of `rest` becomes, and how much of it that takes; 0: it is plain.
std::pair<std::string, std::size_t> latex_sign(std::string_view rest, char before) {
  if (rest.starts_with("+-")) return {"$\\pm$", 2};
  if (rest[0] != '+' && rest[0] != '-') return {"", 0};
  if (rest[0] == '-' && is_digit(before)) return {"--", 1};
  if (before != ' ' && before != '[') return {"", 0};
  if (rest.substr(1).starts_with("inf")) return {fmt::format("${}\\infty$", rest[0]), 4};
  const std::size_t end = std::min(rest.find_first_not_of("0123456789.", 1), rest.size());
  if (end == 1) return {"", 0};
  return {fmt::format("${}$", rest.substr(0, end)), end};
}

/// A cell of a number column: "-53" as mathematics, "136-111-96" with en dashes, "+-" as the sign for it.
std::string latex_number(std::string_view cell) {
  if (cell == "-") return "--";
  std::string result;
  std::size_t plain = 0;  // where the text begins that has not been written
  for (std::size_t i = 0; i < cell.size();) {
    const auto [sign, length] = latex_sign(cell.substr(i), i == 0 ? ' ' : cell[i - 1]);
    if (length == 0) {
      ++i;
      continue;
    }
    result += latex_text(cell.substr(plain, i - plain)) + sign;
    plain = i += length;
  }
  return result + latex_text(cell.substr(plain));
}

}  // namespace

std::string grid_text(const Grid& grid) {
  const Grid shown = on_lines(grid);
  const std::vector<std::size_t> widths = column_widths(shown);
  std::string text = one_line(shown.title) + "\n" + text_line(shown, widths, titles_of(shown));
  std::size_t total = 0;
  for (std::size_t width : widths) total += width + 2;
  text += std::string(total < 2 ? 0 : total - 2, '-') + "\n";
  for (const auto& row : shown.rows) text += text_line(shown, widths, row);
  return text;
}

std::string grid_markdown(const Grid& grid) {
  std::string text = grid.title.empty() ? "|" : "### " + markdown_text(grid.title) + "\n\n|";
  for (const Column& column : grid.columns) text += " " + markdown_text(column.title) + " |";
  text += "\n|";
  for (const Column& column : grid.columns) text += column.is_number ? "---:|" : "---|";
  text += "\n";
  for (const auto& row : grid.rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + markdown_text(cell) + " |";
    text += "\n";
  }
  return text;
}

std::string grid_latex(const Grid& grid, std::string_view label) {
  std::string columns;
  for (const Column& column : grid.columns) columns += column.is_number ? 'r' : 'l';
  const auto line = [&grid](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i == 0 ? "" : " & ") + (grid.columns[i].is_number ? latex_number(cells[i]) : latex_text(cells[i]));
    // A cell that begins with [ would be read as the option of the \\ before it.
    return "      " + (text.starts_with("[") ? "{}" + text : text) + " \\\\\n";
  };
  std::string text = "\\begin{table}\n  \\centering\n  \\caption{" + latex_text(grid.title) + "}\n";
  if (!label.empty()) text += fmt::format("  \\label{{tab:{}}}\n", label);
  text += "  \\footnotesize\n  \\setlength{\\tabcolsep}{3pt}\n";
  text += "  \\resizebox{\\ifdim\\width>\\columnwidth\\columnwidth\\else\\width\\fi}{!}{%\n";
  text += "    \\begin{tabular}{" + columns + "}\n      \\toprule\n" + line(titles_of(grid)) + "      \\midrule\n";
  for (const auto& row : grid.rows) text += line(row);
  return text + "      \\bottomrule\n    \\end{tabular}%\n  }\n\\end{table}\n";
}

}  // namespace rootward
