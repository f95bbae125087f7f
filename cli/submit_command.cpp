// `rootward submit`: hands a tournament or a study to a cluster, or what is missing of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "cli/bench/signature.h"
#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/cluster/submit.h"
#include "experiments/cluster/tune_driver.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"

namespace rootward {
namespace {

cluster::SubmitSettings submit_settings_of(const CLI::App& command) {
  cluster::SubmitSettings settings;
  settings.what = command.get_option("CONFIG")->as<std::string>();
  settings.folder = given<std::string>(command, "--out").value_or("");
  settings.overrides = given_overrides(command);
  settings.games = given<std::uint32_t>(command, "--games");
  settings.tasks = given<std::uint32_t>(command, "--tasks");
  settings.cpus = given<std::uint32_t>(command, "--cpus");
  settings.minutes = given_minutes(command);
  settings.mem_per_cpu = given<std::uint32_t>(command, "--mem-per-cpu");
  settings.at_once = given<std::uint32_t>(command, "--at-once");
  settings.rounds = given<std::uint32_t>(command, "--rounds");
  settings.sbatch_arguments = given_sbatch_arguments(command);
  settings.calibrate = given<double>(command, "--calibrate").value_or(settings.calibrate);
  settings.round = given<std::uint32_t>(command, "--round").value_or(0);
  settings.scheduler = given<std::string>(command, "--print").value_or("");
  settings.is_dry_run = command.count("--dry-run") > 0;
  settings.signature = bench::signature;
  settings.say = [](const std::string& text) { note(text); };
  if (settings.scheduler.empty() && command.count("--slurm") == 0)
    throw UsageError(
        "submit: to which scheduler? --slurm, or --print pbs|lsf|sge|parallel|ssh|slurm for lines by hand");
  return settings;
}

void print_report(const CLI::App& command, const cluster::SubmitReport& report) {
  const std::string text = submit_text(report, command.count("--dry-run") > 0);
  if (command.count("--json") > 0) {
    fmt::print("{}\n", submit_json(report));
  } else if (report.lines.empty()) {
    fmt::print("{}", text);
  } else {  // a script, to be written into a file
    note("{}", text);
    fmt::print("{}", report.lines);
  }
  flush_results();
}

/// The rounds in the terminal: looks until nothing is queued, submits what is missing, as a joining job would.
int wait_for(const CLI::App& command, const cluster::SubmitSettings& settings, const std::string& folder) {
  constexpr std::chrono::seconds kLook{10};
  const SignalGuard signals;
  Progress progress(stderr, Progress::style_of(stderr, false), "games");
  while (!SignalGuard::stop_requested()) {
    const cluster::AwaitedLook look = cluster::await_look(settings, folder);
    progress.report(look.status.stored(), look.status.wanted());
    if (!look.has_jobs) {
      progress.finish();
      if (!look.sent) {
        note("nothing is submitted by itself: {}", look.status.halt);
        return static_cast<int>(ExitCode::incomplete);
      }
      if (look.is_whole()) {
        print_report(command, *look.sent);
        return static_cast<int>(ExitCode::done);
      }
      if (!look.sent->submitted.empty()) note("submitted again: tasks {}", cluster::task_list(look.sent->submitted));
    }
    cluster::pause(kLook);
  }
  progress.finish();
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

/// A tuning's games are cut by its evaluations, and its driver is the one job that is submitted.
void check_tuning_options(const CLI::App& command) {
  for (const auto& [option, advice] : {std::pair{"--print", "a tuning's driver needs Slurm"},
                                       std::pair{"--wait", "follow a tuning with: rootward status DIR --watch"},
                                       std::pair{"--games", "it is --evaluations and the study's games"},
                                       std::pair{"--tasks", "it is --tasks-per-evaluation"},
                                       std::pair{"--calibrate", "a tuning's cost is not estimated"}})
    if (command.count(option) > 0)
      throw UsageError(fmt::format("submit: {} is for tournaments and estimates studies; {}", option, advice));
  if (command.count("--slurm") == 0) throw UsageError("submit: a tuning's driver needs --slurm");
}

int submit_tuning(const CLI::App& command, const std::string& file) {
  check_tuning_options(command);
  const tuning::TuningConfig config = tuning::read_tuning(file, given_overrides(command));
  cluster::DriverSettings settings{.folder = given<std::string>(command, "--out").value_or(""),
                                   .words = handed_on(command),
                                   .request = {.minutes = 24 * 60, .mem_per_cpu = 2000},
                                   .round = given<std::uint32_t>(command, "--round").value_or(0),
                                   .is_dry_run = command.count("--dry-run") > 0,
                                   .say = [](const std::string& text) { note(text); }};
  settings.evaluations = given<std::uint32_t>(command, "--evaluations").value_or(settings.evaluations);
  settings.parallel = given<std::uint32_t>(command, "--parallel").value_or(settings.parallel);
  settings.request.rounds = given<std::uint32_t>(command, "--rounds").value_or(settings.request.rounds);
  settings.request.minutes = given_minutes(command, "--driver-time").value_or(settings.request.minutes);
  settings.request.sbatch_arguments = given_sbatch_arguments(command);
  const cluster::DriverReport report = cluster::submit_driver(config, settings);
  fmt::print("{}", command.count("--json") > 0 ? cluster::driver_json(report) + "\n"
                                               : cluster::driver_text(report, settings.is_dry_run));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

int submit_command(const CLI::App& command) {
  const auto what = command.get_option("CONFIG")->as<std::string>();
  if (cluster::is_tuning(what)) return submit_tuning(command, what);
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

void add_what_options(CLI::App& command) {
  command
      .add_option("CONFIG", "A tournament's or an estimates study's YAML file, or a folder that was submitted before")
      ->required()
      ->transform(configuration_path())
      ->type_name("CONFIG|DIR");
  command.add_option("--out", "Results folder, which all nodes see; results/NAME unless given")->type_name("DIR");
  command.add_option("--games", "As run --games")->transform(whole_number(2, 2'000'000'000))->type_name("N");
  add_set_option(command);
}

}  // namespace

void declare_submit(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("submit", "Hand a tournament or a study to a cluster, or what is missing of it");
  add_what_options(*command);
  command->add_flag("--slurm")->description("To Slurm, as an array of jobs and a job that joins");
  command->add_option("--print", "Make the plan and print the lines that send its tasks by hand")
      ->type_name("pbs|lsf|sge|parallel|ssh|slurm");
  add_task_options(*command);
  add_submission_options(*command);
  command->add_option("--evaluations", "Of a tuning: evaluations in all; 60 unless given")
      ->transform(whole_number(1, 100'000))
      ->type_name("N");
  command->add_option("--parallel", "Of a tuning: evaluations at once; 2 unless given")
      ->transform(whole_number(1, 1024))
      ->type_name("M");
  command->add_option("--tasks-per-evaluation", "Of a tuning: see rootward run")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("E");
  command->add_option("--gather", "Of a tuning: see rootward run")->transform(number_in(0, 3600))->type_name("S");
  command->add_option("--driver-time", "Of a tuning: limit of the job that asks and tells; a day unless given")
      ->type_name("T");
  command->add_option("--round", "")->transform(whole_number(1, 1'000'000))->group("");  // of the joining job
  command->add_flag("--wait")->description(
      "Wait until all is played, and print the table; Ctrl-C leaves the jobs alone");
  command->add_flag("--dry-run")->description("Print script and command; make no file, submit nothing");
  command->add_flag("--json")->description("What was done as JSON, schema rootward.submit/1");
  command->footer(
      "The same command again continues: what is missing and not queued is submitted; where nothing is missing the\n"
      "table is printed. docs/cluster.md tells the rest.\n"
      "Example: rootward submit configs/quickstart.yaml --slurm --cpus 4 --out results/mine");
  command->callback([command, &exit_code] { exit_code = submit_command(*command); });
}

}  // namespace rootward
