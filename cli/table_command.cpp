// `rootward table`: result tables, always rebuilt from the stored games.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/figure_options.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "experiments/tournament/table/render.h"

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

void print_tables(const CLI::App& command) {
  FigureFiles figures(command);
  TableRequest request{.damaged = damaged_lines(command), .figures = figures};
  request.format = parse_table_format(command.get_option("--format")->as<std::string>());
  request.rendering = given_render_options(command, request.format);
  if (command.count("--reference") > 0)
    request.options.reference = command.get_option("--reference")->as<std::string>();
  request.options.has_cost = command.count("--no-cost") == 0;
  std::map<const Kind*, std::vector<std::string>> folders;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const Kind& kind = kind_of_results(folder);
    if (kind.table == nullptr)
      throw UsageError(fmt::format("{} holds {}, which has no table", folder, kind.facts().one));
    for (const char* option : {"--tables", "--pairs", "--reference", "--no-cost"})
      check_option(*command.get_option(option), kind, folder);
    folders[&kind].push_back(folder);
  }
  for (const Kind& kind : kinds())
    if (folders.contains(&kind)) kind.table(folders[&kind], request);
  flush_results();
}

}  // namespace

void print_page(const std::string& page, TableFormat format) {
  format == TableFormat::text ? print_shown("{}", page) : write_results(page);
}

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
