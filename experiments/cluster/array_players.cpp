// Sends what has gathered, reads what tasks write, and asks Slurm who still lives.
#include "experiments/cluster/array_players.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "core/build_info.h"
#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/cost.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/slurm.h"
#include "experiments/cluster/submission.h"
#include "experiments/cluster/submit.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/evaluation_task.h"
#include "experiments/tuning/journal.h"
#include "lab/store/attempt_file.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/line_follower.h"
#include "lab/store/refused_attempt.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using tuning::EvaluationGame;
using tuning::EvaluationWork;
using tuning::PlayedGame;

constexpr double kEvaluationTaskSeconds = 600;
constexpr const char* kScript = "cluster/evaluate.sh";
constexpr std::uint32_t kBarrenSendings = 3;  // without a new game: the evaluation has failed

using ArrayTask = std::pair<std::uint64_t, std::uint32_t>;  // job and its task

/// Work that was taken on.
struct Batch {
  EvaluationWork work;
  std::set<std::uint32_t> missing{};  // of work.games
  std::set<ArrayTask> tasks{};        // that are to play it
  bool is_to_send = true;
  bool has_left = false;      // at the last look none of its tasks was in the queue
  std::uint32_t barren = 0;   // sendings that brought nothing
  std::size_t left_then = 0;  // games missing when it went out last
  std::map<std::string, LineFollower> attempts{};
};

class ArrayPlayers final : public tuning::EvaluationPlayers {
 public:
  ArrayPlayers(ArraySettings settings, const tuning::PlayersQuestion& question)
      : settings_(std::move(settings)),
        tuning_(question.tuning),
        game_(question.game),
        journal_(question.folder),
        inputs_(question.inputs),
        folder_(absolute_folder(question.folder.path())) {
    for (const std::string& argument : settings_.sbatch_arguments) check_sbatch_argument(argument);
    check_environment(tuning_.candidate);
    for (const tuning::TuningOpponent& opponent : tuning_.opponents) check_environment(opponent.player);
    request_ = {.cpus = settings_.cpus.value_or(1),
                .at_once = settings_.at_once.value_or(0),
                .sbatch_arguments = settings_.sbatch_arguments};
    request_.mem_per_cpu = settings_.mem_per_cpu.value_or(megabytes_a_core(request_.cpus));
    adopt_what_is_queued();
  }

  std::string open(EvaluationWork work) override {
    Batch batch{.work = std::move(work)};
    batch.missing.insert(batch.work.games.begin(), batch.work.games.end());
    for (const auto& [task, key] : queued_)
      if (key == batch.work.key) batch.tasks.insert(task);
    batch.is_to_send = batch.tasks.empty();
    batch.left_then = batch.missing.size();
    if (batch.is_to_send && !gathering_since_) gathering_since_ = Clock::now();
    batches_.emplace(batch.work.batch, std::move(batch));
    return "";
  }

  /// Tasks whose games nobody wants are taken out of the queue.
  void cancel(std::uint32_t number) override {
    const auto found = batches_.find(number);
    if (found == batches_.end()) return;
    if (!found->second.missing.empty() && !found->second.tasks.empty()) {
      std::vector<std::string> words{"scancel"};
      for (const auto& [job, task] : found->second.tasks) words.push_back(fmt::format("{}_{}", job, task));
      const Said said = run_words(words);
      if (!said.is_done()) settings_.say("warning: " + said.trouble("scancel"));
    }
    batches_.erase(found);
  }

