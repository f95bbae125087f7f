// Files first; Slurm's word decides between those that live and those that do not.
#include "experiments/cluster/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "core/text.h"
#include "experiments/tuning/journal.h"
#include "lab/arena/progress.h"
#include "lab/config/kinds.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/run_folder.h"

namespace rootward::cluster {
namespace {

constexpr std::array<TaskState, 6> kShownStates = {TaskState::done, TaskState::running, TaskState::waiting,
                                                   TaskState::open, TaskState::ended,   TaskState::fresh};

/// Into how many tasks the folder's attempts are cut: what most of them say.
std::uint32_t likely_tasks(const std::string& folder) {
  std::map<std::uint32_t, std::size_t> votes;
  for (const std::string& file : list_shards(folder))
    if (const std::optional<Shard> shard = shard_of_attempt(file)) ++votes[shard->count];
  const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? 1 : most->first;
}

std::unique_ptr<SharedWork> work_of_manifest(const std::string& folder) {
  const std::string text = read_manifest(folder).resolved_config;
  const std::string kind = read_manifest(folder).kind;
  const bool is_tournament = kind == config::facts_of(config::FileKind::tournament).name;
  if (!is_tournament && kind != config::facts_of(config::FileKind::estimates).name)
    throw UsageError(
        fmt::format("{} holds {}; tournaments and estimates studies have tasks", folder, config::one_of_kind(kind)));
  return is_tournament ? tournament_work_of(text, manifest_path(folder))
                       : estimates_work_of(text, manifest_path(folder));
}

/// What Slurm says of the task, if a living job of ours has it.
const QueuedTask* living(const std::vector<QueuedTask>& queue, std::uint32_t task) {
  const QueuedTask* found = nullptr;
  for (const QueuedTask& one : queue)
    if (one.is_of(task) && one.is_living() && (found == nullptr || one.is_running())) found = &one;
  return found;
}

void judge(TaskStatus& task, const QueuedTask* job, const ClusterStatus& status) {
  if (!task.attempts.empty()) {
    const SeenAttempt& last = task.attempts.back();
    task.reason = last.has_ended() ? last.facts.reason : std::string(kKilled);
  }
  if (task.work.is_done()) {
    task.state = TaskState::done;
    task.reason.clear();
    return;
  }
  if (job != nullptr) {
    task.state = job->is_running() ? TaskState::running : TaskState::waiting;
    task.reason = job->is_running() ? "" : job->reason;
    return;
  }
  const bool may_be_living =
      status.slurm == SlurmVoice::silent &&
      std::ranges::any_of(task.attempts, [](const SeenAttempt& one) { return !one.has_ended(); });
  task.state = may_be_living ? TaskState::open : task.attempts.empty() ? TaskState::fresh : TaskState::ended;
  if (may_be_living) task.reason.clear();
}

/// The attempt of a task that Slurm says is running; null where there is none yet.
const SeenAttempt* at_work(const TaskStatus& task) {
  if (task.state != TaskState::running || task.attempts.empty() || task.attempts.back().has_ended()) return nullptr;
  return &task.attempts.back();
}

/// Seconds since it was started, by this machine's clock; at least 0.
double age_of(const SeenAttempt& attempt) {
  return std::max(0.0, seconds_between(attempt.facts.session.started, utc_now()).value_or(0));
}

std::string bar_of(std::uint64_t done, std::uint64_t wanted) {
  constexpr std::uint64_t kWidth = 40;
  const std::uint64_t filled = wanted == 0 ? kWidth : kWidth * done / wanted;
  return fmt::format("[{:#<{}}{:.<{}}]", "", filled, "", kWidth - filled);
}

/// Reasons with their tasks and nodes, a line each.
std::string reasons_text(const ClusterStatus& status) {
  std::map<std::string, std::pair<TaskSet, std::set<std::string>>> by_reason;
  for (const TaskStatus& task : status.tasks) {
    if (task.reason.empty()) continue;
    auto& [tasks, nodes] = by_reason[fmt::format("{}: {}", state_word(task.state), task.reason)];
    tasks.insert(task.task);
    if (!task.attempts.empty()) nodes.insert(task.attempts.back().facts.node);
  }
  std::string text;
  for (const auto& [reason, where] : by_reason)
    text += fmt::format("  {}: task{} {}{}\n", reason, where.first.size() == 1 ? "" : "s", task_list(where.first),
                        where.second.empty() ? "" : fmt::format(" on {}", fmt::join(where.second, ", ")));
  return text;
}

/// Slurm holds a task whose launch failed, or that somebody holds, and nothing ever happens to it by itself.
std::string held_text(const ClusterStatus& status) {
  std::vector<std::string> held;
  for (const QueuedTask& one : status.queue) {
    if (!one.is_waiting() || (one.reason.find("held") == std::string::npos && !one.reason.starts_with("JobHeld")))
      continue;
    held.push_back(one.task ? fmt::format("{}_{}", one.job, *one.task) : std::to_string(one.job));
  }
  if (held.empty()) return "";
  return fmt::format("held by Slurm; let them go with: scontrol release {}\n", fmt::join(held, ","));
}

Json attempt_json(const SeenAttempt& attempt) {
  const AttemptFacts& facts = attempt.facts;
  Json object;
  object["file"] = attempt.file.substr(attempt.file.rfind('/') + 1);
  object["job"] = facts.job;
  object["restart"] = facts.restart;
  object["node"] = facts.node;
  object["threads"] = facts.threads;
  object["signature"] = facts.signature;
  object["games"] = facts.reason.empty() ? Json() : Json(facts.games);
  object["started"] = facts.session.started;
  object["ended"] = facts.session.ended.empty() ? Json() : Json(facts.session.ended);
  object["reason"] = facts.reason.empty() ? Json() : Json(facts.reason);
  return object;
}

void settle_tasks(ClusterStatus& status, std::vector<SeenAttempt> attempts) {
  std::ranges::stable_sort(attempts, {}, [](const SeenAttempt& one) { return one.facts.session.started; });
  for (SeenAttempt& attempt : attempts) {
    note_cost(attempt, status);
    if (attempt.shard.count == status.tasks.size())
      status.tasks[attempt.shard.index - 1].attempts.push_back(std::move(attempt));
  }
  for (TaskStatus& task : status.tasks) settle_task(task, living(status.queue, task.task), status);
}

ClusterStatus status_of(const std::string& folder, const PlannedWork& work, TaskFollower& followed,
                        std::vector<SeenAttempt> attempts, const StatusQuestion& question) {
  ClusterStatus status;
  status.folder = folder;
  status.kind = work.shared->facts.kind;
  status.records = work.shared->facts.records;
  status.submissions = task_submissions(found_submissions(folder));
  status.halt = read_halt(folder);
  ask_slurm(status, attempts, question);
  const std::vector<TaskWork> tasks = followed.look(attempts);
  for (std::uint32_t i = 0; i < tasks.size(); ++i)
    status.tasks.push_back({.task = i + 1, .state = TaskState::fresh, .work = tasks[i], .reason = "", .attempts = {}});
  settle_tasks(status, std::move(attempts));
  return status;
}

}  // namespace

void ask_slurm(ClusterStatus& status, const std::vector<SeenAttempt>& attempts, const StatusQuestion& question) {
  std::set<std::string> arrays_at_work;  // also those that were sent by hand
  for (const SeenAttempt& one : attempts)
    if (!one.has_ended() && one.facts.array_job != "0") arrays_at_work.insert(one.facts.array_job);
  if (status.submissions.empty() && arrays_at_work.empty()) return;
  status.slurm = SlurmVoice::silent;
  if (question.is_offline) return;
  std::optional<std::vector<QueuedTask>> queue = question.news != nullptr ? question.news->hear() : queued_tasks();
  if (!queue) return;
  status.slurm = SlurmVoice::answers;
  std::map<std::uint64_t, std::uint32_t> ours;  // jobs, with Submission::first
  for (const Submission& submission : status.submissions) {
    ours.emplace(submission.array_job, submission.first);
    if (submission.merge_job) ours.emplace(*submission.merge_job, 0);
  }
  std::erase_if(*queue, [&](const QueuedTask& task) {
    return !ours.contains(task.job) && !arrays_at_work.contains(std::to_string(task.job));
  });
  for (QueuedTask& task : *queue)
    if (const auto found = ours.find(task.job); found != ours.end()) task.first = found->second;
  status.queue = std::move(*queue);
}

void settle_task(TaskStatus& task, const QueuedTask* living, ClusterStatus& status) {
  judge(task, living, status);
  const SeenAttempt* attempt = at_work(task);
  if (attempt == nullptr) return;
  status.core_seconds += age_of(*attempt) * static_cast<double>(attempt->facts.threads);
  status.attempt_games += static_cast<double>(attempt->facts.games);
}

void note_cost(const SeenAttempt& attempt, ClusterStatus& status) {
  if (!attempt.has_ended()) return;
  status.core_seconds += attempt.facts.session.core_seconds();
  status.attempt_games += static_cast<double>(attempt.facts.games);
}

std::string_view state_word(TaskState state) {
  constexpr std::array<std::string_view, 6> kWords = {"done", "running", "waiting", "ended", "new", "open"};
  return kWords[static_cast<std::size_t>(state)];
}

std::uint64_t ClusterStatus::wanted() const {
  return std::accumulate(tasks.begin(), tasks.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TaskStatus& task) { return sum + task.work.wanted; });
}

