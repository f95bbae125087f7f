// Plan, folder, sbatch, record; in this order, so that whatever ends it leaves what the next call continues.
#include "experiments/cluster/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <thread>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/placing.h"
#include "lab/arena/signals.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/refused_attempt.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostTasks = 1000;  // unless more are asked for
constexpr double kTaskSeconds = 1200;       // unless tasks are asked for
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
        fmt::format("--tasks {}: {} can be cut into {} tasks at most", *settings.tasks, work.facts.name, units));
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
  request.is_time_given = request.is_time_given || settings.minutes.has_value();
  request.cpus = settings.cpus.value_or(request.cpus);
  request.at_once = settings.at_once.value_or(request.at_once);
  request.rounds = settings.rounds.value_or(request.rounds);
  if (!settings.sbatch_arguments.empty()) request.sbatch_arguments = settings.sbatch_arguments;
  return request;
}

/// How work is cut and what a task asks for.
Sizes sizes_of(const SubmitSettings& settings, const SharedWork& work, const std::string& folder,
               const std::optional<Plan>& plan, const std::optional<JobRequest>& before) {
  Sizes sizes;
  JobRequest& request = sizes.request = request_of(settings, before);
  const auto set = [&](std::uint32_t minutes, std::uint32_t megabytes) {
    request.minutes = settings.minutes.value_or(request.is_time_given ? request.minutes : minutes);
    request.mem_per_cpu = settings.mem_per_cpu.value_or(before ? before->mem_per_cpu : megabytes);
  };
  if (const std::optional<JobRequest> usual = work.usual_request()) {
    sizes.tasks = static_cast<std::uint32_t>(work.units());
    set(usual->minutes, usual->mem_per_cpu);
    return sizes;
  }
  if (plan && before && settings.round > 0) {  // a joining job measures nothing
    sizes.tasks = plan->tasks;
    return sizes;
  }
  const Cost cost = work.cost({.folder = folder,
                               .seconds = settings.calibrate,
                               .tasks = settings.tasks.value_or(plan ? plan->tasks : 1),
                               .cpus = request.cpus});
  const std::uint32_t most = most_tasks(settings, work, sizes.has_slurm);
  const auto wished =
      static_cast<std::uint32_t>(std::clamp(std::ceil(cost.seconds() / (kTaskSeconds * request.cpus)), 1.0,
                                            static_cast<double>(std::min<std::uint64_t>(most, work.coarse_units()))));
  sizes.tasks = settings.tasks.value_or(plan ? plan->tasks : wished);
  const double task = cost.seconds() / sizes.tasks / request.cpus;
  set(minutes_for(task, cost.longest_record), megabytes_a_core(request.cpus));
  sizes.estimate = {.core_hours = cost.seconds() / 3600,
                    .low = std::max(0.0, cost.seconds() - cost.margin()) / 3600,
                    .high = (cost.seconds() + cost.margin()) / 3600,
                    .task_seconds = task,
                    .memory_mb = request.mem_per_cpu * request.cpus,
                    .minutes = request.minutes,
                    .files = 0,
                    .bytes = cost.bytes(),
                    .of = fmt::format("{} on {}", cost.of, cpu_name())};
  return sizes;
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
  const Submission& last = status.submissions.back();
  const auto said = [&](const QueuedTask& task) { return task.state == "OUT_OF_MEMORY" && task.job == last.array_job; };
  const auto logged = [&](const TaskStatus& task) {
    return task.state == TaskState::ended && task.reason == kKilled &&
           tells_of_memory(path_in(status.folder, fmt::format("{}/{}_{}.txt", log_folder(last.number), last.array_job,
                                                              task.task - last.first)));
  };
  return std::ranges::any_of(status.queue, said) || std::ranges::any_of(status.tasks, logged);
}

