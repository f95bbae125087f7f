// `rootward submit`: hands a tournament or a study to a cluster, or what is missing of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <csignal>
#include <thread>

#include "cli/bench/signature.h"
#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "experiments/arena/progress.h"
#include "experiments/arena/signals.h"
#include "experiments/cluster/submit.h"

namespace rootward {
namespace {

/// "90" minutes, "HH:MM:SS" or "D-HH:MM:SS" as sbatch takes them, to minutes, rounded up. Throws UsageError.
std::uint32_t minutes_of(const std::string& text) {
  std::uint64_t seconds = 0;
  std::string_view rest = text;
  const auto fail = [&] {
    throw UsageError(fmt::format("--time {}: minutes, HH:MM:SS or D-HH:MM:SS is allowed, such as 01:30:00", text));
  };
  const auto number = [&] {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc()) fail();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return value;
  };
  std::uint64_t first = number();
  if (rest.empty()) return first == 0 ? (fail(), 0) : static_cast<std::uint32_t>(first);
  if (rest.front() == '-') {
    seconds = first * 86400;
    rest.remove_prefix(1);
    first = number();
  }
  seconds += first * 3600;
  for (const std::uint64_t unit : {std::uint64_t{60}, std::uint64_t{1}}) {
    if (!rest.starts_with(':')) fail();
    rest.remove_prefix(1);
    seconds += unit * number();
  }
  if (!rest.empty() || seconds == 0) fail();
  return static_cast<std::uint32_t>((seconds + 59) / 60);
}

template <class Number>
std::optional<Number> given(const CLI::App& command, const char* option) {
  if (command.count(option) == 0) return std::nullopt;
  return command.get_option(option)->as<Number>();
}

cluster::SubmitSettings submit_settings_of(const CLI::App& command) {
  cluster::SubmitSettings settings;
  settings.what = command.get_option("CONFIG")->as<std::string>();
  settings.folder = given<std::string>(command, "--out").value_or("");
  settings.overrides = given_overrides(command);
  settings.games = given<std::uint32_t>(command, "--games");
  settings.tasks = given<std::uint32_t>(command, "--tasks");
  settings.cpus = given<std::uint32_t>(command, "--cpus");
  if (command.count("--time") > 0) settings.minutes = minutes_of(command.get_option("--time")->as<std::string>());
  settings.mem_per_cpu = given<std::uint32_t>(command, "--mem-per-cpu");
  settings.at_once = given<std::uint32_t>(command, "--at-once");
  settings.rounds = given<std::uint32_t>(command, "--rounds");
  if (command.count("--sbatch-arg") > 0)
    settings.sbatch_arguments = command.get_option("--sbatch-arg")->as<std::vector<std::string>>();
  settings.calibrate = given<double>(command, "--calibrate").value_or(settings.calibrate);
  settings.round = given<std::uint32_t>(command, "--round").value_or(0);
  settings.scheduler = given<std::string>(command, "--print").value_or("");
  settings.is_dry_run = command.count("--dry-run") > 0;
  settings.signature = bench::signature;
  settings.say = [](const std::string& text) { note(text); };
  if (settings.scheduler.empty() && command.count("--slurm") == 0)
    throw UsageError("submit: to which scheduler? --slurm, or --print pbs|lsf|sge|parallel|ssh for its lines");
  return settings;
}

void print_report(const CLI::App& command, const cluster::SubmitReport& report) {
  if (command.count("--json") > 0)
    fmt::print("{}\n", submit_json(report));
  else
    fmt::print("{}", submit_text(report, command.count("--dry-run") > 0));
  flush_results();
}

/// The rounds in the terminal: looks until nothing is queued, submits what is missing, as a joining job would.
int wait_for(const CLI::App& command, cluster::SubmitSettings settings, const std::string& folder) {
  constexpr std::chrono::seconds kLook{10};
  const SignalGuard signals;
  Progress progress(stderr, Progress::style_of(stderr, false), "games");
  for (;;) {
    const cluster::ClusterStatus status = cluster::look_at(folder);
    progress.report(status.stored(), status.wanted());
    const bool has_jobs = std::ranges::any_of(status.queue, [](const auto& task) { return task.is_living(); });
    if (SignalGuard::stop_requested()) break;
    if (!has_jobs) {
      progress.finish();
      settings.what = folder;
      settings.folder.clear();
      settings.overrides.clear();
      settings.games.reset();
      settings.tasks.reset();
      if (!status.halt.empty() && !status.is_complete()) {
        note("nothing is submitted by itself: {}", status.halt);
        return static_cast<int>(ExitCode::incomplete);
      }
      const cluster::SubmitReport report = cluster::submit(settings);
      if (!report.table.empty()) {
        print_report(command, report);
        return static_cast<int>(ExitCode::done);
      }
      note("submitted again: tasks {}", cluster::task_list(report.submitted));
    }
    std::this_thread::sleep_for(kLook);
  }
  progress.finish();
  note("interrupted: the jobs go on; continue waiting with the same command");
  return static_cast<int>(ExitCode::interrupted);
}

int submit_command(const CLI::App& command) {
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

void add_job_options(CLI::App& command) {
  command.add_option("--tasks", "Cut the work into N; unless given so that a task takes 20 minutes")
      ->transform(whole_number(1, 10'000'000))
      ->type_name("N");
  command.add_option("--cpus", "Cores of a task; 1 unless given")->transform(whole_number(1, 4096))->type_name("T");
  command
      .add_option("--time", "Limit of a task: minutes, HH:MM:SS or D-HH:MM:SS; three times the estimate unless given")
      ->type_name("T");
  command.add_option("--mem-per-cpu", "Memory a core; at least 500 unless given")
      ->transform(whole_number(1, 100'000'000))
      ->type_name("MB");
  command.add_option("--at-once", "So many tasks at the same time at most; no limit unless given")
      ->transform(whole_number(1, 10'000'000))
      ->type_name("M");
  command.add_option("--rounds", "How often what is missing is submitted by itself; 10 unless given, 1: never again")
      ->transform(whole_number(1, 1000))
      ->type_name("R");
  command.add_option("--calibrate", "Seconds of playing for the estimate; 20 unless given")
      ->transform(number_in(0, 1e6))
      ->type_name("S");
  command.add_option("--sbatch-arg", "One word for sbatch, such as --sbatch-arg=--partition=short; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("ARG");
}

}  // namespace

void declare_submit(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("submit", "Hand a tournament or a study to a cluster, or what is missing of it");
  add_what_options(*command);
  command->add_flag("--slurm")->description("To Slurm, as an array of jobs and a job that joins");
  command->add_option("--print", "Print the lines for another scheduler")->type_name("pbs|lsf|sge|parallel|ssh");
  add_job_options(*command);
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
