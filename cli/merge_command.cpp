// `rootward merge`: joins shards and results folders of one configuration.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/cluster/plan.h"
#include "experiments/tournament/merge.h"
#include "lab/store/folder_lock.h"

namespace rootward {
namespace {

const Joining& joining_of(const std::string& folder) {
  const Kind& kind = kind_of_results(folder);
  if (kind.joining != nullptr) return *kind.joining;
  throw UsageError(fmt::format("{} holds {}, which nothing is joined into", folder, kind.facts().one));
}

/// Says on stderr what is missing, and what plays it.
void report_missing(const Joining& joining, const MergeReport& report, const std::string& out) {
  note("warning: {} {} of the {} are missing{}", report.missing, joining.records, joining.whole,
       report.missing_shards.empty()
           ? ""
           : fmt::format(": of shard{} {} of {}", report.missing_shards.size() == 1 ? "" : "s",
                         fmt::join(report.missing_shards, ", "), report.shards));
  note("play them with: rootward run CONFIG --out {}", shell_quoted(out));
  for (const std::uint32_t shard : report.missing_shards)
    note("{} rootward run CONFIG --out {} --shard {}/{}",
         shard == report.missing_shards.front() ? "or, on machines of their own, with:\n " : " ", shell_quoted(out),
         shard, report.shards);
}

/// What tells where the records of a file lie, which fits it no more once it is written anew.
void remove_places(const std::string& out, const char* name) {
  std::error_code absent;
  std::filesystem::remove(fmt::format("{}/{}.done", out, name), absent);
}

/// Before anything is written.
void require_droppable(const CLI::App& command) {
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const Joining& joining = joining_of(folder);
    if (joining.require_droppable == nullptr)
      throw UsageError(folder + ": only games of tournaments have moves that merge --drop-moves could drop");
    joining.require_droppable(folder);
  }
}

/// Packs the record files of the joined folder.
void compress_records(const std::string& out) {
  for (const char* name : {"games", "records", "evaluations"}) {
    compress_file(fmt::format("{}/{}.jsonl", out, name));
    remove_places(out, name);
  }
}

/// Where the joined records go: one folder is joined in itself unless another is named.
std::string merged_folder(const CLI::App& command) {
  if (command.count("--out") > 0) return command.get_option("--out")->as<std::string>();
  const auto folders = command.get_option("DIR")->as<std::vector<std::string>>();
  if (folders.size() > 1) throw UsageError("merge: several folders need --out DIR, the folder to write");
  return folders.front();
}

int merge_any(const CLI::App& command) {
  const auto folders = command.get_option("DIR")->as<std::vector<std::string>>();
  const std::string out = merged_folder(command);
  const Joining& joining = joining_of(folders.front());
  for (const std::string& folder : folders) cluster::check_planned_attempts(folder);
  if (command.count("--out") > 0) cluster::check_planned_attempts(out);
  const MergeReport report =
      joining.join(folders, out, {.damaged = damaged_lines(command), .is_tidy = command.count("--tidy") > 0});
  for (const std::string& warning : report.warnings) note("warning: {}", warning);
  if (report.records > 0) joining.write_tables(out);
  print_results("{}: {} {}, {} duplicates dropped\n", out, report.records, joining.records, report.duplicates);
  if (report.missing == 0) return static_cast<int>(ExitCode::done);
  report_missing(joining, report, out);
  return static_cast<int>(ExitCode::incomplete);
}

int merge(const CLI::App& command) {
  const bool drops_moves = command.count("--drop-moves") > 0;
  if (drops_moves) require_droppable(command);
  const bool compresses = command.count("--compress") > 0;
  const int exit_code = merge_any(command);
  if (!drops_moves && !compresses) return exit_code;
  const std::string folder = merged_folder(command);
  const FolderLock lock(folder + "/.lock", FolderLock::Kind::exclusive, folder);  // files are written anew
  if (drops_moves) {
    tournament::drop_stored_moves(folder);
    remove_places(folder, "games");
  }
  if (compresses) compress_records(folder);
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
  command->add_option("--out", "Folder to write, which may be one of the others; one folder is joined in itself")
      ->type_name("DIR");
  command->add_flag("--tidy")->description("Then remove attempts at whole shards from it: their games are joined");
  command->add_flag("--compress")->description("Store games.jsonl, records.jsonl or evaluations.jsonl packed, as .gz");
  command->add_flag("--drop-moves")
      ->description("Store a hash in place of each game's moves, where its seed brings them back");
  add_skip_damaged_option(*command);
  command->footer(
      "Exit code 75 where games of the schedule are missing; their shards are named. One folder can be joined at any\n"
      "time, also while its shards are played.\n"
      "Example: rootward merge results/host1 results/host2 --out results/joined");
  command->callback([command, &exit_code] { exit_code = merge(*command); });
}

}  // namespace rootward
