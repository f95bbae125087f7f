// `rootward run --slurm` of tournaments and estimates studies, and the job that drives a tuning: what is missing is
// handed to a cluster.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/job_options.h"
#include "cli/kinds/kind.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/cluster/submit.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

cluster::SubmitSettings submit_settings_of(const CLI::App& command) {
  cluster::SubmitSettings settings;
  static_cast<cluster::AskedTasks&>(settings) = given_asked(command);
  settings.what = command.get_option("CONFIG")->as<std::string>();
  settings.folder = given<std::string>(command, "--out").value_or("");
  settings.overrides = given_overrides(command);
  settings.games = given<std::uint32_t>(command, "--games");
  settings.round = given<std::uint32_t>(command, "--round").value_or(0);
  settings.scheduler = given<std::string>(command, "--print").value_or("");
  settings.is_dry_run = is_only_planned(command);
  return settings;
}

void print_report(const CLI::App& command, const cluster::SubmitReport& report) {
  const std::string text = submit_text(report, is_only_planned(command));
  if (command.count("--json") > 0) {
    print_results("{}\n", submit_json(report));
  } else if (report.lines.empty()) {
    print_results("{}", text);
  } else {  // a script, to be written into a file
    note("{}", text);
    print_results("{}", report.lines);
  }
  flush_results();
}

/// The rounds in the terminal.
int wait_for(const CLI::App& command, cluster::SubmitSettings settings, const std::string& folder) {
  settings.look = std::chrono::seconds(10);
  const SignalGuard signals;
  Progress progress(stderr, Progress::style_of(stderr, false), "games");
  const cluster::AwaitedLook last = cluster::await_whole(settings, folder, [&](const cluster::AwaitedLook& look) {
    progress.report(look.status.stored(), look.status.wanted());
    if (look.sent && !look.sent->submitted.empty())
      note("submitted again: tasks {}", cluster::task_list(look.sent->submitted));
  });
  progress.finish();
  if (last.is_whole()) {
    print_report(command, *last.sent);
    return static_cast<int>(ExitCode::done);
  }
  if (last.is_halted()) {
    note("nothing is submitted by itself: {}", last.status.halt);
    return static_cast<int>(ExitCode::incomplete);
  }
  note("interrupted: the jobs go on; continue waiting with the same command");
  return static_cast<int>(ExitCode::interrupted);
}

/// Options of `run` that its driver gets as they were given here.
std::vector<std::string> handed_on(const CLI::App& command) {
  std::vector<std::string> words;
  for (const char* option : {"--tasks-per-evaluation", "--cpus", "--time", "--mem-per-cpu", "--at-once", "--gather"})
    if (command.count(option) > 0)
      words.push_back(fmt::format("{}={}", option, command.get_option(option)->as<std::string>()));
  for (const std::string& argument : given_sbatch_arguments(command)) words.push_back("--sbatch-arg=" + argument);
  return words;
}

/// Throws UsageError for options of a run that is played here.
void check_handed_over(const CLI::App& command) {
  for (const char* option : {"--threads", "--quiet", "--wind-down", "--sync", "--watch"})
    if (is_given(command, option))
      throw UsageError(fmt::format("{}: a run that is handed to a cluster does not take it", option));
}

}  // namespace

int submit_driver(const CLI::App& command) {
  check_handed_over(command);
  for (const char* option : {"--optimizer", "--import", "--early-stop", "--no-start-test"})
    if (is_given(command, option)) throw UsageError(fmt::format("{}: --driver does not take it", option));
  const auto file = command.get_option("CONFIG")->as<std::string>();
  if (std::filesystem::is_directory(file)) (void)cluster::planned_work(file);
  const tuning::TuningConfig config = tuning::read_tuning(file, given_overrides(command));
  cluster::DriverOptions options{.options = handed_on(command)};
  options.evaluations = given<std::uint32_t>(command, "--evaluations").value_or(options.evaluations);
  options.parallel = given<std::uint32_t>(command, "--parallel").value_or(options.parallel);
  const std::unique_ptr<cluster::SharedWork> driver = cluster::driver_work(config, options);
  cluster::SubmitSettings settings = submit_settings_of(command);
  settings.work = driver.get();
  // What is asked of tasks is of those that it hands in.
  for (std::optional<std::uint32_t>* option : {&settings.cpus, &settings.mem_per_cpu, &settings.at_once})
    option->reset();
  settings.minutes = given_minutes(command, "--driver-time");
  const cluster::SubmitReport report = cluster::submit(settings);
  print_report(command, report);
  return static_cast<int>(report.halted.empty() ? ExitCode::done : ExitCode::incomplete);
}

int submit_run(const CLI::App& command) {
  check_handed_over(command);
  const cluster::SubmitSettings settings = submit_settings_of(command);
  const cluster::SubmitReport report = cluster::submit(settings);
  const bool waits = command.count("--wait") > 0 && !settings.is_dry_run && settings.scheduler.empty();
  if (!waits || !report.table.empty()) {
    print_report(command, report);
    return static_cast<int>(report.halted.empty() ? ExitCode::done : ExitCode::incomplete);
  }
  note("{}", submit_text(report, false));
  return wait_for(command, settings, report.folder);
}

}  // namespace rootward
