// Sends tunings, asks Slurm who still lives, and sends again what ended too early.
#include "experiments/cluster/league_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/arena/signals.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/submit.h"
#include "experiments/cluster/tune_driver.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/host_facts.h"
#include "experiments/tuning/evaluation_players.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;
using league::SentTuning;
using ArrayTask = std::pair<std::uint64_t, std::uint32_t>;  // job and its task

constexpr std::uint32_t kTuningMinutes =
    24 * 60;  // minutes of a tuning, unless given: one that needs more goes out again
constexpr std::uint32_t kTuningMegabytes = 2000;  // of a tuning: its optimizer is a process beside it
constexpr std::uint32_t kTuningSendings = 3;      // without a new game: the tuning has failed

std::string absolute_folder(const std::string& folder) {
  std::string path = fs::absolute(folder).lexically_normal().string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

/// A tuning on its way.
struct Journey {
  std::size_t number = 0;  // in the list
  const SentTuning* work = nullptr;
  std::optional<ArrayTask> task{};  // that plays it
  bool has_left = false;            // at the last look the task was not in the queue
  std::uint32_t barren = 0;         // sendings that brought nothing
  std::uint64_t stored_then = 0;    // games when it went out last
};

/// The tunings of one league, until all are whole.
class TuningArrays {
 public:
  TuningArrays(const LeagueArraySettings& settings, std::string folder, std::uint32_t evaluations)
      : settings_(settings), folder_(std::move(folder)), evaluations_(evaluations) {
    request_ = {.cpus = settings.cpus.value_or(1),
                .minutes = settings.minutes.value_or(kTuningMinutes),
                .mem_per_cpu = settings.mem_per_cpu.value_or(kTuningMegabytes),
                .at_once = settings.at_once.value_or(0),
                .sbatch_arguments = settings.sbatch_arguments};
  }

  bool run(const std::vector<SentTuning>& tunings, const std::function<void(std::size_t)>& tell) {
    for (std::size_t i = 0; i < tunings.size(); ++i)
      if (tunings[i].is_whole())
        tell(i);
      else
        journeys_.push_back({.number = i, .work = &tunings[i]});
    adopt_what_is_queued();
    while (!journeys_.empty()) {
      if (SignalGuard::stop_requested()) return false;
      send_what_is_to_send();
      pause(settings_.look);
      look_at_queue(tell);
    }
    return !SignalGuard::stop_requested();
  }

 private:
  [[nodiscard]] std::string label(const Journey& one) const { return one.work->tuning->name; }
  [[nodiscard]] std::uint64_t stored(const Journey& one) const {
    return stored_tuning_games(path_in(folder_, one.work->place));
  }

  /// What an earlier process of this league has sent and Slurm still has.
  void adopt_what_is_queued() {
    const std::vector<Submission> before = read_submissions(folder_);
    if (before.empty() || journeys_.empty()) return;
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue)
      throw RunError(fmt::format("{}: Slurm does not answer, so what is queued already is not known", folder_));
    for (const Submission& submission : before)
      for (const QueuedTask& task : *queue)
        if (task.job == submission.array_job && task.is_living()) adopt(task, submission);
  }

  void adopt(const QueuedTask& task, const Submission& submission) {
    auto word = std::ranges::find(submission.words, kTuningScript);
    if (!task.task || std::distance(word, submission.words.end()) <= std::ptrdiff_t{*task.task}) return;
    const std::string name = fs::path(*(word + *task.task)).stem().string();
    const auto found = std::ranges::find(journeys_, name, [this](const Journey& one) { return label(one); });
    if (found == journeys_.end()) return;
    found->task = {task.job, *task.task};
    found->stored_then = stored(*found);
  }

  void send_what_is_to_send() {
    std::vector<Journey*> waiting;
    for (Journey& one : journeys_)
      if (!one.task) waiting.push_back(&one);
    const std::size_t most = waiting.empty() ? 1 : most_array_tasks();
    for (std::size_t first = 0; first < waiting.size(); first += most)
      send({waiting.begin() + static_cast<std::ptrdiff_t>(first),
            waiting.begin() + static_cast<std::ptrdiff_t>(std::min(waiting.size(), first + most))});
  }

  void send(const std::vector<Journey*>& journeys) {
    place();
    std::vector<std::string> configurations;
    for (const Journey* one : journeys) configurations.push_back(place_tuning(*one));
    const std::string logs = next_logs(folder_);
    make_folders(path_in(folder_, logs));
    const std::vector<std::string> words =
        tuning_words(folder_, fs::path(folder_).filename().string(), request_, configurations, logs);
    const std::uint64_t job = submit_job(words, folder_);
    add_submission(folder_, {.array_job = job,
                             .merge_job = std::nullopt,
                             .tasks = fmt::format("1-{}", journeys.size()),
                             .words = words,
                             .request = request_,
                             .time = utc_now()});
    for (std::uint32_t i = 0; i < journeys.size(); ++i) {
      Journey& one = *journeys[i];
      one.task = {job, i + 1};
      one.has_left = false;
      one.stored_then = stored(one);
    }
    settings_.say(fmt::format("sent {} tuning{} as job {}", journeys.size(), journeys.size() == 1 ? "" : "s", job));
  }

  /// Program, optimizer and script.
  void place() {
    if (program_.empty()) {
      for (const char* part : {"cluster/log", "tuning"}) make_folders(path_in(folder_, part));
      program_ = place_program(folder_);
      place_optimizer(folder_, program_);
      for (const std::string& warning : library_warnings()) settings_.say(warning);
    }
    place_file(path_in(folder_, kTuningScript), tuning_script(program_, request_, evaluations_), true);
  }

  [[nodiscard]] std::string place_tuning(const Journey& one) const {
    const tuning::TuningConfig& tuning = *one.work->tuning;
    return place_named_configuration(folder_, tuning.named_files, tuning::resolved_tree(tuning),
                                     fmt::format("cluster/tunings/{}.yaml", label(one)));
  }

  /// Files of other nodes may be seen late, so a task must have been gone at two looks.
  void look_at_queue(const std::function<void(std::size_t)>& tell) {
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue) return;  // Slurm is silent: tasks go on
    std::map<ArrayTask, const QueuedTask*> known;
    for (const QueuedTask& one : *queue)
      if (one.task) known[{one.job, *one.task}] = &one;
    std::set<std::size_t> whole;
    for (Journey& one : journeys_) {
      const auto found = known.find(one.task.value_or(ArrayTask{}));
      if (found != known.end() && found->second->is_living()) continue;
      if (one.work->is_whole()) {
        tell(one.number);
        whole.insert(one.number);
      } else if (std::exchange(one.has_left, true)) {
        take_ended(one, found == known.end() ? "" : found->second->state);
      }
    }
    std::erase_if(journeys_, [&](const Journey& one) { return whole.contains(one.number); });
  }

  void take_ended(Journey& one, const std::string& state) {
    if (state == "CANCELLED")
      throw tuning::EvaluationsHalted(
          fmt::format("job {} was cancelled: nothing more is sent; every finished game is stored", one.task->first));
    if (state == "OUT_OF_MEMORY" && starved_.insert(one.task->first).second) request_.mem_per_cpu *= 2;
    const std::uint64_t now = stored(one);
    one.barren = now > one.stored_then ? 0 : one.barren + 1;
    if (one.barren >= kTuningSendings)
      throw RunError(fmt::format(
          "tuning {}: its tasks ended {} times without a new game; {} says why", label(one), kTuningSendings,
          path_in(folder_, fmt::format("cluster/log/*/{}_{}.txt", one.task->first, one.task->second))));
    one.task.reset();
  }

  const LeagueArraySettings& settings_;
  const std::string folder_;  // absolute
  const std::uint32_t evaluations_;
  JobRequest request_;
  std::string program_;  // from the folder; "": not placed yet
  std::vector<Journey> journeys_;
  std::set<std::uint64_t> starved_;  // jobs for which more memory was asked already
};

