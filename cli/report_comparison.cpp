// `rootward report --published`: stored tournaments beside a paper's tables.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output.h"
#include "cli/report_page.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/comparison/pages.h"
#include "experiments/study/compared.h"
#include "experiments/tournament/stored_results.h"

namespace rootward {
namespace {

std::vector<tournament::StoredResults> read_runs(const CLI::App& command) {
  std::vector<tournament::StoredResults> folders;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    folders.push_back(tournament::read_results(folder, Detail::scores, damaged_lines(command)));
    for (const std::string& warning : folders.back().warnings) note("warning: {}", warning);
  }
  return folders;
}

}  // namespace

int report_comparison(const CLI::App& command) {
  if (command.count("--out") == 0)
    throw UsageError("--published: --out DIR is missing, the folder to write tables, figures and a page to");
  const auto out = command.get_option("--out")->as<std::string>();
  const comparison::Published published =
      comparison::read_published(command.get_option("--published")->as<std::string>());
  const comparison::Comparison result = study::compare_stored(published, read_runs(command));
  for (const std::string& line : result.notes) note("note: {}", line);
  for (const std::string& file : comparison::write_comparison(result, out)) note("{}", file);
  print_shown("{}", comparison::comparison_text(result));
  if (!result.is_void()) return static_cast<int>(ExitCode::done);
  note("error: the standard player does not score 50 % against itself (p < 0.001): the run is void");
  return static_cast<int>(ExitCode::failed);
}

}  // namespace rootward
