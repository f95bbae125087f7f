// `rootward verify`: whether results folders of any kind hold what their program wrote, and what it says of itself.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"
#include "core/errors.h"
#include "experiments/estimates/verify.h"
#include "experiments/store/run_folder.h"
#include "experiments/tournament/verify.h"
#include "experiments/tuning/verify.h"

namespace rootward {
namespace {

FolderCheck check_folder(const std::string& folder) {
  const std::string kind = read_manifest(folder).kind;
  if (kind == "convergence") return estimates::check_estimates_folder(folder);
  if (kind == "tuning") return tuning::check_tuning_folder(folder);
  return tournament::check_tournament_folder(folder);
}

int verify(const CLI::App& command) {
  std::size_t problems = 0;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const FolderCheck found = check_folder(folder);
    for (const std::string& note : found.notes) fmt::print("note: {}\n", note);
    for (const std::string& problem : found.problems) fmt::print("{}\n", problem);
    problems += found.problems.size();
    fmt::print("{}: {} lines, {}\n", folder, found.lines,
               found.problems.empty() ? "all in order" : fmt::format("{} problems", found.problems.size()));
  }
  return static_cast<int>(problems == 0 ? ExitCode::done : ExitCode::failed);
}

}  // namespace

void declare_verify(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("verify", "Check stored results: checksums, ranges, moves, scores and sums");
  command->add_option("DIR", "Results folders of any kind")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->footer(
      "A line a problem, with file and line; exit code 1 where there is one. Games are rebuilt by the rules,\n"
      "a tuning's evaluations recounted from their games, an estimates study's regrets from its truths.\n"
      "Example: rootward verify results/quickstart results/tuning/go9-softmax");
  command->callback([command, &exit_code] { exit_code = verify(*command); });
}

}  // namespace rootward
