// Planning games, counting what comes back, and telling who waits.
#include "experiments/tuning/evaluation_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/statistics/normal.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/thread_players.h"
#include "lab/arena/game_setup.h"
#include "lab/arena/signals.h"
#include "lab/config/key_error.h"
#include "lab/engines/engine_player.h"
#include "lab/play/engine_kinds.h"

namespace rootward::tuning {
namespace {

constexpr std::uint32_t kChecks = 8;  // of the stop rule in an evaluation

}  // namespace

std::string tuning_folder_of(const TuningConfig& tuning, const std::string& asked) {
  return asked.empty() ? "results/" + tuning.name : asked;
}

std::unique_ptr<Openings> check_parts(const TuningConfig& tuning, const Game& game) {
  config::check_named_files(tuning.named_files);
  check_two_player_game(game);
  (void)config::at_key(kCandidateName, [&] { return make_player(tuning.candidate, game, make_engine_player); });
  for (const TuningOpponent& opponent : tuning.opponents)
    (void)config::at_key("opponents." + opponent.player.name,
                         [&] { return make_player(opponent.player, game, make_engine_player); });
  return openings_of(tuning, game, tuning.seed);
}

EvaluationService::EvaluationService(const TuningConfig& tuning, const ServiceSettings& settings)
    : tuning_(tuning),
      game_(config::at_key("game", [&] { return make_game(draw_game(tuning.game, tuning.seed)); })),
      heartbeat_(std::make_unique<Heartbeat>(tuning_folder_of(tuning, settings.folder))) {
  (void)check_parts(tuning, *game_);
  const InputFiles inputs = inputs_of(tuning, *game_);
  folder_ = std::make_unique<TuningJournal>(tuning_folder_of(tuning, settings.folder), tuning, inputs);
  if (settings.players)
    players_ = settings.players({.tuning = tuning, .game = *game_, .folder = *folder_, .inputs = inputs});
  else
    players_ = make_thread_players(tuning, *game_, heartbeat_->games(),
                                   {.threads = settings.threads, .uses_lanes = settings.uses_lanes});
  heartbeat_->begin({});
}

void EvaluationService::set_work(const WorkStatus& work, std::optional<Incumbent> incumbent) {
  work_ = work;
  incumbent_ = incumbent;
}

void EvaluationService::tell_onlookers() {
  WorkStatus pending_work;
  std::vector<PendingPoint> points;
  for (const auto& [handle, pending] : pending_) {
    const std::uint64_t games =
        std::uint64_t{2} * std::min(runs_.at(pending.key).games.complete_pairs(), pending.pairs());
    points.push_back({.id = dump_json(pending.request.id),
                      .params = dump_json(point_json(tuning_, pending.request.point)),
                      .games = games});
    pending_work.done += games;
    pending_work.wanted += pending.request.games;
  }
  heartbeat_->tell(work_.value_or(pending_work));
  heartbeat_->tell_points(std::move(points), incumbent_);
}

std::vector<std::string> EvaluationService::warnings() const {
  std::vector<std::string> warnings = folder_->warnings();
  if (std::string shortage = players_->shortage(); !shortage.empty()) warnings.push_back(std::move(shortage));
  return warnings;
}

std::size_t EvaluationService::begin(const EvaluationRequest& request, std::optional<StopRule> stop) {
  const std::size_t handle = next_handle_++;
  Pending pending{.request = request, .key = evaluation_key(tuning_, request.point, request.seed), .stop = stop};
  const auto [run, is_new] = runs_.try_emplace(pending.key);
  if (is_new) {
    run->second.games = folder_->games_of(pending.key);
    for (const EvaluationGame& game : games_of_attempts(folder_->path(), pending.key))
      keep(pending.key, run->second, game);
  }
  plan_games(pending, run->second);
  pending_.emplace(handle, std::move(pending));
  players_->wake();
  return handle;
}

/// Hands what is missing of the first pairs to the players. The run fails where the point makes no player, or
/// its boards have no openings.
void EvaluationService::plan_games(const Pending& pending, Run& run) {
  EvaluationWork work{.batch = next_batch_,
                      .key = pending.key,
                      .request = pending.request,
                      .candidate = {},
                      .pairs = pending.pairs(),
                      .games = {}};
  for (std::uint32_t pair = run.planned_pairs; pair < work.pairs; ++pair)
    for (const std::uint32_t game : {0U, 1U})
      if (!run.games.has(pair, static_cast<int>(game))) work.games.push_back(2 * pair + game);
  if (work.games.empty()) return;
  try {
    work.candidate = candidate_at(tuning_, pending.request.point);
    (void)config::at_key("params", [&] { return make_player(work.candidate, *game_, make_engine_player); });
  } catch (const UsageError& error) {
    run.failure = error.what();
    return;
  }
  rehearse_engines();
  run.failure = players_->open(work);
  if (!run.failure.empty()) return;
  ++next_batch_;
  run.planned_pairs = std::max(run.planned_pairs, work.pairs);
  run.batches.push_back(work.batch);
  key_of_[work.batch] = pending.key;
}

/// Where games are played elsewhere, engines are too.
void EvaluationService::rehearse_engines() {
  if (std::exchange(has_rehearsed_, true) || players_->threads() == 0) return;
  for (const TuningOpponent& opponent : tuning_.opponents)
    if (is_engine(opponent.player)) (void)rehearse_engine(opponent.player, *game_, 0);
}

EvaluationResult EvaluationService::cancel(std::size_t handle) {
  for (const PlayedGame& event : players_->collect(std::chrono::milliseconds(0))) take(event);
  EvaluationResult result = so_far(handle);
  forget(handle);
  return result;
}

EvaluationResult EvaluationService::so_far(std::size_t handle) const {
  const Pending& pending = pending_.at(handle);
  const Run& run = runs_.at(pending.key);
  return result_of(run, std::min(run.games.complete_pairs(), pending.pairs()), EvaluationStatus::partial);
}

EvaluationResult EvaluationService::result_of(const Run& run, std::uint32_t pairs, EvaluationStatus status) const {
  EvaluationResult result = evaluate_games(tuning_, run.games, pairs);
  result.status = status;
  return result;
}

/// The last one who waits for a run takes its games out of the pool.
void EvaluationService::forget(std::size_t handle) {
  const std::string key = pending_.at(handle).key;
  pending_.erase(handle);
  const bool is_wanted = std::ranges::any_of(pending_, [&](const auto& entry) { return entry.second.key == key; });
  if (is_wanted) return;
  for (const std::uint32_t batch : runs_.at(key).batches) players_->cancel(batch);
  std::erase_if(key_of_, [&](const auto& entry) { return entry.second == key; });
  runs_.erase(key);
}

std::vector<EvaluationUpdate> EvaluationService::wait(std::chrono::milliseconds patience) {
  for (const PlayedGame& event : players_->collect(patience)) take(event);
  std::vector<EvaluationUpdate> updates;
  for (auto& [handle, pending] : pending_)
    if (std::optional<EvaluationUpdate> update = update_of(handle, pending)) updates.push_back(std::move(*update));
  for (const EvaluationUpdate& update : updates)
    if (update.is_final) forget(update.handle);
  tell_onlookers();
  return updates;
}

void EvaluationService::take(const PlayedGame& played) {
  const auto key = key_of_.find(played.batch);
  if (key == key_of_.end()) return;  // of an evaluation that nobody waits for any more
  Run& run = runs_.at(key->second);
  if (played.game) return keep(key->second, run, *played.game);
  // The other games of a batch that has failed are dropped; what fails among them is part of the same failure.
  if (std::ranges::count(run.batches, played.batch) > 0) take_failure(run, key->second, played);
}

void EvaluationService::keep(const std::string& key, Run& run, const EvaluationGame& game) {
  if (run.games.has(game.pair, game.game_of_pair)) return;
  folder_->append_game(key, game);
  run.games.add(game);
}

/// Tries again what has failed, up to the limit.
void EvaluationService::take_failure(Run& run, const std::string& key, const PlayedGame& played) {
  for (const std::uint32_t batch : run.batches) players_->cancel(batch);
  run.batches.clear();
  run.planned_pairs = 0;
  if (played.is_final) {
    run.failure = played.failure;
    return;
  }
  if (++run.failures >= kAttempts) {
    run.failure = fmt::format("failed {} times, the last time: {}", run.failures, played.failure);
    return;
  }
  for (auto& [unused, pending] : pending_)
    if (pending.key == key) plan_games(pending, run);
}

std::optional<EvaluationUpdate> EvaluationService::update_of(std::size_t handle, Pending& pending) {
  const Run& run = runs_.at(pending.key);
  const std::uint32_t complete = std::min(run.games.complete_pairs(), pending.pairs());
  const auto final_update = [&](std::uint32_t pairs, EvaluationStatus status) {
    return EvaluationUpdate{handle, true, result_of(run, pairs, status)};
  };
  if (const std::optional<std::uint32_t> pairs = stopping_pair(pending, run))
    return final_update(*pairs, EvaluationStatus::stopped_early);
  if (complete == pending.pairs()) return final_update(complete, EvaluationStatus::ok);
  if (!run.failure.empty()) {
    EvaluationUpdate update = final_update(complete, EvaluationStatus::failed);
    update.result.failure = run.failure;
    return update;
  }
  if (complete == pending.seen_pairs) return std::nullopt;
  pending.seen_pairs = complete;
  return EvaluationUpdate{handle, false, result_of(run, complete, EvaluationStatus::partial)};
}

/// The first of the rule's checks, before the end, at which it stops the evaluation.
std::optional<std::uint32_t> EvaluationService::stopping_pair(const Pending& pending, const Run& run) const {
  if (!pending.stop) return std::nullopt;
  static const double kUpper = normal_quantile(0.99);
  const std::uint32_t step = std::max(1U, pending.pairs() / kChecks);
  const std::uint32_t judged = folder_->judged_pairs(pending.key);  // a score of fewer would be another one's
  for (std::uint32_t pairs = step; pairs < pending.pairs() && pairs <= run.games.complete_pairs(); pairs += step) {
    if (pairs < kFewestPairs || pairs < judged) continue;
    const EvaluationResult result = evaluate_games(tuning_, run.games, pairs);
    if (result.mean + kUpper * result.standard_error < pending.stop->bar) return pairs;
  }
  return std::nullopt;
}

void EvaluationService::finish_games_under_way(std::chrono::milliseconds grace) {
  constexpr std::chrono::milliseconds kPatience{20};
  const auto deadline = std::chrono::steady_clock::now() + grace;
  players_->start_no_more();
  while (!players_->is_idle() && std::chrono::steady_clock::now() < deadline)
    for (const PlayedGame& event : players_->collect(kPatience)) take(event);
  for (const PlayedGame& event : players_->collect(std::chrono::milliseconds(0))) take(event);
}

}  // namespace rootward::tuning
