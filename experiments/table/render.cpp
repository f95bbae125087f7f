// Choosing the format of a result table.
#include "experiments/table/render.h"

#include <fmt/format.h>

#include <vector>

#include "core/errors.h"
#include "experiments/table/render_formats.h"

namespace rootward {

TableFormat parse_table_format(std::string_view name) {
  const std::vector<std::string> names = {"text", "md", "csv", "latex", "json"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<TableFormat>(i);
  }
  const std::string near = nearest_name(name, names);
  throw UsageError(fmt::format("format {}: allowed are {}{}", name, fmt::join(names, ", "),
                               near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

std::string render_table(const ResultTable& table, TableFormat format) {
  return render_tables(std::span<const ResultTable>(&table, 1), format);
}

std::string render_tables(std::span<const ResultTable> tables, TableFormat format) {
  if (format == TableFormat::json) return json_of_tables(tables);
  if (format == TableFormat::csv) return csv_of_tables(tables);
  std::string text;
  for (const ResultTable& table : tables) {
    if (!text.empty()) text += "\n";
    if (format == TableFormat::text) text += text_page(table);
    if (format == TableFormat::md) text += markdown_page(table);
    if (format == TableFormat::latex) text += latex_page(table);
  }
  return text;
}

}  // namespace rootward
