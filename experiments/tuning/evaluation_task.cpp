// One pool, one attempt.
#include "experiments/tuning/evaluation_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/journal.h"
#include "experiments/tuning/thread_players.h"
#include "lab/arena/game_setup.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/store/attempt_file.h"
#include "lab/store/host_facts.h"
#include "lab/store/refused_attempt.h"

namespace rootward::tuning {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Shard kOneOfMany{.index = 1, .count = 2};  // a signal ends a task as it ends a shard, whatever its number

std::string reason_of(const std::exception& error) {
  const std::string_view what = error.what();
  for (const int code : {ENOSPC, EDQUOT})
    if (what.find(std::strerror(code)) != std::string_view::npos) return "disk full";
  return dynamic_cast<const UnfitError*>(&error) != nullptr ? std::string(kUnfit) : fmt::format("failed: {}", what);
}

class TaskPlayer {
 public:
  TaskPlayer(const TuningConfig& tuning, const EvaluationTask& task, const TaskSettings& settings)
      : tuning_(tuning),
        task_(task),
        settings_(settings),
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()) {
    for (std::uint32_t pair = task.shard.index - 1; pair < task.request.games / 2; pair += task.shard.count)
      if (pair >= task.first_pair) missing_.insert({2 * pair, 2 * pair + 1});
    report_.wanted = missing_.size();
    (void)drop_what_is_there();
  }

  TaskReport run() {
    report_.stored = report_.wanted - missing_.size();
    if (missing_.empty()) return report_;
    try {
      prepare();
      if (settings_.check_machine) signature_ = settings_.check_machine(inputs_);
      begin_attempt();
      play();
      finish(report_.is_complete() ? kComplete : SignalGuard::end_reason());
    } catch (const std::exception& error) {
      if (!attempt_) begin_attempt();
      finish(reason_of(error));
      throw;
    }
    return report_;
  }

 private:
  void prepare() {
    game_ = make_game(draw_game(tuning_.game, tuning_.seed));
    (void)check_parts(tuning_, *game_);
    inputs_ = inputs_of(tuning_, *game_);
    if (settings_.makes_manifest && !file_exists(manifest_path(task_.folder))) {
      RunFolder folder(task_.folder, identity_of(tuning_, inputs_), task_.shard.is_whole() ? kOneOfMany : task_.shard);
      folder.settle();
    }
  }

  void begin_attempt() {
    make_folders(attempts_folder(task_.folder, task_.key));
    AttemptFacts facts;
    facts.config_hash = config_hash(tuning_);
    facts.inputs = inputs_;
    facts.threads = threads_;
    facts.signature = signature_;
    facts.session = session_now();
    facts.session.shard = task_.shard;
    attempt_.emplace(attempts_folder(task_.folder, task_.key), facts, "a finished game");
    attempt_->sync_every(settings_.sync);
  }

  /// Where the disk takes no more the attempt ends without a last line, as one that was killed.
  void finish(std::string_view reason) {
    try {
      attempt_->finish(reason, utc_now());
    } catch (const std::exception&) {
      if (reason == kComplete) throw;
    }
  }

  /// What attempts hold need not be played; returns what was dropped. Where one of the same task has no end, this one
  /// begins at the far end.
  std::set<std::uint32_t> drop_what_is_there() {
    std::set<std::uint32_t> dropped;
    for (const EvaluationGame& game : games_of_attempts(task_.folder, task_.key))
      if (missing_.erase(game.number()) > 0) dropped.insert(game.number());
    for (const std::string& file : attempt_files(task_.folder, task_.key)) {
      if (shard_of_attempt(file) != task_.shard || (attempt_ && file == attempt_->path())) continue;
      const std::optional<AttemptFacts> facts = read_attempt_facts(file);
      begins_at_the_end_ = begins_at_the_end_ || (facts && facts->reason.empty());
    }
    return dropped;
  }

