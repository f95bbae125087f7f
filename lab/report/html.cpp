// Writing HTML.
#include "lab/report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/escape.h"
#include "core/rng.h"
#include "lab/report/plot/svg_text.h"

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
table.wide { font-size: 12.5px; }
table.wide th, table.wide td { padding: .22rem .31rem; }
tbody tr:hover { background: #f5f7fa; }
figure { margin: 1.2rem 0; }
figure svg { max-width: 100%; height: auto; }
pre { background: #f6f6f6; padding: .8rem 1rem; overflow-x: auto; font-size: 13px; }
summary { cursor: pointer; color: #235; }
.legend { color: #555; font-size: 14px; }
@media print { body { max-width: none; } details { display: none; } }
)";

/// A number's interval, or its error, goes into a line of its own: "52.0 [47.1, 56.9]".
std::string with_line_breaks(std::string text) {
  for (const std::string_view sign : {" [", " +- "}) {
    const std::size_t at = text.find(sign);
    if (at == std::string::npos) continue;
    text[at] = '\n';
    break;
  }
  return text;
}

/// How a table is made to fit a page of 1,200 pixels.
struct Fit {
  bool is_small = false;   ///< class `wide`
  bool is_broken = false;  ///< intervals in lines of their own
};

/// A table's width in pixels, rather too much than too little; prose gives way.
double width_of(const Grid& grid, const Fit& fit) {
  const double font = fit.is_small ? 12.5 : 15;
  const double padding = (fit.is_small ? 0.62 : 1.4) * 16;
  double all = 0;
  for (std::size_t i = 0; i < grid.columns.size(); ++i) {
    double widest = grid.columns[i].is_prose ? 12 * 16 : 0;
    std::string title = grid.columns[i].title;
    std::ranges::replace(title, ' ', '\n');  // titles are broken into words
    widest = std::max(widest, plot::block_width(title, 1.06 * font));
    for (const std::vector<std::string>& row : grid.rows)
      if (!grid.columns[i].is_prose)
        widest = std::max(widest, plot::block_width(fit.is_broken ? with_line_breaks(row[i]) : row[i], font));
    all += widest + padding;
  }
  return all;
}

Fit fit_of(const Grid& grid) {
  constexpr double kRoom = 1140;
  for (const Fit fit : {Fit{}, Fit{.is_small = true}})
    if (width_of(grid, fit) <= kRoom) return fit;
  return {.is_small = true, .is_broken = true};
}

std::string cell(std::string_view tag, const Column& column, const std::string& text, const Fit& fit = {}) {
  const std::string_view kind = column.is_number ? R"( class="number")" : column.is_prose ? R"( class="prose")" : "";
  if (!fit.is_broken || !column.is_number) return fmt::format("<{}{}>{}</{}>", tag, kind, xml_text(text), tag);
  std::string inside;
  for (const std::string& line : plot::lines_of(with_line_breaks(text)))
    inside += (inside.empty() ? "" : "<br>") + xml_text(line);
  return fmt::format("<{}{}>{}</{}>", tag, kind, inside, tag);
}

}  // namespace

std::string html_table(const Grid& grid) {
  const Fit fit = fit_of(grid);
  std::string out = fmt::format("<div class=\"scroll\"><table{}>\n", fit.is_small ? " class=\"wide\"" : "");
  if (!grid.title.empty()) out += fmt::format("<caption>{}</caption>\n", xml_text(grid.title));
  out += "<thead><tr>";
  for (const Column& column : grid.columns) out += cell("th", column, column.title);
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : grid.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += cell("td", grid.columns[i], row[i], fit);
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
