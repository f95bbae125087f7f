// Plan, folder, sbatch, record; in this order, so that whatever ends it leaves what the next call continues.
#include "experiments/cluster/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "core/text.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/tuning_status.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/refused_attempt.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostTasks = 1000;      // unless more are asked for
constexpr double kTaskSeconds = 1200;           // unless tasks are asked for
constexpr std::uint32_t kLeastMegabytes = 500;  // a core
constexpr std::uint32_t kLeastMinutes = 15;
constexpr std::uint64_t kFilesOfATask = 2;  // its attempt and its log
constexpr std::uint64_t kOtherFiles = 30;   // of the folder, at most

struct Sizes {
  std::uint32_t tasks = 1;
  JobRequest request;
  Estimate estimate;
  bool has_slurm = true;  ///< it answers, or is not asked
};

/// `has_slurm` becomes false where a dry run finds that it does not answer.
std::uint32_t most_tasks(const SubmitSettings& settings, const SharedWork& work, bool& has_slurm) {
  const std::uint64_t units = work.units();
  if (settings.tasks && *settings.tasks > units)
    throw UsageError(
        fmt::format("--tasks {}: {} can be cut into {} tasks at most", *settings.tasks, work.name(), units));
  if (!settings.scheduler.empty()) return static_cast<std::uint32_t>(std::min<std::uint64_t>(units, kMostTasks));
  std::uint32_t largest = kMostTasks + 1;
  try {
    largest = largest_array();
  } catch (const RunError&) {
    if (!settings.is_dry_run) throw;
    has_slurm = false;
    settings.say("warning: Slurm does not answer here: its MaxArraySize is not known, and the request is not checked");
  }
  if (settings.tasks && *settings.tasks >= largest)
    throw UsageError(
        fmt::format("--tasks {}: Slurm's MaxArraySize is {}, so {} at most", *settings.tasks, largest, largest - 1));
  if (settings.tasks && *settings.tasks > kMostArrayTasks)
    throw UsageError(fmt::format("--tasks {}: an array has {} tasks at most, so that no folder gets too large",
                                 *settings.tasks, kMostArrayTasks));
  return static_cast<std::uint32_t>(std::min<std::uint64_t>({units, largest - 1, kMostTasks}));
}

/// What the user says comes first, then what was asked for before; time and memory are still open.
JobRequest request_of(const SubmitSettings& settings, const std::optional<JobRequest>& before) {
  JobRequest request = before.value_or(JobRequest{});
  request.cpus = settings.cpus.value_or(request.cpus);
  request.at_once = settings.at_once.value_or(request.at_once);
  request.rounds = settings.rounds.value_or(request.rounds);
  if (!settings.sbatch_arguments.empty()) request.sbatch_arguments = settings.sbatch_arguments;
  return request;
}

/// How work is cut and what a task asks for.
Sizes sizes_of(const SubmitSettings& settings, const SharedWork& work, const std::string& folder,
               const std::optional<Plan>& plan, const std::optional<JobRequest>& before, double left) {
  Sizes sizes;
  JobRequest& request = sizes.request = request_of(settings, before);
  if (plan && before && settings.round > 0) {  // a joining job measures nothing
    sizes.tasks = plan->tasks;
    return sizes;
  }
  const Cost cost = work.cost({.folder = folder,
                               .seconds = settings.calibrate,
                               .tasks = settings.tasks.value_or(plan ? plan->tasks : 1),
                               .cpus = request.cpus});
  const std::uint32_t most = most_tasks(settings, work, sizes.has_slurm);
  const double seconds = cost.seconds() * left;
  const double margin = cost.margin() * left;
  const auto wished =
      static_cast<std::uint32_t>(std::clamp(std::ceil(cost.seconds() / (kTaskSeconds * request.cpus)), 1.0,
                                            static_cast<double>(std::min<std::uint64_t>(most, work.coarse_units()))));
  sizes.tasks = settings.tasks.value_or(plan ? plan->tasks : wished);
  const double task = cost.seconds() / sizes.tasks / request.cpus;
  const double minutes = std::max({3 * task / 60 + 5, 10 * cost.longest_record / 60, double{kLeastMinutes}});
  request.is_time_given = request.is_time_given || settings.minutes.has_value();
  request.minutes = settings.minutes.value_or(
      request.is_time_given ? request.minutes : static_cast<std::uint32_t>(std::ceil(minutes / 5)) * 5);
  const std::uint32_t peak = peak_megabytes() * 3 / 2;
  request.mem_per_cpu = settings.mem_per_cpu.value_or(
      before ? before->mem_per_cpu : std::max(kLeastMegabytes, (peak + request.cpus - 1) / request.cpus));
  sizes.estimate = {.core_hours = seconds / 3600,
                    .low = std::max(0.0, seconds - margin) / 3600,
                    .high = (seconds + margin) / 3600,
                    .task_seconds = task,
                    .memory_mb = request.mem_per_cpu * request.cpus,
                    .minutes = request.minutes,
                    .files = 0,
                    .bytes = cost.bytes() * left,
                    .of = fmt::format("{} on {}", cost.of, cpu_name())};
  return sizes;
}

