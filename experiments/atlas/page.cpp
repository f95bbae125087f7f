// One document: figures, tables, and the cells with controls that filter them.
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/escape.h"
#include "experiments/atlas/recommendations.h"
#include "experiments/atlas/report.h"
#include "lab/report/html.h"

namespace rootward::atlas {
namespace {

constexpr std::string_view kScript = R"(<script>
const kinds = ["operator", "domain", "budget", "decided"];
function filterCells() {
  const wanted = Object.fromEntries(kinds.map(k => [k, document.getElementById("by-" + k).value]));
  const least = parseFloat(document.getElementById("by-elo").value);
  let shown = 0;
  for (const one of document.querySelectorAll("[data-operator], [data-domain], [data-budget]")) {
    const fits = kinds.every(k => wanted[k] === "" || !(k in one.dataset) || one.dataset[k] === wanted[k]) &&
                 (isNaN(least) || !("elo" in one.dataset) || parseFloat(one.dataset.elo) >= least);
    one.style.display = fits ? "" : "none";
    if (fits && one.matches("#cells tr")) ++shown;
  }
  document.getElementById("shown").textContent = shown + " cells";
}
for (const control of document.querySelectorAll("#filters select, #filters input"))
  control.addEventListener("input", filterCells);
filterCells();
</script>
)";

std::string select_html(const std::string& key, const std::string& label, const std::vector<std::string>& names) {
  std::string html = fmt::format(R"(<label>{} <select id="by-{}"><option value="">all</option>)", label, key);
  for (const std::string& name : names) html += fmt::format("<option>{}</option>", xml_text(name));
  return html + "</select></label>\n";
}

std::string filters_html(const AtlasResults& results) {
  return "<p id=\"filters\" style=\"position: sticky; top: 0; background: Canvas\">Heat maps, pool and cells:\n" +
         select_html("operator", "operator", results.operators) + select_html("domain", "domain", results.domains) +
         select_html("budget", "budget", results.budgets) + select_html("decided", "decided", {"yes", "no"}) +
         "<label>Elo at least <input id=\"by-elo\" type=\"number\" size=\"5\"></label>\n<span "
         "id=\"shown\"></span>\n</p>\n";
}

std::string row_html(const CellResult& cell) {
  const Interval& interval = cell.statistics.elo_ci95;
  std::string players;  // folded up: an operator with many constants would fill the screen
  if (!cell.players.empty()) players = fmt::format("<details><summary>{}</summary>", cell.players.size());
  for (const std::string& player : cell.players) players += "<code>" + xml_text(player) + "</code><br>";
  if (!cell.players.empty()) players += "</details>";
  return fmt::format(
      "<tr {3}><td>{0}{5}</td><td>{1}{6}</td><td class=\"number\">{2}{13}</td><td class=\"number\">{4:+.1f}</td>"
      "<td class=\"number\">{7:+.0f} to {8:+.0f}</td><td class=\"number\">{9:.3g}</td><td class=\"number\">{10}</td>"
      "<td class=\"number\">{14}</td><td class=\"number\">{11}</td><td class=\"prose\">{12}</td></tr>\n",
      xml_text(cell.op), xml_text(cell.domain), xml_text(cell.budget), filter_marks(cell), cell.elo,
      cell.is_control ? " (A/A)" : "", cell.is_held_out ? " (held out)" : "", interval.low, interval.high, cell.holm_p,
      2 * cell.pairs, cell.cost > 0 ? fmt::format("{:.2f}", cell.cost) : "-", players, cell.is_off_time() ? " ~" : "",
      cell.pool_score ? fmt::format("{:.1f}", 100 * *cell.pool_score) : "");
}

/// A part of the page with one table, whose title is the part's; nothing without rows.
std::string part_html(Grid grid, const std::vector<std::string>& legend) {
  if (grid.rows.empty()) return "";
  const std::string heading = fmt::format("<h2>{}</h2>\n", xml_text(std::exchange(grid.title, "")));
  return heading + html_table(grid) + html_legend(legend);
}

/// A table of operators x domains, or of domains x operators, whose rows and columns the filters find.
std::string filtered_html(const Grid& grid, const std::string& budget) {
  std::string html = fmt::format("<div class=\"scroll\" data-budget=\"{}\"><table><caption>{}</caption>\n<thead><tr>",
                                 xml_text(budget), xml_text(grid.title));
  const std::string& rows = grid.columns.front().title;
  const std::string_view columns = rows == "operator" ? "domain" : "operator";
  const auto mark = [&](std::size_t column) {
    return column == 0 ? std::string()
                       : fmt::format(R"( class="number" data-{}="{}")", columns, xml_text(grid.columns[column].title));
  };
  for (std::size_t i = 0; i < grid.columns.size(); ++i)
    html += fmt::format("<th{}>{}</th>", mark(i), xml_text(grid.columns[i].title));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : grid.rows) {
    html += fmt::format("<tr data-{}=\"{}\">", rows, xml_text(row.front()));
    for (std::size_t i = 0; i < row.size(); ++i) html += fmt::format("<td{}>{}</td>", mark(i), xml_text(row[i]));
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string pool_html(const AtlasResults& results) {
  std::string html;
  for (const std::string& budget : results.budgets)
    if (const Grid grid = pool_grid(results, budget); !grid.rows.empty()) html += filtered_html(grid, budget);
  return html.empty() ? "" : "<h2>Pool</h2>\n" + html + html_legend(pool_legend());
}

std::string cells_html(const AtlasResults& results) {
  std::string html =
      "<h2>Cells</h2>\n"
      "<div class=\"scroll\"><table id=\"cells\"><thead><tr><th>operator</th><th>domain</th><th>budget</th>"
      "<th>Elo</th><th>95 %</th><th>p (Holm)</th><th>games</th><th>pool, %</th><th>cost</th><th>tuned players</th></tr>"
      "</thead>\n<tbody>\n";
  for (const CellResult& cell : results.cells) html += row_html(cell);
  return html + "</tbody></table></div>\n" + std::string(kScript);
}

}  // namespace

std::string atlas_page(const AtlasResults& results) {
  std::string html = fmt::format("<h1>{}</h1>\n", xml_text(results.name));
  html += html_facts({{"question", results.question},
                      {"hypothesis", results.hypothesis},
                      {"cells", fmt::format("{} of {}", results.cells.size(), results.planned_cells)}});
  html += part_html(recommendations_grid(results), recommendations_legend());
  html += "<h2>Elo</h2>\n" + filters_html(results);
  for (const std::string& budget : results.budgets)
    html += fmt::format("<figure data-budget=\"{}\">{}</figure>\n", xml_text(budget), heat_map_svg(results, budget));
  html += html_legend(elo_legend()) + part_html(equal_time_grid(results), equal_time_legend()) + pool_html(results);
  html += "<h2>Scaling, prediction</h2>\n";
  for (const plot::Figure& figure : {scaling_figure(results), predicted_figure(results)})
    if (!figure.panels.empty()) html += html_figure(figure);
  if (!model_rows(results, false).empty()) html += html_table(model_grid(results));
  html += part_html(hypotheses_grid(results), hypotheses_legend());
  html += part_html(constants_grid(results), constants_legend());
  html += part_html(estimates::feature_grid(results.features), estimates::feature_legend());
  html += cells_html(results);  // by far the longest, so the last
  return html_page(results.name, html);
}

}  // namespace rootward::atlas