  void play() {
    EvaluationPlan plan =
        evaluation_plan(tuning_, *game_, candidate_at(tuning_, task_.request.point), task_.request.seed);
    const std::uint32_t pairs = task_.request.games / 2;
    plan.openings->prepare(pairs, threads_, [] { return SignalGuard::end_reason() != kComplete; });
    if (SignalGuard::end_reason() != kComplete) return;
    const EvaluationJobs jobs(tuning_, nullptr);
    GamePool pool(threads_, game_work(*game_, side_by_side_plan_of(tuning_, *game_)), {}, are_one_pair);
    pool.open(kBatch, jobs.maker(std::move(plan), pairs));
    std::vector<Ticket> tickets;
    const std::uint32_t last = *missing_.rbegin();
    for (const std::uint32_t index : missing_)
      tickets.push_back({.priority = begins_at_the_end_ ? last - index : 0, .batch = kBatch, .index = index});
    pool.add(tickets);
    const StopRequest stop{
        .is_made = SignalGuard::stop_requested, .is_near = SignalGuard::end_is_near, .wind_down = settings_.wind_down};
    serve_pool(
        pool, stop, [this](const GamePool::Event& event) { take(event); }, [&] { look_again(pool); });
  }

  void take(const GamePool::Event& event) {
    const GameRecord* record = std::get_if<GameRecord>(&*event.result);
    if (record == nullptr) throw PlayerError(failure_of(event));
    if (missing_.erase(event.index) == 0) return;
    attempt_->append(evaluation_game_line(task_.key, evaluation_game(*record)), false);
    ++report_.stored;
  }

  /// Leaves out what another start of this task has played meanwhile.
  void look_again(GamePool& pool) {
    if (Clock::now() - looked_ < settings_.look_again) return;
    looked_ = Clock::now();
    std::set<std::pair<std::uint32_t, std::uint32_t>> jobs;
    for (const std::uint32_t index : drop_what_is_there()) jobs.emplace(kBatch, index);
    report_.stored += jobs.size();
    if (!jobs.empty()) pool.withdraw(jobs);
  }

  static constexpr std::uint32_t kBatch = 1;
  const TuningConfig& tuning_;
  const EvaluationTask& task_;
  const TaskSettings& settings_;
  const std::size_t threads_;
  std::unique_ptr<Game> game_;
  InputFiles inputs_;
  std::string signature_;
  std::set<std::uint32_t> missing_;  // 2 pair + game of the pair
  bool begins_at_the_end_ = false;
  Clock::time_point looked_ = Clock::now();
  std::optional<AttemptWriter> attempt_;
  TaskReport report_;
};

}  // namespace

TaskReport play_evaluation_task(const TuningConfig& tuning, const EvaluationTask& task, const TaskSettings& settings) {
  const SignalGuard signals(kOneOfMany, TimeSignal::winds_down);
  (void)candidate_at(tuning, task.request.point);
  return TaskPlayer(tuning, task, settings).run();
}

double seconds_of_a_game(const TuningConfig& tuning, const Game& game, const PlayerSpec& candidate) {
  EvaluationPlan plan = evaluation_plan(tuning, game, candidate, tuning.seed);
  plan.openings->prepare(1, 1, SignalGuard::stop_requested);
  if (SignalGuard::stop_requested()) return 0;
  const EvaluationJobs jobs(tuning, nullptr);
  GamePool pool(1, game_work(game, {}));
  pool.open(1, jobs.maker(std::move(plan), 1));
  const Ticket ticket{.priority = 1, .batch = 1, .index = 0};
  pool.add(std::span(&ticket, 1));
  double seconds = 0;
  serve_pool(
      pool, {.is_made = SignalGuard::stop_requested},
      [&](const GamePool::Event& event) {
        if (const GameRecord* record = std::get_if<GameRecord>(&*event.result))
          seconds = evaluation_game(*record).cpu_seconds;
      },
      [] {});
  return seconds;
}

}  // namespace rootward::tuning
