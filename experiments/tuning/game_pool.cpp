// Threads that wait for games, play what there is, and wait again.
#include "experiments/tuning/game_pool.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "experiments/arena/game_id.h"
#include "experiments/arena/game_setup.h"
#include "experiments/engines/gtp/engine_player.h"

namespace rootward::tuning {
namespace {

/// Searches can run side by side where all games have the same rules and all players, the candidate with any values
/// too, have one evaluator and count simulations.
SideBySidePlan plan_of(const TuningConfig& study, const Game& game) {
  constexpr std::string_view kEvaluator = "search.evaluator";
  if (is_random_game(study.game)) return {};
  for (const TunedParameter& parameter : study.parameters)
    if (parameter.path.starts_with(kEvaluator)) return {};
  std::vector<PlayerSpec> players = {study.candidate};
  for (const TuningOpponent& opponent : study.opponents) players.push_back(opponent.player);
  return side_by_side_plan(players, game);
}

}  // namespace

GamePool::GamePool(const TuningConfig& study, const Game& game, std::size_t threads, bool uses_lanes)
    : study_(study), game_(game) {
  if (uses_lanes) side_by_side_ = plan_of(study, game);
  const std::lock_guard lock(mutex_);  // the first thread asks how many there are
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

GamePool::~GamePool() {
  is_dropping_ = true;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = is_ending_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void GamePool::add(GameBatch batch) {
  const std::lock_guard lock(mutex_);
  const std::size_t number = batch.number;
  auto job = std::make_unique<Job>();
  job->batch = std::move(batch);
  jobs_[number] = std::move(job);
  has_work_.notify_all();
}

void GamePool::cancel(std::size_t batch) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(batch);
  if (found != jobs_.end()) found->second->is_cancelled = true;
}

std::vector<PoolEvent> GamePool::collect(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  has_events_.wait_for(lock, patience, [this] { return !events_.empty() || is_woken_; });
  is_woken_ = false;
  return std::exchange(events_, {});
}

void GamePool::wake() {
  const std::lock_guard lock(mutex_);
  is_woken_ = true;
  has_events_.notify_one();
}

void GamePool::start_no_more() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
}

bool GamePool::is_idle() {
  const std::lock_guard lock(mutex_);
  return idle_threads_ == threads_.size();
}

void GamePool::work() {
  while (wait_for_games()) {
    try {
      play();
    } catch (const std::exception& error) {
      fail_games_of_this_thread(error.what());
    }
  }
}

bool GamePool::wait_for_games() {
  std::unique_lock lock(mutex_);
  under_way_.erase(std::this_thread::get_id());
  ++idle_threads_;
  if (idle_threads_ == threads_.size()) forget_cancelled();
  has_work_.wait(lock, [this] { return is_ending_ || (!is_closed_ && waiting_games() > 0); });
  --idle_threads_;
  return !is_ending_;
}

/// Nobody plays, so that nobody looks at cancelled batches any more.
void GamePool::forget_cancelled() {
  std::erase_if(jobs_, [](const auto& entry) { return entry.second->is_cancelled.load(); });
}

std::size_t GamePool::waiting_games() const {
  std::size_t games = 0;
  for (const auto& [unused, job] : jobs_)
    if (!job->is_cancelled) games += job->batch.games.size() - job->next;
  return games;
}

/// As many slots as the evaluator's lanes, but no more than a thread's games; few games are played faster one by one.
void GamePool::play() {
  constexpr std::size_t kFewest = 3;
  SideBySidePlan plan = side_by_side_;
  {
    const std::lock_guard lock(mutex_);
    plan.slots = std::min(plan.slots, (waiting_games() + threads_.size() - 1) / threads_.size());
  }
  if (plan.slots < kFewest)
    play_one_by_one(*this);
  else
    play_side_by_side(game_, *this, plan);
}

void GamePool::fail_games_of_this_thread(const std::string& message) {
  const std::lock_guard lock(mutex_);
  for (const std::size_t number : under_way_[std::this_thread::get_id()]) fail(number, message);
}

/// Ends a batch; to be called with the mutex held.
void GamePool::fail(std::size_t batch, const std::string& message) {
  const auto found = jobs_.find(batch);
  if (found == jobs_.end() || found->second->is_cancelled) return;
  found->second->is_cancelled = true;
  events_.push_back({.batch = batch, .failure = message});
  has_events_.notify_one();
}

/// An external engine failed: so has the batch, which is for its asker to try again.
void GamePool::game_voided(const HandedGame& handed, const GameRecord&, const PlayerFault& fault) {
  const std::lock_guard lock(mutex_);
  auto& under_way = under_way_[std::this_thread::get_id()];
  under_way.erase(under_way.find(handed.pairing));
  fail(handed.pairing, fault.what());
}

std::optional<HandedGame> GamePool::next_game() {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(jobs_, [](const auto& entry) {
    return !entry.second->is_cancelled && entry.second->next < entry.second->batch.games.size();
  });
  if (is_closed_ || found == jobs_.end()) return std::nullopt;
  Job& job = *found->second;
  const PlannedGame& planned = job.batch.games[job.next++];
  under_way_[std::this_thread::get_id()].insert(found->first);
  HandedGame handed;
  handed.pairing = found->first;
  handed.players = {study_.opponents.size() + found->first, planned.opponent};
  handed.task.pairing = {kCandidateName, study_.opponents[planned.opponent].player.name};
  handed.task.pair = planned.pair;
  handed.task.game_of_pair = planned.game_of_pair;
  handed.task.seed = game_seed(job.batch.seed, handed.task.pairing, planned.pair, planned.game_of_pair);
  const Openings& openings = *job.batch.openings;
  handed.task.opening = &openings.at(planned.pair);
  handed.game = openings.has_own_boards() ? &openings.game(planned.pair) : &game_;
  handed.stop = [this, &is_cancelled = job.is_cancelled] {
    return is_dropping_.load(std::memory_order_relaxed) || is_cancelled.load(std::memory_order_relaxed);
  };
  return handed;
}

void GamePool::game_finished(const HandedGame& handed, GameRecord record) {
  EvaluationGame game;
  game.pair = handed.task.pair;
  game.game_of_pair = handed.task.game_of_pair;
  game.score = record.score_of_a();
  game.ended = std::move(record.ended);
  game.cpu_seconds = std::round((record.cpu_seconds[0] + record.cpu_seconds[1]) * 1e6) / 1e6;  // as it is stored
  const std::lock_guard lock(mutex_);
  auto& under_way = under_way_[std::this_thread::get_id()];
  under_way.erase(under_way.find(handed.pairing));
  events_.push_back({.batch = handed.pairing, .game = std::move(game)});
  const auto found = jobs_.find(handed.pairing);
  if (++found->second->finished == found->second->batch.games.size()) jobs_.erase(found);
  has_events_.notify_one();
}

std::unique_ptr<Player> GamePool::make_player(std::size_t index, const Game& game) const {
  if (index < study_.opponents.size())
    return rootward::make_player(study_.opponents[index].player, game, make_engine_player);
  PlayerSpec candidate;
  {
    const std::lock_guard lock(mutex_);
    candidate = jobs_.at(index - study_.opponents.size())->batch.candidate;
  }
  return rootward::make_player(candidate, game, make_engine_player);
}

}  // namespace rootward::tuning