  std::vector<PlayedGame> collect(std::chrono::milliseconds patience) override {
    if (!is_closed_) send_what_has_gathered();
    std::vector<PlayedGame> news = read_attempts();
    if (!news.empty()) return news;
    {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, patience, [this] { return is_woken_; });
      is_woken_ = false;
    }
    news = read_attempts();
    if (!is_closed_ && news.empty() && Clock::now() - looked_ >= settings_.look) look_at_queue(news);
    return news;
  }

  void wake() override {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    woken_.notify_one();
  }
  /// Tasks go on without the driver.
  void start_no_more() override { is_closed_ = true; }
  [[nodiscard]] bool is_idle() override { return true; }
  [[nodiscard]] std::size_t threads() const override { return 0; }
  [[nodiscard]] std::string shortage() const override { return ""; }

 private:
  /// What an earlier driver has sent and Slurm still has.
  void adopt_what_is_queued() {
    const std::vector<Submission> before = found_submissions(folder_);
    if (std::ranges::all_of(before, [](const Submission& one) { return one.tickets.empty(); })) return;
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue)
      throw RunError(fmt::format("{}: Slurm does not answer, so what is queued already is not known", folder_));
    for (const Submission& array : before)
      for (const QueuedTask& one : *queue)
        if (one.job == array.array_job && one.is_living() && one.task && *one.task >= 1 &&
            *one.task <= array.tickets.size())
          queued_.emplace(ArrayTask{one.job, *one.task}, array.tickets[*one.task - 1].key);
  }

  void send_what_has_gathered() {
    if (!gathering_since_ || Clock::now() - *gathering_since_ < settings_.gather) return;
    gathering_since_.reset();
    std::vector<std::pair<Batch*, EvaluationTicket>> tickets;
    for (auto& [number, batch] : batches_)
      if (batch.is_to_send && !batch.missing.empty())
        for (EvaluationTicket& ticket : tickets_of(batch)) tickets.emplace_back(&batch, std::move(ticket));
    const std::size_t most = tickets.empty() ? 1 : most_array_tasks();
    for (std::size_t first = 0; first < tickets.size(); first += most)
      send({tickets.begin() + static_cast<std::ptrdiff_t>(first),
            tickets.begin() + static_cast<std::ptrdiff_t>(std::min(tickets.size(), first + most))});
  }

  /// One for each task that has something to play.
  std::vector<EvaluationTicket> tickets_of(const Batch& batch) {
    const std::uint32_t pairs = batch.work.pairs;
    const std::uint32_t first = *batch.missing.begin() / 2;
    const Shard whole{.index = 1, .count = std::min(tasks_of(batch.work), pairs)};
    std::set<std::uint32_t> shards;
    for (const std::uint32_t game : batch.missing) shards.insert(game / 2 % whole.count + 1);
    std::vector<EvaluationTicket> tickets;
    for (const std::uint32_t shard : shards)
      tickets.push_back({.key = batch.work.key,
                         .params = dump_json(tuning::point_json(tuning_, batch.work.request.point)),
                         .seed = batch.work.request.seed,
                         .games = 2 * pairs,
                         .first_pair = first,
                         .shard = {.index = shard, .count = whole.count}});
    return tickets;
  }

  std::uint32_t tasks_of(const EvaluationWork& work) {
    if (settings_.tasks_per_evaluation) return *settings_.tasks_per_evaluation;
    const double seconds = game_seconds(work) * static_cast<double>(work.games.size());
    return static_cast<std::uint32_t>(
        std::clamp(std::ceil(seconds / (kEvaluationTaskSeconds * request_.cpus)), 1.0, 1000.0));
  }

  /// CPU time of a game: from those in the journal, else from one that is played here, once.
  double game_seconds(const EvaluationWork& work) {
    if (const std::optional<double> mean = journal_.mean_game_seconds()) return *mean;
    if (!sampled_seconds_) sampled_seconds_ = tuning::seconds_of_a_game(tuning_, game_, work.candidate);
    return *sampled_seconds_;
  }

  void send(const std::vector<std::pair<Batch*, EvaluationTicket>>& tickets) {
    JobRequest asked = request_;
    asked.minutes = settings_.minutes.value_or(minutes_of(tickets));
    place(asked);
    if (!unfit_nodes_.empty())
      asked.sbatch_arguments.push_back(fmt::format("--exclude={}", fmt::join(unfit_nodes_, ",")));
    Submission array{.tasks = fmt::format("1-{}", tickets.size()), .request = asked};
    for (const auto& [batch, ticket] : tickets) array.tickets.push_back(ticket);
    hand_in_array(folder_, array, [&](std::uint64_t number) {
      const std::string place = submission_place(static_cast<std::uint32_t>(number));
      return array_words({.folder = folder_, .name = tuning_.name, .script = kScript, .arguments = {place}}, asked,
                         array.tasks, number);
    });
    for (std::uint32_t i = 0; i < tickets.size(); ++i) {
      Batch& batch = *tickets[i].first;
      batch.tasks.emplace(array.array_job, i + 1);
      batch.is_to_send = batch.has_left = false;
      batch.left_then = batch.missing.size();
    }
    looked_ = Clock::now();
  }

  std::uint32_t minutes_of(const std::vector<std::pair<Batch*, EvaluationTicket>>& tickets) {
    const EvaluationTicket& one = tickets.front().second;
    const double game = game_seconds(tickets.front().first->work);
    return minutes_for(game * one.games / one.shard.count / request_.cpus, game);
  }

  /// Program, configuration and plan once a driver, and the script.
  void place(const JobRequest& asked) {
    if (program_.empty()) {
      make_folders(path_in(folder_, "evaluations"));
      place_configuration(folder_, tuning_.named_files, tuning::resolved_tree(tuning_));
      program_ = place_program(folder_);
      for (const std::string& warning : library_warnings()) settings_.say(warning);
      write_tuning_plan();
    }
    place_file(
        path_in(folder_, kScript),
        array_script(asked, fmt::format("{} tune objective cluster/config.yaml --tickets \"$1\" --task {} --out . "
                                        "--quiet",
                                        program_, kTaskVariable)),
        true);
  }

  void write_tuning_plan() const {
    const std::optional<Plan> before = read_plan(folder_);
    const Plan plan{.kind = std::string(tuning::kTuningKind.name),
                    .name = tuning_.name,
                    .tasks = 1,
                    .config_hash = tuning::config_hash(tuning_),
                    .program = program_,
                    .inputs = planned_inputs(inputs_, tuning::resolved_tree(tuning_)),
                    .signature = before && before->program == program_ ? before->signature : settings_.signature(),
                    .stored = 0,
                    .made = before ? before->made : utc_now()};
    if (before != plan) write_plan(folder_, plan);
  }

  std::vector<PlayedGame> read_attempts() {
    std::vector<PlayedGame> news;
    for (auto& entry : batches_) {
      Batch& batch = entry.second;
      if (batch.missing.empty()) continue;
      for (const std::string& file : tuning::attempt_files(folder_, batch.work.key))
        (void)batch.attempts.try_emplace(file, file).first->second.look([&](const std::string& line, std::size_t) {
          if (line.starts_with(kGameStart)) take(tuning::parse_evaluation_game(line).second, batch, news);
        });
    }
    return news;
  }

  static void take(const EvaluationGame& game, Batch& batch, std::vector<PlayedGame>& news) {
    if (batch.missing.erase(game.number()) > 0) news.push_back({.batch = batch.work.batch, .game = game});
  }

  /// What left the queue with games missing goes out again. Files of other nodes may be seen late, so tasks must have
  /// been gone at two looks.
  void look_at_queue(std::vector<PlayedGame>& news) {
    looked_ = Clock::now();
    const std::optional<std::vector<QueuedTask>> queue = queued_tasks();
    if (!queue) return;  // Slurm is silent: tasks go on
    std::set<ArrayTask> living;
    for (const QueuedTask& one : *queue) judge(one, living);
    for (auto& [number, batch] : batches_) {
      if (batch.missing.empty() || batch.is_to_send) continue;
      const bool is_alive =
          std::ranges::any_of(batch.tasks, [&](const ArrayTask& task) { return living.contains(task); });
      if (!std::exchange(batch.has_left, !is_alive) || is_alive) continue;
      take_ended(batch, news);
    }
  }

  void judge(const QueuedTask& one, std::set<ArrayTask>& living) {
    const std::optional<ArrayTask> task = one.task ? std::optional(ArrayTask{one.job, *one.task}) : std::nullopt;
    if (one.is_living()) {
      if (task) living.insert(*task);
      return;
    }
    const auto is_ours = [&](const auto& entry) {
      const Batch& batch = entry.second;
      return !batch.missing.empty() && task && batch.tasks.contains(*task);
    };
    if (std::ranges::none_of(batches_, is_ours)) return;
    if (one.state == "CANCELLED")
      throw tuning::EvaluationsHalted(
          fmt::format("job {} was cancelled: nothing more is sent; every finished game is stored", one.job));
    if (one.state == "OUT_OF_MEMORY" && starved_.insert(one.job).second) request_.mem_per_cpu *= 2;
  }

  void take_ended(Batch& batch, std::vector<PlayedGame>& news) {
    const std::string reason = last_reason(batch);
    batch.barren = batch.missing.size() < batch.left_then ? 0 : batch.barren + 1;
    batch.tasks.clear();
    if (batch.barren >= kBarrenSendings) {
      news.push_back({.batch = batch.work.batch,
                      .failure = fmt::format("its tasks ended {} times without a new game{}", kBarrenSendings,
                                             reason.empty() ? "" : ", the last time: " + reason),
                      .is_final = true});
      batch.missing.clear();
      return;
    }
    batch.is_to_send = true;
    if (!gathering_since_) gathering_since_ = Clock::now();
  }

  /// Why the newest attempt that tells of it ended; nodes that cannot play are left out from now on.
  std::string last_reason(const Batch& batch) {
    std::string reason;
    std::string when;
    for (const std::string& file : tuning::attempt_files(folder_, batch.work.key)) {
      const std::optional<AttemptFacts> facts = read_attempt_facts(file);
      if (!facts || facts->reason.empty()) continue;
      if (facts->reason == kUnfit && !facts->node.empty()) unfit_nodes_.insert(facts->node);
      if (facts->session.ended >= when) std::tie(when, reason) = std::pair(facts->session.ended, facts->reason);
    }
    return reason;
  }

  static constexpr std::string_view kGameStart = R"({"schema":"rootward.evaluation_game/1")";

  ArraySettings settings_;
  const tuning::TuningConfig& tuning_;
  const Game& game_;
  const tuning::TuningJournal& journal_;
  const InputFiles inputs_;
  const std::string folder_;  // absolute
  std::string program_;       // from the folder; "": not placed yet
  JobRequest request_;
  std::optional<double> sampled_seconds_;
  std::map<std::uint32_t, Batch> batches_;
  std::map<ArrayTask, std::string> queued_;  // an earlier driver's tasks, with the keys of their evaluations
  std::optional<Clock::time_point> gathering_since_;
  Clock::time_point looked_ = Clock::now();
  std::set<std::string> unfit_nodes_;
  std::set<std::uint64_t> starved_;  // jobs for which more memory was asked already
  bool is_closed_ = false;
  std::mutex mutex_;  // guards what follows
  std::condition_variable woken_;
  bool is_woken_ = false;
};

}  // namespace

tuning::MakePlayers array_players(ArraySettings settings) {
  return [settings = std::move(settings)](const tuning::PlayersQuestion& question) {
    return std::make_unique<ArrayPlayers>(settings, question);
  };
}

std::string check_evaluation_machine(const std::string& folder, std::string signature, const InputFiles& inputs) {
  const std::optional<Plan> plan = read_plan(folder);
  for (const auto& [player, network] : inputs.networks) {
    if (!plan) break;
    const auto known = plan->inputs.networks.find(player);
    if (known != plan->inputs.networks.end() && known->second != network)
      throw UnfitError(
          fmt::format("the network of {} is computed by {} here, and by {} in the plan of {}; another "
                      "machine can play it",
                      player, network, known->second, folder));
  }
  return check_signature(folder, std::move(signature));
}

}  // namespace rootward::cluster
