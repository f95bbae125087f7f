// `rootward report`: one page that holds everything about some folders of results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/file_io.h"

namespace rootward {
namespace {

void write_report(const CLI::App& command) {
  StoredParts parts;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const Kind& kind = kind_of_results(folder);
    if (kind.load == nullptr) throw UsageError(fmt::format("{} holds {}, which has no page", folder, kind.facts().one));
    kind.load(folder, damaged_lines(command), parts);
  }
  const auto out = command.get_option("--out")->as<std::string>();
  write_file_atomically(out, report_page(parts.view()));
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
