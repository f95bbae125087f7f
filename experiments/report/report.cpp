// Joins the sections of a report.
#include "experiments/report/report.h"

#include <fmt/format.h>

#include <utility>

#include "experiments/convergence/render.h"
#include "experiments/convergence/study_facts.h"
#include "experiments/report/html.h"
#include "experiments/report/tournament_section.h"
#include "experiments/table/join.h"

namespace rootward {
namespace {

struct Section {
  std::string title;
  std::string html;
};

Section study_section(const StoredStudy& study) {
  std::string html = html_facts(study_facts(study));
  html += "<h3>Figures</h3>\n";
  for (const NamedFigure& figure : study_figures(study)) html += html_figure(figure.figure);
  html += "<h3>Tables</h3>\n";
  for (const Grid& grid : study_grids(study)) html += html_table(grid);
  html += html_legend(study_legend());
  return {study.config.name, html + provenance_html(study.manifest)};
}

std::string page_of(const std::vector<Section>& sections) {
  std::string names;
  std::string links;
  std::string bodies;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string title = html_escaped(sections[i].title);
    names += (i == 0 ? "" : ", ") + sections[i].title;
    links += fmt::format("<a href=\"#part{}\">{}</a>\n", i, title);
    bodies += fmt::format("<h2 id=\"part{}\">{}</h2>\n{}", i, title, sections[i].html);
  }
  const std::string head = sections.size() == 1 ? "" : fmt::format("<nav>{}</nav>\n", links);
  return html_page(names, fmt::format("<h1>Results: {}</h1>\n{}{}", html_escaped(names), head, bodies));
}

}  // namespace

Report make_report(const std::vector<std::string>& folders) {
  Report report;
  std::vector<Section> sections;
  std::vector<StoredResults> tournaments;
  for (const std::string& folder : folders) {
    if (is_study_folder(folder)) continue;
    tournaments.push_back(read_results(folder, Detail::scores));
    report.warnings.insert(report.warnings.end(), tournaments.back().warnings.begin(),
                           tournaments.back().warnings.end());
  }
  if (!tournaments.empty()) {
    for (const StoredResults& results : join_results(std::move(tournaments)))
      sections.push_back({results.config.name, tournament_section(results)});
  }
  for (const std::string& folder : folders) {
    if (!is_study_folder(folder)) continue;
    const StoredStudy study = read_study(folder);
    report.warnings.insert(report.warnings.end(), study.warnings.begin(), study.warnings.end());
    sections.push_back(study_section(study));
  }
  report.html = page_of(sections);
  return report;
}

}  // namespace rootward
