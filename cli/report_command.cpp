// `rootward report`: one page that holds everything about some folders of results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/run_options.h"
#include "core/escape.h"
#include "core/file_io.h"
#include "core/note.h"
#include "experiments/estimates/section.h"
#include "experiments/report/html.h"
#include "experiments/tournament/report/section.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tuning/tune_report.h"

namespace rootward {
namespace {

/// The page and what a user should know: torn lines that were left out.
struct Report {
  std::string html;
  std::vector<std::string> warnings;
};

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

/// A section a tournament (folders of one tournament are joined), then a section an estimates study, then one a tuning,
/// in the order of the folders. The same folders give the same bytes. Throws as read_results() and its like.
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
    sections.push_back({stored.tuning.name, tuning::tuning_section(stored)});
  }
  report.html = page_of(sections);
  return report;
}

void write_report(const CLI::App& command) {
  const Report report = make_report(command.get_option("DIR")->as<std::vector<std::string>>(), damaged_lines(command));
  for (const std::string& warning : report.warnings) note("warning: {}", warning);
  const auto out = command.get_option("--out")->as<std::string>();
  write_file_atomically(out, report.html);
  fmt::print("{}\n", out);
}

}  // namespace

void declare_report(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("report", "Write one HTML page about results of all kinds");
  command
      ->add_option("DIR",
                   "Results folders of tournaments, tunings and estimates studies; those of one tournament are joined")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->add_option("--out", "The page to write; it needs nothing beside it")->required()->type_name("FILE.html");
  add_skip_damaged_option(*command);
  command->footer(
      "Tables, figures, openings, faults and provenance in one file, without scripts and without anything from the "
      "net.\n"
      "Example: rootward report results/quickstart --out quickstart.html");
  command->callback([command] { write_report(*command); });
}

}  // namespace rootward
