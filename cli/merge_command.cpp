// `rootward merge`: joins shards and results folders of one configuration.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/estimates/render.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/report/derived_files.h"
#include "experiments/tournament/stored_results.h"

namespace rootward {
namespace {

/// Says on stderr what is missing; 75 then: the joined folder can be run to its end.
int report_missing(const tournament::MergeReport& report, const std::string& out) {
  if (report.missing == 0) return static_cast<int>(ExitCode::done);
  std::string names;
  for (const std::string& id : report.examples) names += (names.empty() ? "" : ", ") + id;
  note("warning: {} games of the schedule are missing: {}{}", report.missing, names,
       report.missing > report.examples.size() ? ", ..." : "");
  note("play them with: rootward run CONFIG --out {}", shell_quoted(out));
  return static_cast<int>(ExitCode::incomplete);
}

int merge_into(const std::vector<std::string>& folders, const std::string& out, DamagedLines damaged) {
  const estimates::EstimatesMergeReport report = estimates::merge_estimates(folders, out, damaged);
  for (const std::string& warning : report.warnings) note("warning: {}", warning);
  if (report.searches > 0) estimates::write_estimates_files(estimates::read_estimates_folder(out));
  fmt::print("{}: {} searches, {} duplicates dropped\n", out, report.searches, report.duplicates);
  if (report.missing == 0) return static_cast<int>(ExitCode::done);
  note(
      "warning: {} searches of the estimates study are missing: {}{}\nrun them with: rootward converge CONFIG --out "
      "{}",
      report.missing, fmt::join(report.examples, ", "), report.missing > report.examples.size() ? ", ..." : "",
      shell_quoted(out));
  return static_cast<int>(ExitCode::incomplete);
}

/// Packs the record files of the joined folder.
void compress_records(const std::string& out) {
  for (const char* name : {"games.jsonl", "records.jsonl"}) compress_file(fmt::format("{}/{}", out, name));
}

int merge_any(const CLI::App& command) {
  const auto folders = command.get_option("DIR")->as<std::vector<std::string>>();
  const auto out = command.get_option("--out")->as<std::string>();
  if (estimates::is_estimates_folder(folders.front())) return merge_into(folders, out, damaged_lines(command));
  const tournament::MergeReport report = tournament::merge_results(folders, out, damaged_lines(command));
  for (const std::string& warning : report.warnings) note("warning: {}", warning);
  if (report.games > 0) (void)tournament::rebuild_tables(out);
  fmt::print("{}: {} games, {} duplicates dropped\n", out, report.games, report.duplicates);
  return report_missing(report, out);
}

int merge(const CLI::App& command) {
  const int exit_code = merge_any(command);
  if (command.count("--compress") > 0) compress_records(command.get_option("--out")->as<std::string>());
  return exit_code;
}

}  // namespace

void declare_merge(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("merge", "Join shards and results folders of one configuration");
  command->add_option("DIR", "Results folders, with or without shards")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->add_option("--out", "Folder to write; may be one of the others")->required()->type_name("DIR");
  command->add_flag("--compress")->description("Store games.jsonl or records.jsonl packed, as .gz");
  add_skip_damaged_option(*command);
  command->footer(
      "Exit code 75 where games of the schedule are missing; they are named.\n"
      "Example: rootward merge results/host1 results/host2 --out results/joined");
  command->callback([command, &exit_code] { exit_code = merge(*command); });
}

}  // namespace rootward
