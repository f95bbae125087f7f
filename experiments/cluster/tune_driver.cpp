// Places what a driver needs, and hands in two jobs.
#include "experiments/cluster/tune_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "core/text.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/slurm.h"
#include "experiments/cluster/submission.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/stored_tuning.h"
#include "experiments/tuning/tune_journal.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

class DriverSubmitter {
 public:
  DriverSubmitter(const tuning::TuningConfig& tuning, const DriverSettings& settings)
      : tuning_(tuning), settings_(settings) {
    report_.folder = fs::absolute(tuning::tuning_folder_of(tuning, settings.folder)).lexically_normal().string();
    while (report_.folder.size() > 1 && report_.folder.ends_with('/')) report_.folder.pop_back();
  }

  DriverReport run() {
    const std::string& folder = report_.folder;
    for (const std::string& argument : settings_.request.sbatch_arguments) check_sbatch_argument(argument);
    check_folder_name(folder);
    report_.games = stored_tuning_games(folder);
    report_.wanted = std::uint64_t{settings_.evaluations} * tuning_.games + tuning_.test_games;
    report_.is_complete = is_tuned(folder, tuning_, settings_.evaluations);
    if (report_.is_complete) return report_;
    const std::vector<Submission> before = read_submissions(folder);
    report_.is_queued = settings_.round == 0 && is_queued(before);
    if (report_.is_queued) return report_;
    if (settings_.round > 0) report_.halted = reason_to_halt(before);
    if (!report_.halted.empty()) {
      write_halt(folder, report_.halted);
      return report_;
    }
    send();
    return report_;
  }

 private:
  [[nodiscard]] static bool is_queued(const std::vector<Submission>& before) {
    if (before.empty()) return false;
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue) throw RunError("Slurm does not answer, so whether a driver is queued already is not known");
    return std::ranges::any_of(*queue, [&](const QueuedTask& one) {
      return one.is_living() && (one.job == before.back().array_job || one.job == before.back().merge_job);
    });
  }

  [[nodiscard]] std::string reason_to_halt(const std::vector<Submission>& before) const {
    if (std::string why = read_halt(report_.folder); !why.empty()) return why;
    if (settings_.round >= settings_.request.rounds)
      return fmt::format("{} rounds have been, the most that were asked for (--rounds)", settings_.round);
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue) return "Slurm does not answer here";
    if (!before.empty() && std::ranges::any_of(*queue, [&](const QueuedTask& one) {
          return one.state == "CANCELLED" && one.job == before.back().array_job;
        }))
      return "the driver was cancelled";
    if (!before.empty() && report_.games <= before.back().stored) return "the last round brought nothing";
    return "";
  }

  void send() {
    const std::string& folder = report_.folder;
    Plan plan{.kind = "tuning", .name = tuning_.name, .program = "cluster/bin/REVISION/rootward"};
    std::string configuration = "cluster/driver/config.yaml";
    if (!settings_.is_dry_run) {
      plan.program = place();
      configuration =
          place_named_configuration(folder, tuning_.named_files, tuning::resolved_tree(tuning_), configuration);
    }
    report_.script = driver_script(plan, settings_.request, configuration);
    report_.command = driver_words(folder, plan, settings_.request, tune_words());
    if (settings_.is_dry_run) return;
    place_file(path_in(folder, "cluster/driver.sh"), report_.script, true);
    place_file(path_in(folder, "cluster/follow.sh"), following_script(plan, configuration), true);
    write_halt(folder, "");
    report_.driver_job = submit_job(report_.command, folder);
    const std::uint32_t round = settings_.round + 1;
    try {
      report_.following_job = submit_job(
          following_words(folder, plan, settings_.request, *report_.driver_job, submit_words(round)), folder);
    } catch (const RunError& error) {
      settings_.say(fmt::format("warning: the driver is queued, the job that follows it is not: {}", error.what()));
    }
    (void)add_submission(folder, {.array_job = *report_.driver_job,
                                  .merge_job = report_.following_job,
                                  .tasks = "1",
                                  .round = round,
                                  .stored = report_.games,
                                  .words = report_.command,
                                  .request = settings_.request,
                                  .time = utc_now()});
  }

  /// The optimizer goes along: the driver looks for it beside the program.
  [[nodiscard]] std::string place() const {
    for (const char* part : {"cluster/log", "evaluations"}) make_folders(path_in(report_.folder, part));
    std::string program = place_program(report_.folder);
    place_optimizer(report_.folder, program);
    return program;
  }

  [[nodiscard]] std::vector<std::string> tune_words() const {
    std::vector<std::string> words{"--evaluations", std::to_string(settings_.evaluations), "--parallel",
                                   std::to_string(settings_.parallel)};
    words.insert(words.end(), settings_.words.begin(), settings_.words.end());
    return words;
  }

  [[nodiscard]] std::vector<std::string> submit_words(std::uint32_t round) const {
    std::vector<std::string> words = tune_words();
    const JobRequest& request = settings_.request;
    for (std::string word : {fmt::format("--round={}", round), fmt::format("--rounds={}", request.rounds),
                             fmt::format("--driver-time={}", request.minutes)})
      words.push_back(std::move(word));
    return words;
  }

  const tuning::TuningConfig& tuning_;
  const DriverSettings& settings_;
  DriverReport report_;
};

}  // namespace

