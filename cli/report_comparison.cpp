// `rootward report --published`: stored runs beside a paper's results.
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

namespace rootward {

int report_comparison(const CLI::App& command) {
  if (command.count("--out") == 0)
    throw UsageError("--published: --out DIR is missing, the folder to write tables, figures and a page to");
  const auto out = command.get_option("--out")->as<std::string>();
  const comparison::Published published =
      comparison::read_published(command.get_option("--published")->as<std::string>());
  std::vector<std::string> folders;
  if (command.count("DIR") > 0) folders = command.get_option("DIR")->as<std::vector<std::string>>();
  const comparison::Comparison result = study::compare_folders(published, folders, damaged_lines(command));
  for (const std::string& line : result.notes) note("note: {}", line);
  for (const std::string& file : comparison::write_comparison(result, out)) note("{}", file);
  print_shown("{}", comparison::comparison_text(result));
  if (!result.is_void()) return static_cast<int>(ExitCode::done);
  note("error: the standard player does not score 50 % against itself (p < 0.001): the run is void");
  return static_cast<int>(ExitCode::failed);
}

}  // namespace rootward
