// Sections under one head.
#include "cli/report_page.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "core/file_io.h"
#include "experiments/estimates/section.h"
#include "experiments/tournament/report/section.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tuning/tune_report.h"
#include "lab/report/html.h"

namespace rootward {
namespace {

struct Section {
  std::string title;
  std::string folder;
  std::string html;
};

/// Sections of one title say which folder each is of.
void tell_apart(std::vector<Section>& sections) {
  std::map<std::string, int> count;
  for (const Section& section : sections) ++count[section.title];
  for (Section& section : sections)
    if (count[section.title] > 1) section.title += fmt::format(" ({})", section.folder);
}

/// What a study's tables drew.
std::string figures_of_study(const std::string& folder) {
  std::string figures;
  for (const std::string& file : list_folder(folder + "/plots"))
    if (file.ends_with(".svg")) figures += fmt::format("<figure>\n{}</figure>\n", read_whole_file(file));
  return figures;
}

}  // namespace

watch::PageParts StoredParts::view() const {
  watch::PageParts parts{.tables = tables};
  for (const auto& one : tournaments) parts.tournaments.push_back(&one);
  for (const auto& one : estimates) parts.estimates.push_back(&one);
  for (const auto& one : tunings) parts.tunings.push_back(&one);
  return parts;
}

std::string report_page(const watch::PageParts& parts, int refresh_seconds) {
  std::vector<Section> sections;
  for (const auto& [folder, tables] : parts.tables)
    sections.push_back({folder.substr(folder.find_last_of('/') + 1), folder,
                        fmt::format("<pre>{}</pre>\n{}", xml_text(tables), figures_of_study(folder))});
  if (parts.tournaments.size() == 1) {
    sections.push_back({parts.tournaments.front()->config.name, parts.tournaments.front()->folder,
                        tournament::tournament_section(*parts.tournaments.front())});
  } else if (!parts.tournaments.empty()) {
    std::vector<tournament::StoredResults> folders;
    for (const tournament::StoredResults* results : parts.tournaments) folders.push_back(*results);
    for (const tournament::StoredResults& results : tournament::join_results(std::move(folders)))
      sections.push_back({results.config.name, results.folder, tournament::tournament_section(results)});
  }
  for (const estimates::StoredEstimates* study : parts.estimates)
    sections.push_back({study->config.name, study->folder, estimates::estimates_section(*study)});
  for (const tuning::StoredTuning* stored : parts.tunings)
    sections.push_back({stored->tuning.name, stored->report.folder, tuning::tuning_section(*stored)});
  tell_apart(sections);
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
  return html_page(names, fmt::format("<h1>Results: {}</h1>\n{}{}", xml_text(names), head, bodies), refresh_seconds);
}

}  // namespace rootward