class LeagueArrays final : public league::LeagueCluster {
 public:
  explicit LeagueArrays(LeagueArraySettings settings) : settings_(std::move(settings)) {
    for (const std::string& argument : settings_.sbatch_arguments) check_sbatch_argument(argument);
  }

  bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
            const std::function<void(std::size_t)>& tell) override {
    const std::string place = absolute_folder(folder);
    check_folder_name(place);
    return TuningArrays(settings_, place, evaluations).run(tunings, tell);
  }

  void send(const std::string& file, const std::string& folder) override {
    const SubmitReport report = submit(settings_for(file, folder));
    if (report.array_job)
      settings_.say(
          fmt::format("sent {} as job {}, joined by job {}", folder, *report.array_job, report.merge_job.value_or(0)));
  }

  bool await(const std::string& folder) override {
    while (!SignalGuard::stop_requested()) {
      const AwaitedLook look = await_look(settings_for("", folder), absolute_folder(folder));
      if (look.is_whole()) return true;
      if (!look.has_jobs && !look.sent)
        throw tuning::EvaluationsHalted(
            fmt::format("{}: nothing is submitted by itself: {}; to go on: rootward submit {} --slurm, and then this "
                        "command again",
                        folder, look.status.halt, shell_quoted(folder)));
      pause(settings_.look);
    }
    return false;
  }

 private:
  [[nodiscard]] SubmitSettings settings_for(const std::string& file, const std::string& folder) const {
    return {.what = file,
            .folder = folder,
            .overrides = {},
            .games = {},
            .tasks = settings_.tasks,
            .cpus = settings_.cpus,
            .minutes = settings_.minutes,
            .mem_per_cpu = settings_.mem_per_cpu,
            .at_once = settings_.at_once,
            .rounds = settings_.rounds,
            .sbatch_arguments = settings_.sbatch_arguments,
            .calibrate = settings_.calibrate,
            .scheduler = {},
            .signature = settings_.signature,
            .say = settings_.say};
  }

  LeagueArraySettings settings_;
};

}  // namespace

std::unique_ptr<league::LeagueCluster> league_arrays(LeagueArraySettings settings) {
  return std::make_unique<LeagueArrays>(std::move(settings));
}

}  // namespace rootward::cluster