/// Why a joining job is not to submit again; "" where it is.
std::string reason_to_halt(const ClusterStatus& status, const SubmitSettings& settings) {
  if (!status.halt.empty()) return status.halt;
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
  if (status.stored() <= last.stored)
    return fmt::format("the last round brought nothing; {} says what its tasks said", log_folder(last.number));
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
      return one.state == "COMPLETED" && !status.submissions.empty() &&
             one.job == status.submissions.back().array_job && std::ranges::any_of(status.tasks, [&](const auto& task) {
               return one.is_of(task.task) && !task.work.is_done();
             });
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
    if (!settings_.scheduler.empty()) check_scheduler(settings_.scheduler);
    read_what();
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
    is_given_ = settings_.work != nullptr || !fs::is_directory(settings_.what);
    if (is_given_) {
      if (settings_.work == nullptr) work_.owned = read_work(settings_.what, settings_.overrides, settings_.games);
      work_.shared = settings_.work != nullptr ? settings_.work : work_.owned.get();
      folder_ = absolute_folder(settings_.folder.empty() ? "results/" + work_.shared->facts.name : settings_.folder);
      if (work_.shared->facts.is_planned) work_.plan = read_plan(folder_);
      if (!work_.plan) return;
      work_.tasks = work_.plan->tasks;
      if (work_.plan->config_hash != facts().config_hash || work_.plan->kind != facts().kind)
        throw UsageError(fmt::format("{} was planned for another configuration ({}); choose another --out", folder_,
                                     planned_config_path(folder_)));
      return;
    }
    if (!is_tuning_folder(settings_.what) && !file_exists(plan_path(settings_.what)))
      throw UsageError(fmt::format("{} has no plan of ours (cluster/plan.json); run CONFIG --slurm --out {} makes one",
                                   settings_.what, settings_.what));
    if (!settings_.overrides.empty() || settings_.games || !settings_.folder.empty())
      throw UsageError("run DIR --slurm takes neither --set nor --games nor --out; run CONFIG --slurm does");
    folder_ = absolute_folder(settings_.what);
    work_ = planned_work(folder_);
  }

  [[nodiscard]] const WorkFacts& facts() const { return work_.shared->facts; }

  /// Where there is no plan yet every task is new.
  ClusterStatus look_before() {
    if (!work_.plan || (settings_.tasks && facts().is_planned)) {
      cut();
      work_.tasks = sizes_->tasks;
    }
    return look_at(folder_, work_);
  }

  void note_status(const ClusterStatus& status) {
    report_.folder = folder_;
    report_.kind = facts().kind;
    report_.records = facts().records;
    report_.tasks = work_.tasks;
    report_.wanted = status.wanted();
    report_.stored = status.stored();
    submissions_ = status.submissions;
  }

  /// Whether nothing is missing; the table is made then. Joining leaves out what is damaged, so only after it the
  /// answer holds; a dry run joins nothing.
  bool is_whole(ClusterStatus& status) {
    if (!status.is_complete()) return false;
    if (settings_.is_dry_run) return true;
    work_.shared->merge(folder_);
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
    for (const Submission& before : status.submissions)
      for (const QueuedTask& one : status.queue)
        if (one.job == before.array_job && one.is_living() && before.of != work_.tasks)
          throw UsageError(fmt::format(
              "--tasks {}: job {} is not over, and its work was cut into {} tasks; leave --tasks out, or end the job "
              "first: scancel {}",
              work_.tasks, one.job, before.of, one.job));
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

  void cut() {
    if (sizes_) return;
    if (submissions_.empty() && fs::exists(folder_)) submissions_ = task_submissions(read_submissions(folder_));
    std::optional<JobRequest> before;
    if (!submissions_.empty()) before = submissions_.back().request;
    sizes_ = sizes_of(settings_, *work_.shared, folder_, work_.plan, before);
  }

  void send(const ClusterStatus& status) {
    cut();
    report_.estimate = sizes_->estimate;
    Estimate& estimate = report_.estimate;
    const double left = static_cast<double>(report_.wanted - report_.stored) / static_cast<double>(report_.wanted);
    for (double* part : {&estimate.core_hours, &estimate.low, &estimate.high, &estimate.bytes}) *part *= left;
    estimate.files = kFilesOfATask * report_.submitted.size() + kOtherFiles;
    if (!facts().is_reproducible)
      settings_.say(
          "warning: with budgets of wall-clock time, or engines, strength depends on what else runs on a node; "
          "--sbatch-arg=--exclusive gives each task a node of its own");
    JobRequest& request = sizes_->request;
    if (settings_.round > 0 && has_run_out_of_memory(status)) request.mem_per_cpu *= 2;
    JobRequest now = request;
    if (const std::set<std::string> nodes = unfit_nodes(status); settings_.round > 0 && !nodes.empty())
      now.sbatch_arguments.push_back(fmt::format("--exclude={}", fmt::join(nodes, ",")));
    Plan plan = make_plan();
    if (!settings_.is_dry_run) place(plan);  // it says where the program lies
    report_.script = array_script(request, work_.shared->command(plan));
    report_.merge_script = merge_script(work_.shared->following_lines(plan));
    const std::vector<Submission> arrays = arrays_of(request);
    report_.command = words_of(arrays.front(), now, next_submission(folder_));
    report_.merge_command = following_words(now, kArrayVariable);
    if (!settings_.is_dry_run) {
      place_file(path_in(folder_, kArrayScript), report_.script, true);
      place_file(path_in(folder_, kMergeScript), report_.merge_script, true);
    }
    if (!settings_.scheduler.empty()) {
      report_.lines = lines_by_hand(plan);
    } else if (settings_.is_dry_run) {
      if (sizes_->has_slurm) report_.slurm_words = test_job(report_.command, report_.script);
    } else {
      for (Submission array : arrays) hand_in(array, now, plan);
    }
  }

  [[nodiscard]] std::string lines_by_hand(const Plan& plan) const {
    if (settings_.scheduler == "slurm") return sbatch_lines(folder_, report_.command, report_.merge_command);
    return other_scheduler_lines(settings_.scheduler, folder_, plan, sizes_->request);
  }

  Plan make_plan() {
    return {.kind = facts().kind,
            .name = facts().name,
            .tasks = work_.tasks,
            .config_hash = facts().config_hash,
            .program = work_.plan ? work_.plan->program : program_place(),
            .inputs = work_.shared->inputs(),
            .signature = work_.plan ? work_.plan->signature : "",
            .stored = report_.stored,
            .made = work_.plan ? work_.plan->made : utc_now()};
  }

  void place(Plan& plan) {
    for (const std::string& part : {std::string(), log_folder(next_submission(folder_))})
      make_folders(path_in(folder_, part));
    // A joining job runs the planned program; whoever submits by hand may bring a newer one only with a new plan.
    if (!work_.plan) {
      plan.program = place_program(folder_);
      for (const std::string& warning : library_warnings()) settings_.say(warning);
    }
    // It may have grown; the manifest has the names of files that the user gave.
    if (is_given_) work_.shared->prepare(folder_, plan.program);
    if (!facts().is_planned) return;
    make_folders(path_in(folder_, "shards"));
    if (!work_.plan) plan.signature = settings_.signature();
    if (!work_.plan || work_.plan->tasks != plan.tasks) write_plan(folder_, plan);
  }

  /// What is missing, as arrays that Slurm takes.
  [[nodiscard]] std::vector<Submission> arrays_of(const JobRequest& request) const {
    const std::uint32_t most =
        work_.shared->has_argument_each() && !settings_.is_dry_run ? most_array_tasks() : work_.tasks;
    std::map<std::uint32_t, TaskSet> by_first;
    for (const std::uint32_t task : report_.submitted) {
      const std::uint32_t first = (task - 1) / most * most;
      by_first[first].insert(task - first);
    }
    std::vector<Submission> arrays;
    for (const auto& [first, tasks] : by_first)
      arrays.push_back({.tasks = task_list(tasks),
                        .first = first,
                        .of = work_.tasks,
                        .round = settings_.round + 1,
                        .stored = report_.stored,
                        .request = request});
    return arrays;
  }

  [[nodiscard]] std::vector<std::string> words_of(const Submission& array, const JobRequest& now,
                                                  std::uint64_t number) const {
    std::vector<std::string> arguments = work_.shared->arguments();
    if (work_.shared->has_argument_each())
      arguments.erase(arguments.begin(),
                      arguments.begin() + std::min<std::ptrdiff_t>(array.first, std::ssize(arguments)));
    return array_words({.folder = folder_, .name = facts().name, .arguments = std::move(arguments)}, now, array.tasks,
                       number);
  }

  [[nodiscard]] std::vector<std::string> following_words(const JobRequest& now, const std::string& array_job) const {
    std::vector<std::string> arguments = work_.shared->arguments();
    arguments.push_back(fmt::format("--round={}", settings_.round + 1));
    return merge_words(
        {.folder = folder_, .name = facts().name, .script = kMergeScript, .arguments = std::move(arguments)}, now,
        array_job);
  }

  void hand_in(Submission& array, const JobRequest& now, const Plan& plan) {
    hand_in_array(folder_, array, [&](std::uint64_t number) { return words_of(array, now, number); });
    report_.array_job = array.array_job;
    try {
      if (!work_.shared->following_lines(plan).empty())
        hand_in_joining(folder_, array, [&](std::uint64_t job) { return following_words(now, std::to_string(job)); });
      report_.merge_job = array.merge_job;
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

}  // namespace

SubmitReport submit(const SubmitSettings& settings) { return Submitter(settings).run(); }

AwaitedLook await_look(SubmitSettings settings, const std::string& folder) {
  PlannedWork work;
  work.shared = settings.work;
  if (work.shared != nullptr) work.tasks = static_cast<std::uint32_t>(work.shared->units());
  AwaitedLook look{.status = work.shared == nullptr ? look_at(folder) : look_at(folder, work)};
  // Where Slurm is silent tasks go on.
  look.has_jobs = look.status.slurm == SlurmVoice::silent ||
                  std::ranges::any_of(look.status.queue, [](const QueuedTask& task) { return task.is_living(); });
  if (look.has_jobs || (!look.status.halt.empty() && !look.status.is_complete())) return look;
  settings.what = folder;
  if (settings.work == nullptr) settings.folder.clear();
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

AwaitedLook await_whole(const SubmitSettings& settings, const std::string& folder,
                        const std::function<void(const AwaitedLook&)>& see) {
  for (;;) {
    AwaitedLook look = await_look(settings, folder);
    see(look);
    if (look.is_whole() || look.is_halted() || SignalGuard::stop_requested()) return look;
    pause(settings.look);
  }
}

std::string absolute_folder(const std::string& folder) {
  std::string path = fs::absolute(folder).lexically_normal().string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  check_folder_name(path);
  return path;
}

void pause(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds kSlice{100};
  const auto end = std::chrono::steady_clock::now() + time;
  while (!SignalGuard::stop_requested() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::min(kSlice, time));
}

}  // namespace rootward::cluster