std::uint64_t ClusterStatus::stored() const {
  return std::accumulate(tasks.begin(), tasks.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TaskStatus& task) { return sum + task.work.stored; });
}

TaskSet ClusterStatus::missing() const {
  TaskSet missing;
  for (const TaskStatus& task : tasks)
    if (task.state == TaskState::ended || task.state == TaskState::fresh) missing.insert(task.task);
  return missing;
}

std::size_t ClusterStatus::count(TaskState state) const {
  return static_cast<std::size_t>(std::ranges::count(tasks, state, &TaskStatus::state));
}

std::optional<double> ClusterStatus::expected_core_seconds() const {
  if (attempt_games == 0) return std::nullopt;
  return core_seconds * (1 + static_cast<double>(wanted() - std::min(wanted(), stored())) / attempt_games);
}

std::optional<double> ClusterStatus::seconds_left() const {
  double pace = 0;  // games a second
  for (const TaskStatus& task : tasks) {
    const SeenAttempt* attempt = at_work(task);
    const double seconds = attempt == nullptr ? 0 : age_of(*attempt);
    if (seconds > 0) pace += static_cast<double>(attempt->facts.games) / seconds;
  }
  if (pace == 0) return std::nullopt;
  return static_cast<double>(wanted() - stored()) / pace;
}

