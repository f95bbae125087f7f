// `rootward verify`: whether results folders hold what their program wrote, and what it says of itself.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "core/errors.h"
#include "core/file_io.h"

namespace rootward {
namespace {

/// The folder, and those that it is made of.
void add_folders(const std::string& folder, std::vector<std::string>& found) {
  const Kind* kind = nullptr;
  try {
    kind = kind_of_folder(folder);
  } catch (const RunError&) {  // reported when it is looked at
    return found.push_back(folder);
  }
  if (kind != nullptr && kind->verify != nullptr) found.push_back(folder);
  if (kind != nullptr && !kind->is_made_of_folders) return;
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) return;
  for (const std::string& part : list_folder(folder))
    if (!std::filesystem::is_symlink(part, ignored)) add_folders(part, found);
}

std::vector<std::string> folders_of(const std::string& folder) {
  std::vector<std::string> found;
  add_folders(folder, found);
  if (!found.empty()) return found;
  std::array<std::vector<const Kind*>, 2> verified;  // runs; what is made of them
  for (const Kind& kind : kinds())
    if (kind.verify != nullptr) verified[kind.is_made_of_folders ? 1 : 0].push_back(&kind);
  const Kind* kind = kind_of_folder(folder);
  throw UsageError(fmt::format(
      "{} {}; allowed: folders of {}, and what is made of such folders ({})", folder,
      kind == nullptr ? "is no results folder: it has no manifest.json" : fmt::format("holds {}", kind->facts().one),
      names_of(verified[0]), names_of(verified[1])));
}

FolderCheck check_folder(const std::string& folder) {
  FolderCheck found;
  try {
    found = kind_of_results(folder).verify(folder);
  } catch (const RunError& error) {
    found.problems.emplace_back(error.what());
  }
  return found;
}

void print_found(const FolderCheck& found) {
  for (const std::string& note : found.notes) print_shown("note: {}\n", note);
  for (const std::string& problem : found.problems) print_shown("{}\n", problem);
}

int verify(const CLI::App& command) {
  if (command.count("--replay") > 0) return replay_folders(command);
  std::size_t problems = 0;
  for (const auto& given : command.get_option("DIR")->as<std::vector<std::string>>()) {
    const std::vector<std::string> folders = folders_of(given);
    FolderCheck documents;
    check_documents(given, documents);
    print_found(documents);
    problems += documents.problems.size();
    for (const std::string& folder : folders) {
      const FolderCheck found = check_folder(folder);
      print_found(found);
      problems += found.problems.size();
      print_shown("{}: {} lines, {}\n", folder, found.lines,
                  found.problems.empty() ? "all in order" : fmt::format("{} problems", found.problems.size()));
    }
  }
  return static_cast<int>(problems == 0 ? ExitCode::done : ExitCode::failed);
}

}  // namespace

void declare_verify(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("verify", "Check stored results: checksums, ranges, moves, scores and sums");
  command
      ->add_option("DIR",
                   "Results folders of tournaments, tunings and estimates studies, or of studies, which are made of "
                   "these")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  add_replay_options(*command);
  command->footer(
      "A line a problem, with file and line; exit code 1 where there is one. Games are rebuilt by the rules,\n"
      "a tuning's evaluations recounted from their games, an estimates study's regrets from its truths. Lines are\n"
      "counted: the manifest says how many there were when the run ended. Of a study of steps the\n"
      "tournaments, tunings and studies in its folder are looked at, and configurations, kept cells and states of\n"
      "optimizers by their checksums.\n"
      "Example: rootward verify results/quickstart results/tuning/go9-softmax\n"
      "Example: rootward verify results/quickstart --replay --game softmax:average:0:1");
  command->callback([command, &exit_code] { exit_code = verify(*command); });
}

}  // namespace rootward
