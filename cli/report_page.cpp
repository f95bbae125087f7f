// Joins the sections of a report.
#include "cli/report_page.h"

#include <fmt/format.h>

#include <utility>

#include "core/escape.h"
#include "experiments/estimates/section.h"
#include "experiments/report/html.h"
#include "experiments/tournament/report/section.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tuning/render.h"

namespace rootward {
namespace {

struct Section {
  std::string title;
  std::string html;
};

std::string page_of(const std::vector<Section>& sections) {
  std::string names;
  std::string links;
  std::string bodies;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string title = xml_text(sections[i].title);
    names += (i == 0 ? "" : ", ") + sections[i].title;
    links += fmt::format("<a href=\"#part{}\">{}</a>\n", i, title);
    bodies += fmt::format("<h2 id=\"part{}\">{}</h2>\n{}", i, title, sections[i].html);
  }
  const std::string head = sections.size() == 1 ? "" : fmt::format("<nav>{}</nav>\n", links);
  return html_page(names, fmt::format("<h1>Results: {}</h1>\n{}{}", xml_text(names), head, bodies));
}

}  // namespace

Report make_report(const std::vector<std::string>& folders, DamagedLines damaged) {
  Report report;
  std::vector<Section> sections;
  std::vector<tournament::StoredResults> tournaments;
  for (const std::string& folder : folders) {
    if (estimates::is_estimates_folder(folder) || tuning::is_tuning_folder(folder)) continue;
    tournaments.push_back(tournament::read_results(folder, Detail::scores, damaged));
    report.warnings.insert(report.warnings.end(), tournaments.back().warnings.begin(),
                           tournaments.back().warnings.end());
  }
  if (!tournaments.empty()) {
    for (const tournament::StoredResults& results : tournament::join_results(std::move(tournaments)))
      sections.push_back({results.config.name, tournament::tournament_section(results)});
  }
  for (const std::string& folder : folders) {
    if (!estimates::is_estimates_folder(folder)) continue;
    const estimates::StoredEstimates study = estimates::read_estimates_folder(folder, damaged);
    report.warnings.insert(report.warnings.end(), study.warnings.begin(), study.warnings.end());
    sections.push_back({study.config.name, estimates::estimates_section(study)});
  }
  for (const std::string& folder : folders) {
    if (!tuning::is_tuning_folder(folder)) continue;
    const tuning::StoredTuning stored = tuning::read_stored_tuning(folder);
    report.warnings.insert(report.warnings.end(), stored.warnings.begin(), stored.warnings.end());
    sections.push_back({stored.study.name, tuning::tuning_section(stored)});
  }
  report.html = page_of(sections);
  return report;
}

}  // namespace rootward