PlannedWork planned_work(const std::string& folder) {
  if (is_tuning_folder(folder))
    throw UsageError(
        fmt::format("{} holds a tuning; the command that was given for its configuration continues it: "
                    "rootward run CONFIG --slurm --driver --out {}",
                    folder, shell_quoted(folder)));
  PlannedWork work;
  work.plan = read_plan(folder);
  if (work.plan) {
    work.owned = read_work(planned_config_path(folder), {}, std::nullopt);
    work.tasks = work.plan->tasks;
  } else {
    work.owned = work_of_manifest(folder);
    work.tasks = likely_tasks(folder);
  }
  work.shared = work.owned.get();
  return work;
}

ClusterStatus look_at(const std::string& folder, const StatusQuestion& question) {
  return FolderFollower(folder).look(question);
}

ClusterStatus look_at(const std::string& folder, const PlannedWork& work, const StatusQuestion& question) {
  return status_of(folder, work, *work.shared->follow(folder, work.tasks), attempts_of(folder), question);
}

ClusterStatus FolderFollower::look(const StatusQuestion& question) {
  if (is_tuning_folder(folder_)) return look_at_tuning(folder_, question);
  plan_anew();
  return status_of(folder_, work_, *followed_, attempts_.look(folder_), question);
}

/// Where another submission has changed what is to be played, or tasks started by hand have.
void FolderFollower::plan_anew() {
  std::string planned;
  for (const std::string& file : {plan_path(folder_), planned_config_path(folder_)})
    if (file_exists(file)) planned += read_whole_file(file);
  if (planned.empty()) planned = fmt::format("{} {}", likely_tasks(folder_), read_manifest(folder_).resolved_config);
  if (planned == planned_) return;
  followed_.reset();
  work_ = planned_work(folder_);
  followed_ = work_.shared->follow(folder_, work_.tasks);
  planned_ = std::move(planned);
}

