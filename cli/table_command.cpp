// `rootward table`: result tables, always rebuilt from the stored games.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/figure_options.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/estimates/render.h"
#include "experiments/study/run.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/join.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tuning/tune_report.h"

namespace rootward {
namespace {

tournament::LatexTables given_latex_tables(const CLI::App& command, TableFormat format) {
  if (command.count("--tables") == 0) return tournament::LatexTables::one;
  if (format != TableFormat::latex) throw UsageError("--tables: it chooses among LaTeX's tables; add --format latex");
  const auto asked = command.get_option("--tables")->as<std::string>();
  if (asked != "one" && asked != "all") throw UsageError(fmt::format("--tables {}: allowed are one, all", asked));
  return asked == "all" ? tournament::LatexTables::all : tournament::LatexTables::one;
}

tournament::RenderOptions given_render_options(const CLI::App& command, TableFormat format) {
  const bool has_pairs = command.count("--pairs") > 0;
  if (has_pairs && format != TableFormat::json) throw UsageError("--pairs: it adds to JSON alone; add --format json");
  return {.latex = given_latex_tables(command, format), .has_pairs = has_pairs};
}

/// What a machine reads stays as it is.
void print_page(const std::string& page, TableFormat format) {
  format == TableFormat::text ? print_shown("{}", page) : write_results(page);
}

void print_tables(const CLI::App& command) {
  const TableFormat format = parse_table_format(command.get_option("--format")->as<std::string>());
  const tournament::RenderOptions rendering = given_render_options(command, format);
  tournament::TableOptions options;
  if (command.count("--reference") > 0) options.reference = command.get_option("--reference")->as<std::string>();
  options.has_cost = command.count("--no-cost") == 0;
  const DamagedLines damaged = damaged_lines(command);
  FigureFiles figures(command);
  std::vector<tournament::StoredResults> folders;
  const auto names = command.get_option("DIR")->as<std::vector<std::string>>();
  const Detail detail = names.size() == 1 ? Detail::tables : Detail::scores;  // others may have to be joined
  for (const std::string& folder : names) {
    if (is_folder_of(study::kStudyKind, folder)) {
      if (figures.is_asked())
        throw UsageError(
            fmt::format("{}: a study has no figures of its own; those of its runs are made by: rootward "
                        "table {}/STEP --figures DIR",
                        folder, folder));
      print_page(study::study_tables(folder, format), format);
      continue;
    }
    if (estimates::is_estimates_folder(folder)) {
      const estimates::StoredEstimates study = estimates::read_estimates_folder(folder, damaged);
      for (const std::string& warning : study.warnings) note("warning: {}", warning);
      print_page(estimates::render_estimates(study, format), format);
      if (figures.is_asked()) figures.write(study.config.name, estimates::estimates_figures(study));
      continue;
    }
    if (tuning::is_tuning_folder(folder)) {
      const tuning::StoredTuning stored = tuning::read_stored_tuning(folder, damaged);
      for (const std::string& warning : stored.warnings) note("warning: {}", warning);
      print_page(tuning::render_tuning(stored, format), format);
      if (figures.is_asked()) figures.write(stored.tuning.name, tuning::tuning_figures(stored.tuning, stored.report));
      continue;
    }
    folders.push_back(tournament::read_results(folder, detail, damaged));
    for (const std::string& warning : folders.back().warnings) note("warning: {}", warning);
  }
  if (folders.empty()) return flush_results();
  std::vector<tournament::ResultTable> tables;
  for (const tournament::StoredResults& results : tournament::join_results(std::move(folders))) {
    tables.push_back(tournament::make_table(results, options));
    if (figures.is_asked())
      figures.write(results.config.name, tournament::tournament_figures(results.config, tables.back()));
  }
  print_page(tournament::render_tables(tables, format, rendering), format);
  flush_results();
}

}  // namespace

void declare_table(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("table", "Print result tables, rebuilt from the stored games");
  command
      ->add_option("DIR", "Results folders of any kind; those of one tournament are joined, others give a table each")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->add_option("--format", "What is printed")->default_str("text")->type_name("text|md|csv|latex|json");
  command->add_option("--tables", "With --format latex: one table that fits a column of text, or all; one unless given")
      ->type_name("one|all");
  command->add_flag("--pairs")->description("With --format json: the half points of every pair, by its number, 0 to 4");
  command->add_option("--reference", "The player that all others are compared with; the schedule's unless given")
      ->type_name("NAME");
  command->add_flag("--no-cost")->description("Leave out what CPU times feed: sims/s, s/move, cpu_seconds");
  add_figure_options(*command);
  add_skip_damaged_option(*command);
  command->footer(
      "JSON: one table is an object, several an array; what is infinite or unknown is null.\n"
      "Example: rootward table results/go9-baselines --format md\n"
      "         rootward table results/go9-baselines --format latex --figures paper --column --pdf");
  command->callback([command] { print_tables(*command); });
}

}  // namespace rootward
