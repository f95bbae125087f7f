// `rootward report`: one page that holds everything about some folders of results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/report_page.h"
#include "cli/run_options.h"
#include "core/file_io.h"
#include "core/note.h"
#include "experiments/study/run.h"

namespace rootward {
namespace {

/// What the folders hold, and what a user should know: torn lines that were left out. Throws as read_results() and its
/// like.
struct Stored {
  std::vector<tournament::StoredResults> tournaments;
  std::vector<estimates::StoredEstimates> studies;
  std::vector<tuning::StoredTuning> tunings;

  std::vector<std::pair<std::string, std::string>> tables;

  Stored(const std::vector<std::string>& folders, DamagedLines damaged) {
    for (const std::string& folder : folders) {
      if (is_folder_of(study::kStudyKind, folder))
        add_study(folder, damaged);
      else
        add(folder, damaged);
    }
  }
  void add_study(const std::string& folder, DamagedLines damaged) {
    if (!read_manifest(folder).ended.empty())
      tables.emplace_back(folder, study::study_tables(folder, TableFormat::text));
    for (const std::string& run : study::run_folders(folder)) add(run, damaged);
  }
  void add(const std::string& folder, DamagedLines damaged) {
    if (estimates::is_estimates_folder(folder))
      studies.push_back(estimates::read_estimates_folder(folder, damaged));
    else if (tuning::is_tuning_folder(folder))
      tunings.push_back(tuning::read_stored_tuning(folder, damaged));
    else
      tournaments.push_back(tournament::read_results(folder, Detail::scores, damaged));
  }
  void warn() const {
    const auto warn_of = [](const auto& all) {
      for (const auto& one : all)
        for (const std::string& warning : one.warnings) note("warning: {}", warning);
    };
    warn_of(tournaments);
    warn_of(studies);
    warn_of(tunings);
  }
};

void write_report(const CLI::App& command) {
  const Stored stored(command.get_option("DIR")->as<std::vector<std::string>>(), damaged_lines(command));
  stored.warn();
  ReportParts parts;
  parts.tables = stored.tables;
  for (const auto& results : stored.tournaments) parts.tournaments.push_back(&results);
  for (const auto& study : stored.studies) parts.studies.push_back(&study);
  for (const auto& tuning : stored.tunings) parts.tunings.push_back(&tuning);
  const auto out = command.get_option("--out")->as<std::string>();
  write_file_atomically(out, report_page(parts));
  fmt::print("{}\n", out);
}

}  // namespace

void declare_report(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("report", "Write one HTML page about results of all kinds");
  command
      ->add_option(
          "DIR",
          "Results folders of tournaments, tunings, estimates studies and studies; those of one tournament are joined")
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
