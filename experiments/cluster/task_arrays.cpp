// Sends pieces, asks Slurm who still lives, and sends again what ended too early.
#include "experiments/cluster/task_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "core/errors.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/slurm.h"
#include "experiments/cluster/submission.h"
#include "experiments/cluster/submit.h"
#include "experiments/tuning/evaluation_players.h"
#include "lab/arena/signals.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;
using ArrayTask = std::pair<std::uint64_t, std::uint32_t>;  // job and its task

constexpr std::uint32_t kPieceMinutes = 24 * 60;  // unless given: a piece that needs more goes out again
constexpr std::uint32_t kPieceMegabytes = 2000;   // its optimizer is a process beside it
constexpr std::uint32_t kPieceSendings = 3;       // without anything new: the piece has failed

/// A piece on its way.
struct Journey {
  std::size_t number = 0;  // in the list
  const PieceOfWork* work = nullptr;
  std::optional<ArrayTask> task{};  // that plays it
  bool has_left = false;            // at the last look the task was not in the queue
  std::uint32_t barren = 0;         // sendings that brought nothing
  std::uint64_t stored_then = 0;    // when it went out last
};

/// The pieces of one folder, until all are whole.
class PieceArrays {
 public:
  PieceArrays(const PieceSort& sort, const StayingSettings& settings, std::string folder)
      : sort_(sort), settings_(settings), folder_(std::move(folder)) {
    request_ = {.cpus = settings.cpus.value_or(1),
                .minutes = settings.minutes.value_or(kPieceMinutes),
                .mem_per_cpu = settings.mem_per_cpu.value_or(kPieceMegabytes),
                .at_once = settings.at_once.value_or(0),
                .sbatch_arguments = settings.sbatch_arguments};
  }

  bool run(const std::vector<PieceOfWork>& pieces, const std::function<void(std::size_t)>& tell) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      names_.insert(pieces[i].name);
      if (pieces[i].is_whole())
        tell(i);
      else
        journeys_.push_back({.number = i, .work = &pieces[i]});
    }
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
  /// What an earlier process has sent and Slurm still has.
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
    auto word = std::ranges::find(submission.words, sort_.script);
    if (!task.task || std::distance(word, submission.words.end()) <= std::ptrdiff_t{*task.task}) return;
    const std::string name = sort_.name_of(*(word + *task.task));
    if (!names_.contains(name))
      throw UsageError(
          fmt::format("{}: job {}_{} is to play the {} {}, and now the work is cut otherwise: give the options of that "
                      "time again, or end the job first: scancel {}",
                      folder_, task.job, *task.task, sort_.noun, name, task.job));
    const auto found = std::ranges::find(journeys_, name, [](const Journey& one) { return one.work->name; });
    if (found == journeys_.end()) return;
    found->task = {task.job, *task.task};
    found->stored_then = found->work->stored();
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
    std::vector<std::string> arguments;
    for (const Journey* one : journeys) arguments.push_back(one->work->place());
    const std::string logs = next_logs(folder_);
    make_folders(path_in(folder_, logs));
    const std::vector<std::string> words =
        piece_words(folder_, fs::path(folder_).filename().string(), request_, sort_.script, arguments, logs);
    const std::uint64_t job = submit_job(words, folder_);
    (void)add_submission(folder_, {.array_job = job,
                                   .merge_job = std::nullopt,
                                   .tasks = fmt::format("1-{}", journeys.size()),
                                   .words = words,
                                   .request = request_,
                                   .time = utc_now()});
    for (std::uint32_t i = 0; i < journeys.size(); ++i) {
      Journey& one = *journeys[i];
      one.task = {job, i + 1};
      one.has_left = false;
      one.stored_then = one.work->stored();
    }
    settings_.say(
        fmt::format("sent {} {}{} as job {}", journeys.size(), sort_.noun, journeys.size() == 1 ? "" : "s", job));
  }

  /// Program, optimizer and script.
  void place() {
    if (program_.empty()) {
      make_folders(path_in(folder_, "cluster/log"));
      program_ = place_program(folder_);
      place_optimizer(folder_, program_);
      for (const std::string& warning : library_warnings()) settings_.say(warning);
    }
    place_file(path_in(folder_, sort_.script), sort_.text(program_, request_), true);
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
    const std::uint64_t now = one.work->stored();
    one.barren = now > one.stored_then ? 0 : one.barren + 1;
    if (one.barren >= kPieceSendings)
      throw RunError(fmt::format(
          "{} {}: its tasks ended {} times without anything new; {} says why", sort_.noun, one.work->name,
          kPieceSendings, path_in(folder_, fmt::format("cluster/log/*/{}_{}.txt", one.task->first, one.task->second))));
    one.task.reset();
  }

  const PieceSort& sort_;
  const StayingSettings& settings_;
  const std::string folder_;
  JobRequest request_;
  std::string program_;          // from the folder; "": not placed yet
  std::set<std::string> names_;  // of all pieces, whole ones among them
  std::vector<Journey> journeys_;
  std::set<std::uint64_t> starved_;  // jobs for which more memory was asked already
};

}  // namespace

bool play_pieces(const PieceSort& sort, const StayingSettings& settings, const std::string& folder,
                 const std::vector<PieceOfWork>& pieces, const std::function<void(std::size_t)>& tell) {
  return PieceArrays(sort, settings, folder).run(pieces, tell);
}

std::string absolute_folder(const std::string& folder) {
  std::string path = fs::absolute(folder).lexically_normal().string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  check_folder_name(path);
  return path;
}

}  // namespace rootward::cluster