std::string status_text(const ClusterStatus& status) {
  std::string text = fmt::format("{}: {} of {} {} {}\n", status.folder, status.stored(), status.wanted(),
                                 status.records, bar_of(status.stored(), status.wanted()));
  text += fmt::format("{} tasks:", status.tasks.size());
  for (const TaskState state : kShownStates)
    if (const std::size_t count = status.count(state); count > 0)
      text += fmt::format(" {} {},", count, state_word(state));
  text.back() = '\n';
  text += reasons_text(status);
  text += held_text(status);
  text += fmt::format("core-hours used: {:.2f}", status.core_seconds / 3600);
  if (const std::optional<double> expected = status.expected_core_seconds(); expected && !status.is_complete())
    text += fmt::format(", expected in all: {:.2f}", *expected / 3600);
  if (const std::optional<double> left = status.seconds_left())
    text += fmt::format(", time left: {}", duration_text(*left));
  text += '\n';
  if (status.slurm == SlurmVoice::silent) text += "Slurm does not answer: this is what the files say\n";
  if (!status.halt.empty()) text += fmt::format("nothing is submitted by itself: {}\n", status.halt);
  const TaskSet missing = status.missing();
  if (missing.empty() || status.kind == tuning::kTuningKind.name) return text;  // a driver sends what it still wants
  text += fmt::format("missing: {}\n", task_list(missing));
  if (!status.submissions.empty())
    text += fmt::format("send them again with: rootward run {} --slurm\n", shell_quoted(status.folder));
  return text;
}

std::string status_json(const ClusterStatus& status) {
  Json object;
  object["schema"] = "rootward.status/1";
  object["folder"] = status.folder;
  object["kind"] = status.kind;
  object["complete"] = status.is_complete();
  object["games"] = {{"wanted", status.wanted()}, {"stored", status.stored()}};
  object["missing"] = task_list(status.missing());
  const std::optional<double> left = status.seconds_left();
  object["seconds_left"] = left ? Json(*left) : Json();
  object["core_seconds"] = status.core_seconds;
  constexpr std::array<const char*, 3> kVoices = {"answers", "silent", "none"};
  object["slurm"] = kVoices[static_cast<std::size_t>(status.slurm)];
  object["jobs"] = {{"array", Json::array()}, {"merge", Json::array()}};
  for (const Submission& submission : status.submissions) {
    if (submission.array_job != 0) object["jobs"]["array"].push_back(submission.array_job);
    if (submission.merge_job) object["jobs"]["merge"].push_back(*submission.merge_job);
  }
  object["tasks"] = Json::array();
  for (const TaskStatus& task : status.tasks) {
    Json entry = {{"task", task.task},
                  {"state", state_word(task.state)},
                  {"wanted", task.work.wanted},
                  {"stored", task.work.stored},
                  {"reason", task.reason.empty() ? Json() : Json(task.reason)},
                  {"attempts", Json::array()}};
    for (const SeenAttempt& attempt : task.attempts) entry["attempts"].push_back(attempt_json(attempt));
    object["tasks"].push_back(std::move(entry));
  }
  return dump_json(object);
}

}  // namespace rootward::cluster
