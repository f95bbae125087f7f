// `rootward report`: one page about some folders of results, a comparison with what was published, or advice.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/file_io.h"

namespace rootward {
namespace {

int report_folders(const CLI::App& command) {
  for (const char* needed : {"DIR", "--out"})
    if (command.count(needed) == 0)
      throw UsageError(fmt::format("report: {} is missing; without --published, --game or --advice it writes a page",
                                   std::string(needed) == "DIR" ? needed : "--out FILE.html"));
  StoredParts parts;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const Kind& kind = kind_of_results(folder);
    if (kind.load == nullptr) throw UsageError(fmt::format("{} holds {}, which has no page", folder, kind.facts().one));
    kind.load(folder, damaged_lines(command), parts);
  }
  const auto out = command.get_option("--out")->as<std::string>();
  write_named_file(out, report_page(parts.view()));
  print_results("{}\n", out);
  return static_cast<int>(ExitCode::done);
}

int report(const CLI::App& command) {
  if (command.count("--published") > 0) return report_comparison(command);
  return command.count("--game") + command.count("--advice") > 0 ? report_advice(command) : report_folders(command);
}

void add_advice_options(CLI::App& command) {
  CLI::Option* advice = command.add_flag("--advice");
  advice->description("Print which backup to begin with in each of the studies' own games");
  CLI::Option* game = command.add_option("--game");
  game->description(std::string("Print which backup to begin with in this game. ") + kGameHelp)->type_name("GAME");
  const std::size_t before = command.get_options().size();
  command.add_option("--evaluator", "What judges leaves: a name or a YAML map; playouts unless given")
      ->type_name("EVALUATOR");
  command.add_option("--simulations", "Of a move; 1000 unless given")
      ->transform(whole_number(1, 1'000'000'000))
      ->type_name("N");
  command.add_option("--positions", "On which the game's features are measured; 100 unless given")
      ->transform(whole_number(2, 100'000))
      ->type_name("N");
  command.add_option("--threads", "Threads; every core unless given")->transform(whole_number(1, 4096))->type_name("N");
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->needs(game);
  command.add_flag("--markdown")->description("The table of --advice as Markdown")->needs(advice);
  advice->excludes(game);
  for (CLI::Option* option : {advice, game})
    for (const char* other : {"--published", "--out"}) option->excludes(command.get_option(other));
  for (CLI::Option* option : command.get_options())
    if (option == advice || option == game || option->get_name() == "--markdown" || option->get_needs().contains(game))
      option->group("Options of advice");
}

}  // namespace

void declare_report(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("report", "Write a page about results, compare with what was published, or give advice");
  command
      ->add_option("DIR",
                   "Results folders of any kind; those of one tournament are joined. Of advice: studies with a\n"
                   "grid, a folder of such studies, or the grid's JSON file; results/answers/which-backup unless "
                   "given, or what\n"
                   "came with the program")
      ->expected(0, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->add_option("--out", "The page to write, which needs nothing beside it; with --published a folder")
      ->type_name("FILE.html|DIR");
  command
      ->add_option("--published",
                   "Compare stored runs with a paper's results, cell by cell (rootward.published/2, docs/files.md);\n"
                   "without DIR print these alone. Prints tables; writes table.md, .csv, .json, figures and index.html")
      ->type_name("FILE");
  add_skip_damaged_option(*command);
  add_advice_options(*command);
  command->footer(
      "A page has tables, figures, openings, faults and provenance, without scripts and without anything from the "
      "net.\n"
      "Exit code 1 where a paper's standard player against itself shows that the run is void.\n"
      "Example: rootward report results/quickstart --out quickstart.html\n"
      "Example: rootward report results/9x9 --published configs/reproduction/published.yaml --out compared\n"
      "Example: rootward report results/papers/solver --published configs/papers/published/solver.yaml --out solver\n"
      "Example: rootward report --game connect4 --simulations 800");
  command->callback([command, &exit_code] { exit_code = report(*command); });
}

}  // namespace rootward
