// `rootward status`: where a study's runs stand, or the tasks of a cluster's folder.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "cli/commands.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "core/errors.h"
#include "experiments/cluster/status.h"
#include "experiments/study/run.h"
#include "experiments/watch/frame.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

std::string text_of(const CLI::App& command, const cluster::ClusterStatus& status) {
  if (command.count("--json") > 0) return status_json(status) + "\n";
  const bool is_a_line = command.count("--watch") > 0 && ::isatty(STDOUT_FILENO) != 1;
  if (command.count("--missing") == 0) return is_a_line ? status_line(status) : status_text(status);
  const cluster::TaskSet missing = status.missing();
  if (command.count("--lines") == 0) return missing.empty() ? "" : cluster::task_list(missing) + "\n";
  std::string lines;
  for (const std::uint32_t task : missing) lines += fmt::format("{}\n", task);
  return lines;
}

/// Of a study, whose runs stand by themselves.
std::string text_of(const CLI::App& command, const watch::FolderWatch& study) {
  if (command.count("--missing") > 0)
    throw UsageError(fmt::format("{}: --missing is of tasks, and a study has runs; ask for one of them, {}/STEP",
                                 study.last().folder, study.last().folder));
  if (command.count("--json") > 0) return watch::look_json(study.last(), study.body()) + "\n";
  if (command.count("--watch") > 0 && ::isatty(STDOUT_FILENO) != 1)
    return watch::line_text(study.last(), study.body()) + "\n";
  std::string text;
  for (const watch::ShownLine& line : watch::frame(study.last(), study.body(), {.height = 0, .is_whole = true}))
    text += line.text + "\n";
  return text;
}

/// A folder that is looked at again and again: of a study, or played in tasks.
struct StatusFolder {
  explicit StatusFolder(const std::string& folder) {
    if (is_folder_of(study::kStudyKind, folder))
      study = std::make_unique<watch::FolderWatch>(folder, &body_of);
    else
      tasks.emplace(folder);
  }
  std::unique_ptr<watch::FolderWatch> study{};
  std::optional<cluster::FolderFollower> tasks{};
};

/// Prints every folder once; whether all are complete.
bool print_all(const CLI::App& command, std::vector<StatusFolder>& folders, cluster::QueueNews& news) {
  bool is_complete = true;
  for (StatusFolder& folder : folders) {
    if (folder.study) {
      const watch::Look& look = folder.study->look();
      if (!look.problem.empty()) throw RunError(look.problem);
      fmt::print("{}", text_of(command, *folder.study));
      is_complete = is_complete && look.is_complete();
      continue;
    }
    const cluster::ClusterStatus status =
        folder.tasks->look({.is_offline = command.count("--offline") > 0, .news = &news});
    fmt::print("{}", text_of(command, status));
    is_complete = is_complete && status.is_complete();
  }
  flush_results();
  return is_complete;
}

int status(const CLI::App& command) {
  constexpr std::chrono::seconds kSlurmPause{30};  // its controller serves others too
  bool is_complete = false;
  cluster::QueueNews news(kSlurmPause);
  std::vector<StatusFolder> folders;
  for (const auto& folder : command.get_option("DIR")->as<std::vector<std::string>>()) folders.emplace_back(folder);
  if (command.count("--watch") == 0) {
    is_complete = print_all(command, folders, news);
  } else {
    const SignalGuard signals;
    const auto given = command.get_option("--watch")->as<std::vector<std::string>>();
    const std::chrono::seconds pause(given.empty() || given.front().empty() ? 10 : std::stoi(given.front()));
    const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
    while (!is_complete && !SignalGuard::stop_requested()) {
      if (is_terminal) fmt::print("\033[H\033[2J");
      is_complete = print_all(command, folders, news);
      for (auto left = pause * 10; left.count() > 0 && !is_complete && !SignalGuard::stop_requested(); --left)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  return static_cast<int>(is_complete ? ExitCode::done : ExitCode::incomplete);
}

}  // namespace

void declare_status(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("status", "Show where a study's runs stand, or the tasks of folders on a cluster");
  command->add_option("DIR", "Folders of studies, or results folders that are played in tasks")
      ->required()
      ->expected(1, -1)
      ->allow_extra_args()
      ->type_name("DIR");
  command->add_flag("--missing")->description("Only the tasks that nobody will play: 3,17,40-44");
  command->add_flag("--lines")->description("With --missing: a number a line")->needs("--missing");
  command->add_option("--watch", "Look again every SECONDS, 10 unless given, until all is complete")
      ->expected(0, 1)
      ->check(whole_number(1, 86400))
      ->type_name("SECONDS");
  command->add_flag("--offline")->description("Print what the files say; Slurm is not asked");
  command->add_flag("--json")->description("A line of JSON a folder, schema rootward.status/1");
  command->footer(
      "Exit code 0 where all is complete, 75 where it is not.\n"
      "Example: rootward status results/mine --watch");
  command->callback([command, &exit_code] { exit_code = status(*command); });
}

}  // namespace rootward
