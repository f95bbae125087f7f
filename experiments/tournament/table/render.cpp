// Choosing the format of a result table.
#include "experiments/tournament/table/render.h"

#include "experiments/tournament/table/render_formats.h"

namespace rootward::tournament {

std::string render_table(const ResultTable& table, TableFormat format, const RenderOptions& options) {
  return render_tables(std::span<const ResultTable>(&table, 1), format, options);
}

std::string render_tables(std::span<const ResultTable> tables, TableFormat format, const RenderOptions& options) {
  if (format == TableFormat::json) return json_of_tables(tables, options.has_pairs);
  if (format == TableFormat::csv) return csv_of_tables(tables);
  std::string text;
  for (const ResultTable& table : tables) {
    if (!text.empty()) text += "\n";
    if (format == TableFormat::text) text += text_page(table);
    if (format == TableFormat::md) text += markdown_page(table);
    if (format == TableFormat::latex) text += latex_page(table, options.latex);
  }
  return text;
}

}  // namespace rootward::tournament