std::string folder_of(const SubmitSettings& settings, const std::string& name) {
  const std::string folder = settings.folder.empty() ? "results/" + name : settings.folder;
  return fs::absolute(folder).lexically_normal().string();
}

/// Nodes on which a start found that it cannot play this, and those that Slurm has lost under a task.
std::set<std::string> unfit_nodes(const ClusterStatus& status) {
  std::set<std::string> nodes;
  for (const QueuedTask& task : status.queue)
    if (task.state == "NODE_FAIL" && !task.node.empty()) nodes.insert(task.node);
  for (const TaskStatus& task : status.tasks)
    for (const SeenAttempt& attempt : task.attempts)
      if (attempt.facts.reason == kUnfit && !attempt.facts.node.empty()) nodes.insert(attempt.facts.node);
  return nodes;
}

/// Slurm forgets a job that has ended after some minutes; its last words stay in the task's log.
bool tells_of_memory(const std::string& log) {
  std::ifstream file(log, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  return text.find("oom-kill") != std::string::npos || text.find("oom_kill") != std::string::npos;
}

bool has_run_out_of_memory(const ClusterStatus& status) {
  const std::uint64_t job = status.submissions.back().array_job;
  const auto said = [&](const QueuedTask& task) { return task.state == "OUT_OF_MEMORY" && task.job == job; };
  const auto logged = [&](const TaskStatus& task) {
    return task.state == TaskState::ended && task.reason == kKilled &&
           tells_of_memory(task_log(status.folder, status.submissions.size(), job, task.task));
  };
  return std::ranges::any_of(status.queue, said) || std::ranges::any_of(status.tasks, logged);
}

/// Why a joining job is not to submit again; "" where it is.
std::string reason_to_halt(const ClusterStatus& status, const SubmitSettings& settings) {
  if (status.submissions.empty()) return "it was not submitted by rootward run";
  if (status.slurm != SlurmVoice::answers) return "Slurm does not answer here";
  const Submission& last = status.submissions.back();
  if (settings.round >= last.request.rounds)
    return fmt::format("{} rounds have been, the most that were asked for (--rounds)", settings.round);
  if (std::ranges::any_of(status.queue, [](const QueuedTask& task) { return task.state == "CANCELLED"; }))
    return "a job was cancelled";
  for (const TaskStatus& task : status.tasks) {
    if (task.state != TaskState::ended) continue;
    if (task.reason == "stopped" || task.reason.starts_with(kRefused))
      return fmt::format("task {} was {}", task.task, task.reason);
  }
  if (status.stored() <= last.stored) return "the last round brought nothing";
  return "";
}

/// Other nodes' files may be seen late: waits for the last lines of tasks that Slurm calls completed, or until a signal
/// asks to stop.
void await_last_lines(const std::string& folder, const PlannedWork& work) {
  constexpr std::chrono::seconds kLongest{90};
  constexpr std::chrono::seconds kLook{3};
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (!SignalGuard::stop_requested() && std::chrono::steady_clock::now() < end) {
    const ClusterStatus status = look_at(folder, work);
    const bool is_waiting = std::ranges::any_of(status.queue, [&](const QueuedTask& one) {
      return !status.submissions.empty() && one.state == "COMPLETED" && one.task && *one.task <= status.tasks.size() &&
             one.job == status.submissions.back().array_job && !status.tasks[*one.task - 1].work.is_done();
    });
    if (!is_waiting) return;
    pause(kLook);
  }
}

class Submitter {
 public:
  explicit Submitter(const SubmitSettings& settings) : settings_(settings) {}

  SubmitReport run() {
    for (const std::string& argument : settings_.sbatch_arguments) check_sbatch_argument(argument);
    read_what();
    check_folder_name(folder_);
    if (settings_.round > 0) await_last_lines(folder_, work_);
    ClusterStatus status = look_before();
    note_status(status);
    if (is_whole(status)) return report_;
    check_queue(status);
    if (settings_.round > 0) {
      report_.halted = reason_to_halt(status, settings_);
      if (!report_.halted.empty()) {
        write_halt(folder_, report_.halted);
        return report_;
      }
    }
    report_.submitted = status.missing();
    report_.is_queued = report_.submitted.empty();
    if (!report_.is_queued) send_or_halt(status);
    return report_;
  }

 private:
  void read_what() {
    const bool is_folder = fs::is_directory(settings_.what);
    if (is_folder && !is_tuning_folder(settings_.what) && !file_exists(plan_path(settings_.what)))
      throw UsageError(fmt::format("{} has no plan of ours (cluster/plan.json); run CONFIG --slurm --out {} makes one",
                                   settings_.what, settings_.what));
    if (is_folder && (!settings_.overrides.empty() || settings_.games || !settings_.folder.empty()))
      throw UsageError("run DIR --slurm takes neither --set nor --games nor --out; run CONFIG --slurm does");
    if (is_folder) {
      folder_ = fs::absolute(settings_.what).lexically_normal().string();
      while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
      work_ = planned_work(folder_);
      return;
    }
    work_.shared = read_work(settings_.what, settings_.overrides, settings_.games);
    folder_ = folder_of(settings_, work_.shared->name());
    work_.plan = read_plan(folder_);
    is_given_ = true;
    if (!work_.plan) return;
    work_.tasks = work_.plan->tasks;
    if (work_.plan->config_hash != work_.shared->config_hash() || work_.plan->kind != work_.shared->kind())
      throw UsageError(fmt::format("{} was planned for another configuration ({}); choose another --out", folder_,
                                   planned_config_path(folder_)));
  }

  /// Where there is no plan yet every task is new.
  ClusterStatus look_before() {
    if (work_.plan && !settings_.tasks) return look_at(folder_, work_);
    cut();
    work_.tasks = sizes_->tasks;
    return look_at(folder_, work_);
  }

  void note_status(const ClusterStatus& status) {
    report_.folder = folder_;
    report_.kind = work_.shared->kind();
    report_.records = work_.shared->records();
    report_.tasks = work_.tasks;
    report_.wanted = status.wanted();
    report_.stored = status.stored();
    submissions_ = status.submissions;
  }

  /// Whether nothing is missing; the table is made then. Joining leaves out what is damaged, so only after it the
  /// answer holds; a dry run joins nothing.
  bool is_whole(ClusterStatus& status) {
    if (!status.is_complete() || !fs::exists(manifest_path(folder_))) return false;
    if (settings_.is_dry_run) return true;
    (void)work_.shared->merge(folder_);
    status = look_at(folder_, work_);
    note_status(status);
    if (!status.is_complete()) return false;
    report_.table = work_.shared->table(folder_);
    return true;
  }

  /// Throws where what is queued may not be sent again: unknown, or cut into another number of tasks.
  void check_queue(const ClusterStatus& status) const {
    if (!settings_.scheduler.empty() || settings_.is_dry_run || settings_.round > 0) return;
    if (status.slurm == SlurmVoice::silent)
      throw RunError(
          fmt::format("{}: Slurm's squeue does not answer, so what is queued already is not known; nothing was "
                      "submitted",
                      folder_));
    const auto living = std::ranges::find_if(status.queue, [](const QueuedTask& one) { return one.is_living(); });
    if (living != status.queue.end() && work_.plan && work_.plan->tasks != work_.tasks)
      throw UsageError(
          fmt::format("--tasks {}: job {} still has tasks of {}; leave --tasks out, or end the job first: scancel {}",
                      work_.tasks, living->job, work_.plan->tasks, living->job));
  }

  /// Where nodes may not submit, status says so.
  void send_or_halt(const ClusterStatus& status) {
    try {
      send(status);
    } catch (const RunError& error) {
      if (settings_.round > 0) write_halt(folder_, error.what());
      throw;
    }
  }

  void cut(double left = 1) {
    if (!sizes_) {
      if (submissions_.empty() && fs::exists(folder_)) submissions_ = read_submissions(folder_);
      std::optional<JobRequest> before;
      if (!submissions_.empty()) before = submissions_.back().request;
      sizes_ = sizes_of(settings_, *work_.shared, folder_, work_.plan, before, 1);
    }
    Estimate& estimate = sizes_->estimate;
    for (double* part : {&estimate.core_hours, &estimate.low, &estimate.high, &estimate.bytes}) *part *= left;
  }

  void send(const ClusterStatus& status) {
    const double left = static_cast<double>(report_.wanted - report_.stored) / static_cast<double>(report_.wanted);
    cut(left);
    report_.estimate = sizes_->estimate;
    report_.estimate.files = kFilesOfATask * report_.submitted.size() + kOtherFiles;
    if (!work_.shared->is_reproducible())
      settings_.say(
          "warning: with budgets of wall-clock time, or engines, strength depends on what else runs on a node; "
          "--sbatch-arg=--exclusive gives each task a node of its own");
    JobRequest& request = sizes_->request;
    if (settings_.round > 0 && has_run_out_of_memory(status)) request.mem_per_cpu *= 2;
    Plan plan = make_plan();
    report_.script = array_script(plan, request);
    JobRequest with_nodes = request;
    if (const std::set<std::string> nodes = unfit_nodes(status); settings_.round > 0 && !nodes.empty())
      with_nodes.sbatch_arguments.push_back(fmt::format("--exclude={}", fmt::join(nodes, ",")));
    report_.command = array_words(folder_, plan, with_nodes, task_list(report_.submitted), next_logs(folder_));
    report_.merge_script = merge_script(plan);
    report_.merge_command = merge_words(folder_, plan, with_nodes, kArrayVariable, settings_.round + 1);
    if (!settings_.is_dry_run) place(plan);  // it says where the program lies
    if (!settings_.scheduler.empty()) {
      report_.lines = lines_by_hand(plan);
    } else if (settings_.is_dry_run) {
      if (sizes_->has_slurm) report_.slurm_words = test_job(report_.command, report_.script);
    } else {
      hand_in(plan, with_nodes, request);
    }
  }

  [[nodiscard]] std::string lines_by_hand(const Plan& plan) const {
    if (settings_.scheduler == "slurm") return sbatch_lines(folder_, report_.command, report_.merge_command);
    return other_scheduler_lines(settings_.scheduler, folder_, plan, sizes_->request);
  }

  Plan make_plan() {
    Plan plan{.kind = work_.shared->kind(),
              .name = work_.shared->name(),
              .tasks = work_.tasks,
              .config_hash = work_.shared->config_hash(),
              .program = work_.plan ? work_.plan->program : program_place(),
              .inputs = work_.shared->inputs(),
              .signature = work_.plan ? work_.plan->signature : "",
              .stored = report_.stored,
              .made = work_.plan ? work_.plan->made : utc_now()};
    return plan;
  }

  void place(Plan& plan) {
    for (const std::string& part : {std::string(), next_logs(folder_), std::string("shards")})
      make_folders(path_in(folder_, part));
    // A joining job runs the planned program; whoever submits by hand may bring a newer one only with a new plan.
    if (is_given_) {  // it may have grown; the manifest has the names of files that the user gave
      place_configuration(folder_, work_.shared->named_files(), work_.shared->resolved());
      work_.shared->prepare_folder(folder_);
    }
    if (!work_.plan) {
      plan.program = place_program(folder_);
      plan.signature = settings_.signature();
      for (const std::string& warning : library_warnings()) settings_.say(warning);
    }
    if (!work_.plan || work_.plan->tasks != plan.tasks) write_plan(folder_, plan);
    report_.script = array_script(plan, sizes_->request);
    report_.merge_script = merge_script(plan);
    place_file(path_in(folder_, kArrayScript), report_.script, true);
    place_file(path_in(folder_, kMergeScript), report_.merge_script, true);
  }

  void hand_in(const Plan& plan, const JobRequest& now, const JobRequest& request) {
    const std::uint32_t round = settings_.round + 1;
    Submission submission{.array_job = submit_job(report_.command, folder_),
                          .merge_job = std::nullopt,
                          .tasks = task_list(report_.submitted),
                          .round = round,
                          .stored = report_.stored,
                          .words = report_.command,
                          .request = request,
                          .time = utc_now()};
    report_.array_job = submission.array_job;
    const std::string recorded = add_submission(folder_, submission);  // at once: it may be killed at the next line
    try {
      submission.merge_job =
          submit_job(merge_words(folder_, plan, now, std::to_string(submission.array_job), round), folder_);
      report_.merge_job = submission.merge_job;
      change_submission(recorded, submission);
    } catch (const RunError& error) {
      settings_.say(fmt::format("warning: the tasks are queued, the job that joins them is not: {}", error.what()));
    }
    write_halt(folder_, "");
  }

  const SubmitSettings& settings_;
  std::string folder_;
  PlannedWork work_;
  std::optional<Sizes> sizes_;
  std::vector<Submission> submissions_;
  SubmitReport report_;
  bool is_given_ = false;  // a configuration, in place of a folder that has its plan
};

std::string estimate_text(const SubmitReport& report) {
  const Estimate& estimate = report.estimate;
  return fmt::format(
      "estimate: {:.2f} core-hours ({:.2f} to {:.2f}), {} a task; from {}\n"
      "a task gets {} and {} MB; {} files are made, with {:.1f} MB of results\n",
      estimate.core_hours, estimate.low, estimate.high, duration_text(estimate.task_seconds), estimate.of,
      slurm_time(estimate.minutes), estimate.memory_mb, estimate.files, estimate.bytes / 1e6);
}

/// Scripts and commands, so that they can be used by hand.
std::string dry_run_text(const SubmitReport& report) {
  std::string text;
  if (!report.slurm_words.empty()) text += fmt::format("Slurm says: {}\n", report.slurm_words);
  text += fmt::format("\n# {}:\n{}\n# {}:\n{}\n", kArrayScript, report.script, kMergeScript, report.merge_script);
  text += "# In a folder that the same command with --print slurm of `run` has made, without --slurm:\n";
  return text + sbatch_lines(report.folder, report.command, report.merge_command);
}

}  // namespace

