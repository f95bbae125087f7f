// Options of tasks.
#include "cli/job_options.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>

#include "cli/bench/signature.h"
#include "cli/option_checks.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/number_text.h"
#include "experiments/cluster/array_players.h"

namespace rootward {
namespace {

/// "90" minutes, "HH:MM:SS" or "D-HH:MM:SS" as sbatch takes them, to minutes, rounded up. Throws UsageError.
std::uint32_t minutes_of(const std::string& option, const std::string& text) {
  std::uint64_t seconds = 0;
  std::string_view rest = text;
  const auto fail = [&] {
    throw UsageError(fmt::format("{} {}: minutes, HH:MM:SS or D-HH:MM:SS is allowed, such as 01:30:00", option, text));
  };
  const auto number = [&] {
    const std::optional<std::uint32_t> value = take_number<std::uint32_t>(rest);
    if (!value) fail();
    return *value;
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

void add_evaluation_task_options(CLI::App& command) {
  command.add_option("--tasks-per-evaluation", "Tasks of an evaluation; unless given so that a task takes ten minutes")
      ->transform(whole_number(1, 1'000'000))
      ->type_name("E");
  command
      .add_option("--gather", "Seconds for which evaluations gather before they go out as one array; 10 unless given")
      ->transform(number_in(0, 3600))
      ->type_name("S");
}

}  // namespace

void add_task_options(CLI::App& command) {
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
  command.add_option("--sbatch-arg", "One word for sbatch, such as --sbatch-arg=--partition=short; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("ARG");
}

void add_submission_options(CLI::App& command) {
  command.add_option("--tasks", "Cut the work into N; unless given so that a task takes 20 minutes")
      ->transform(whole_number(1, 10'000'000))
      ->type_name("N");
  command.add_option("--rounds", "How often what is missing is submitted by itself; 10 unless given, 1: never again")
      ->transform(whole_number(1, 1000))
      ->type_name("R");
  command.add_option("--calibrate", "Seconds of playing for the estimate; 20 unless given")
      ->transform(number_in(0, 1e6))
      ->type_name("S");
}

std::optional<std::uint32_t> given_minutes(const CLI::App& command, const std::string& option) {
  if (command.count(option) == 0) return std::nullopt;
  return minutes_of(option, command.get_option(option)->as<std::string>());
}

std::vector<std::string> given_sbatch_arguments(const CLI::App& command) {
  if (command.count("--sbatch-arg") == 0) return {};
  return command.get_option("--sbatch-arg")->as<std::vector<std::string>>();
}

cluster::AskedTasks given_asked(const CLI::App& command) {
  cluster::AskedTasks asked{.cpus = given<std::uint32_t>(command, "--cpus"),
                            .minutes = given_minutes(command),
                            .mem_per_cpu = given<std::uint32_t>(command, "--mem-per-cpu"),
                            .at_once = given<std::uint32_t>(command, "--at-once"),
                            .sbatch_arguments = given_sbatch_arguments(command),
                            .signature = bench::signature,
                            .say = [](const std::string& text) { note(text); }};
  if (command.get_option_no_throw("--rounds") == nullptr) return asked;
  asked.tasks = given<std::uint32_t>(command, "--tasks");
  asked.rounds = given<std::uint32_t>(command, "--rounds");
  asked.calibrate = given<double>(command, "--calibrate").value_or(asked.calibrate);
  return asked;
}

void add_array_options(CLI::App& command) {
  CLI::Option* slurm = command.add_flag("--slurm");
  slurm->description("Games are played by Slurm's arrays in place of threads; the folder lies where all nodes see it");
  const std::size_t before = command.get_options().size();
  add_evaluation_task_options(command);
  add_task_options(command);
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->needs(slurm);
}

void add_slurm_options(CLI::App& command) {
  command.add_flag("--slurm")->description(
      "Slurm plays: a tournament and an estimates study are submitted as an array of jobs and a job that joins, and\n"
      "the same command again submits what is missing; a tuning's games, and a study's runs are\n"
      "played by arrays while this stays. The folder lies where all nodes see it");
  command.add_option("--print", "Make the plan and print the lines that send its tasks by hand")
      ->type_name("pbs|lsf|sge|parallel|ssh|slurm");
  add_task_options(command);
  add_submission_options(command);
  command.add_flag("--wait")->description(
      "Wait until all is played, and print the table; Ctrl-C leaves the jobs alone");
  add_evaluation_task_options(command);
  command.add_flag("--driver")->description("Submit the job that asks and tells, too, and do not stay");
  command.add_option("--driver-time", "Limit of that job; a day unless given")->type_name("T");
  command.add_option("--round", "")->transform(whole_number(1, 1'000'000))->group("");  // of the joining job
}

bool asks_cluster(const CLI::App& command) { return is_given(command, "--slurm") || is_given(command, "--print"); }

bool is_only_planned(const CLI::App& command) { return command.get_name() == "plan"; }

tuning::MakePlayers given_players(const CLI::App& command) {
  if (command.count("--slurm") == 0) return {};
  cluster::ArraySettings settings;
  static_cast<cluster::AskedTasks&>(settings) = given_asked(command);
  settings.tasks_per_evaluation = given<std::uint32_t>(command, "--tasks-per-evaluation");
  if (const std::optional<double> seconds = given<double>(command, "--gather"))
    settings.gather = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
  return cluster::array_players(std::move(settings));
}

}  // namespace rootward
