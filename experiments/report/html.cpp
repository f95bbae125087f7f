// Writing HTML.
#include "experiments/report/html.h"

#include <fmt/format.h>

#include "core/escape.h"
#include "core/rng.h"

namespace rootward {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; color: #222; background: #fff;
       max-width: 1180px; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 .6rem; padding-top: 1rem; border-top: 2px solid #ddd; }
h3 { font-size: 1.08rem; margin: 1.8rem 0 .5rem; }
nav a { margin-right: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; margin: .6rem 0; }
dt { color: #666; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .3rem; }
th, td { padding: .22rem .7rem; text-align: left; white-space: nowrap; }
th { border-bottom: 1.5px solid #888; font-weight: 600; }
th { white-space: normal; vertical-align: bottom; }
td { border-bottom: 1px solid #e6e6e6; }
.number { text-align: right; }
td.prose { white-space: normal; min-width: 12rem; overflow-wrap: anywhere; }
table.wide { font-size: 13px; }
table.wide th, table.wide td { padding: .22rem .38rem; }
tbody tr:hover { background: #f5f7fa; }
figure { margin: 1.2rem 0; }
figure svg { max-width: 100%; height: auto; }
pre { background: #f6f6f6; padding: .8rem 1rem; overflow-x: auto; font-size: 13px; }
summary { cursor: pointer; color: #235; }
.legend { color: #555; font-size: 14px; }
@media print { body { max-width: none; } details { display: none; } }
)";

std::string cell(std::string_view tag, const Column& column, std::string_view text) {
  const std::string_view kind = column.is_number ? R"( class="number")" : column.is_prose ? R"( class="prose")" : "";
  return fmt::format("<{}{}>{}</{}>", tag, kind, xml_text(text), tag);
}

}  // namespace

std::string html_table(const Grid& grid) {
  constexpr std::size_t kMany = 10;  // columns: more than a page of 1,200 pixels holds in letters of usual size
  std::string out =
      fmt::format("<div class=\"scroll\"><table{}>\n", grid.columns.size() > kMany ? " class=\"wide\"" : "");
  if (!grid.title.empty()) out += fmt::format("<caption>{}</caption>\n", xml_text(grid.title));
  out += "<thead><tr>";
  for (const Column& column : grid.columns) out += cell("th", column, column.title);
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : grid.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += cell("td", grid.columns[i], row[i]);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string html_figure(const plot::Figure& figure) {
  const std::string prefix = fmt::format("f{:x}-", hash_name(plot::figure_svg(figure)));
  const std::string svg = plot::figure_svg(figure, prefix);
  // A document's XML declaration has no place inside a page.
  return fmt::format("<figure>{}</figure>\n", std::string_view(svg).substr(svg.find("<svg")));
}

std::string html_facts(const std::vector<Fact>& facts) {
  std::string out = "<dl>\n";
  for (const Fact& fact : facts) {
    if (!fact.text.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", xml_text(fact.label), xml_text(fact.text));
  }
  return out + "</dl>\n";
}

std::string html_legend(const std::vector<std::string>& lines) {
  std::string html = "<p class=\"legend\">";
  for (const std::string& line : lines) html += xml_text(line) + "<br>\n";
  return html + "</p>\n";
}

std::string html_folded(std::string_view title, std::string_view text) {
  return fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", xml_text(title), xml_text(text));
}

std::string html_page(std::string_view title, std::string_view body, int refresh_seconds) {
  const std::string refresh =
      refresh_seconds == 0 ? "" : fmt::format("<meta http-equiv=\"refresh\" content=\"{}\">\n", refresh_seconds);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n{}<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}"
      "</body>\n</html>\n",
      refresh, xml_text(title), kStyle, body);
}

}  // namespace rootward