SubmitReport submit(const SubmitSettings& settings) { return Submitter(settings).run(); }

AwaitedLook await_look(SubmitSettings settings, const std::string& folder) {
  AwaitedLook look{.status = look_at(folder)};
  // Where Slurm is silent tasks go on.
  look.has_jobs = look.status.slurm == SlurmVoice::silent ||
                  std::ranges::any_of(look.status.queue, [](const QueuedTask& task) { return task.is_living(); });
  if (look.has_jobs || (!look.status.halt.empty() && !look.status.is_complete())) return look;
  settings.what = folder;
  settings.folder.clear();
  settings.overrides.clear();
  settings.games.reset();
  settings.tasks.reset();
  settings.round = look.status.submissions.empty() ? 0 : look.status.submissions.back().round;
  look.sent = submit(settings);
  if (!look.sent->halted.empty()) {
    look.status.halt = look.sent->halted;
    look.sent.reset();
  }
  return look;
}

void pause(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds kSlice{100};
  const auto end = std::chrono::steady_clock::now() + time;
  while (!SignalGuard::stop_requested() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::min(kSlice, time));
}

std::string submit_text(const SubmitReport& report, bool is_dry_run) {
  std::string text = fmt::format("{}: {} of {} {} are stored, {} tasks\n", report.folder, report.stored, report.wanted,
                                 report.records, report.tasks);
  if (!report.table.empty()) return text + report.table;
  if (!report.halted.empty())
    return text + fmt::format("nothing is submitted by itself: {}; to go on: rootward run {} --slurm\n", report.halted,
                              shell_quoted(report.folder));
  if (report.is_queued) return text + "all that is missing is queued or under way\n";
  if (report.command.empty()) return text + "nothing is missing\n";
  if (!report.estimate.of.empty()) text += estimate_text(report);
  if (!report.lines.empty()) return text;
  if (is_dry_run) return text + dry_run_text(report);
  text += fmt::format("submitted: tasks {} as job {}", task_list(report.submitted), report.array_job.value_or(0));
  if (report.merge_job) text += fmt::format(", joined by job {}", *report.merge_job);
  text +=
      fmt::format("\nfollow with: rootward status {} --watch\nstop with: scancel {}{}\n", shell_quoted(report.folder),
                  report.array_job.value_or(0), report.merge_job ? fmt::format(" {}", *report.merge_job) : "");
  return text;
}

std::string submit_json(const SubmitReport& report) {
  Json object;
  object["schema"] = "rootward.submit/1";
  object["folder"] = report.folder;
  object["kind"] = report.kind;
  object["tasks"] = report.tasks;
  object["submitted"] = task_list(report.submitted);
  object["array_job"] = report.array_job ? Json(*report.array_job) : Json();
  object["merge_job"] = report.merge_job ? Json(*report.merge_job) : Json();
  object["games"] = {{"wanted", report.wanted}, {"stored", report.stored}};
  object["estimate"] = {{"core_hours", report.estimate.core_hours},
                        {"low", report.estimate.low},
                        {"high", report.estimate.high},
                        {"task_seconds", report.estimate.task_seconds},
                        {"memory_mb", report.estimate.memory_mb}};
  object["command"] = report.command;
  object["script"] = report.script;
  if (!report.lines.empty()) object["lines"] = report.lines;
  return dump_json(object);
}

}  // namespace rootward::cluster