bool is_tuned(const std::string& folder, const tuning::TuningConfig& tuning, std::uint32_t evaluations) {
  if (!file_exists(manifest_path(folder))) return false;
  const LineTallies told = read_manifest(folder).records;
  return std::ranges::any_of(tuning::read_tune_journal(folder, tuning, told).tests, [&](const tuning::FreshTest& test) {
    return test.evaluations.value_or(0) >= evaluations && test.games >= tuning.test_games;
  });
}

std::uint32_t asked_evaluations(const Submission& submission) {
  const auto option = std::ranges::find(submission.words, "--evaluations");
  if (option == submission.words.end() || std::next(option) == submission.words.end()) return 0;
  std::uint32_t number = 0;
  std::from_chars(std::next(option)->data(), std::next(option)->data() + std::next(option)->size(), number);
  return number;
}

std::uint64_t stored_tuning_games(const std::string& folder) {
  std::uint64_t games = 0;
  if (file_exists(games_path(folder)))
    (void)read_line_file(
        games_path(folder), [&](const std::string&, std::size_t) { ++games; }, "");
  return games;
}

DriverReport submit_driver(const tuning::TuningConfig& tuning, const DriverSettings& settings) {
  return DriverSubmitter(tuning, settings).run();
}

std::string driver_json(const DriverReport& report) {
  Json object;
  object["schema"] = "rootward.submit/1";
  object["folder"] = report.folder;
  object["kind"] = "tuning";
  object["tasks"] = 1;
  object["submitted"] = report.driver_job ? "1" : "";
  object["array_job"] = report.driver_job ? Json(*report.driver_job) : Json();
  object["merge_job"] = report.following_job ? Json(*report.following_job) : Json();
  object["games"] = {{"wanted", report.wanted}, {"stored", report.games}};
  object["estimate"] = Json();
  object["command"] = report.command;
  object["script"] = report.script;
  return dump_json(object);
}

std::string driver_text(const DriverReport& report, bool is_dry_run) {
  const std::string folder = shell_quoted(report.folder);
  const std::string text = fmt::format("{}: {} games are stored\n", report.folder, report.games);
  if (report.is_complete) return text + "the tuning is complete: table.md in it\n";
  if (report.is_queued) return text + "its driver is queued or under way\n";
  if (!report.halted.empty()) return text + fmt::format("nothing is submitted by itself: {}\n", report.halted);
  if (is_dry_run) {
    std::string command;
    for (const std::string& word : report.command) command += (command.empty() ? "" : " ") + shell_quoted(word);
    return text + "\n" + report.script + "\n" + command + "\n";
  }
  return text +
         fmt::format(
             "submitted: the driver as job {}\nfollow with: rootward status {} --watch\nstop with: scancel {}{}\n",
             report.driver_job.value_or(0), folder, report.driver_job.value_or(0),
             report.following_job ? fmt::format(" {}", *report.following_job) : "");
}

}  // namespace rootward::cluster
