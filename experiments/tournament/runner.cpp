// The pool: threads take games in order from one queue, the caller's thread collects, stores and reports.
#include "experiments/tournament/runner.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "experiments/arena/game_id.h"
#include "experiments/arena/worker.h"
#include "experiments/config/parts.h"

namespace rootward::tournament {
namespace {

using Clock = std::chrono::steady_clock;

/// A game to play, by place in the schedule.
struct Place {
  std::size_t pairing = 0;
  std::uint32_t pair = 0;
  int game_of_pair = 0;
};

/// A game that an external player's failure ended, and whether its pairing is to be played no more.
struct VoidGame {
  VoidRecord record;
  bool is_last_straw = false;
};

VoidRecord void_record_of(const GameRecord& game, const PlayerFault& fault) {
  return {.id = game.id,
          .pairing = game.pairing,
          .pair = game.pair,
          .seats = game.seats,
          .seed = game.seed,
          .player = fault.player(),
          .reason = fault.reason(),
          .message = fault.what(),
          .opening = game.opening,
          .moves = game.moves};
}

/// Pair by pair through all pairings, so that they advance together.
std::vector<Place> games_to_play(const std::vector<PairingState>& pairings, std::uint32_t pairs) {
  std::vector<Place> places;
  for (std::uint32_t pair = 0; pair < pairs; ++pair)
    for (std::size_t pairing = 0; pairing < pairings.size(); ++pairing)
      for (const int game : {0, 1})
        if (pairings[pairing].needs(pair, game)) places.push_back({pairing, pair, game});
  return places;
}

/// As many slots as the evaluator's lanes, but no more than a thread's games; few games are played faster one by one.
SideBySidePlan slots_for(const TournamentPlan& plan, std::size_t games_a_thread) {
  constexpr std::size_t kFewestSlots = 3;
  SideBySidePlan side_by_side = plan.side_by_side;
  side_by_side.slots = std::min(side_by_side.slots, games_a_thread);
  if (side_by_side.slots < kFewestSlots) side_by_side.slots = 1;
  return side_by_side;
}

class Pool final : GameSource {
 public:
  Pool(const TournamentPlan& plan, std::vector<Place> places, std::size_t pairing_count)
      : plan_(plan),
        pairings_(make_pairings(*plan.config)),
        places_(std::move(places)),
        is_pairing_closed_(std::make_unique<std::atomic<bool>[]>(pairing_count)),
        voids_in_a_row_(pairing_count) {
    const std::size_t count = std::min(plan.threads, places_.size());
    side_by_side_ = slots_for(plan, count == 0 ? 0 : (places_.size() + count - 1) / count);
    running_ = count;
    for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() override {
    drop_games();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Waits up to `patience` for finished games. An exception of a worker is thrown here, after the games before it.
  std::vector<std::pair<std::size_t, GameRecord>> collect(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience,
                      [this] { return !finished_.empty() || !voids_.empty() || running_ == 0 || failure_; });
    if (failure_ && finished_.empty()) std::rethrow_exception(failure_);
    return std::exchange(finished_, {});
  }
  std::vector<VoidGame> collect_voids() {
    const std::lock_guard lock(mutex_);
    return std::exchange(voids_, {});
  }
  /// All threads have ended and everything was collected.
  bool is_done() {
    const std::lock_guard lock(mutex_);
    return running_ == 0 && finished_.empty() && voids_.empty() && !failure_;
  }
  void start_no_more() { is_closed_ = true; }
  /// The games under way end without a result.
  void drop_games() {
    is_closed_ = true;
    is_dropping_ = true;
  }
  void close_pairing(std::size_t pairing) { is_pairing_closed_[pairing] = true; }

 private:
  std::optional<Place> next_place() {
    while (!is_closed_) {
      const std::optional<Place> place = next_planned();
      if (!place) break;
      if (!is_pairing_closed_[place->pairing]) return place;
    }
    return std::nullopt;
  }

  /// Void games first, then the list.
  std::optional<Place> next_planned() {
    const std::lock_guard lock(mutex_);
    if (!again_.empty()) {
      const Place place = again_.back();
      again_.pop_back();
      return place;
    }
    if (next_ >= places_.size()) return std::nullopt;
    return places_[next_++];
  }

  void work() {
    try {
      if (side_by_side_.slots > 1) {
        play_side_by_side(*plan_.game, *this, side_by_side_);
      } else {
        play_one_by_one(*this);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      drop_games();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_one();
  }

  std::optional<HandedGame> next_game() override {
    const std::optional<Place> place = next_place();
    if (!place) return std::nullopt;
    const Pairing& pairing = pairings_[place->pairing];
    HandedGame handed;
    handed.pairing = place->pairing;
    handed.players = {pairing.a, pairing.b};
    handed.task.pairing = pairing_names(*plan_.config, pairing);
    handed.task.pair = place->pair;
    handed.task.game_of_pair = place->game_of_pair;
    handed.task.seed = game_seed(plan_.config->seed, handed.task.pairing, place->pair, place->game_of_pair);
    handed.task.opening = &plan_.openings->at(place->pair);
    handed.task.scorer = plan_.scorer;
    handed.game = plan_.openings->has_own_boards() ? &plan_.openings->game(place->pair) : plan_.game;
    if (plan_.openings->has_own_boards()) handed.task.board = game_yaml(handed.game->id());
    handed.stop = [this, &is_pairing_closed = is_pairing_closed_[place->pairing]] {
      return is_dropping_.load(std::memory_order_relaxed) || is_pairing_closed.load(std::memory_order_relaxed);
    };
    return handed;
  }
  void game_finished(const HandedGame& handed, GameRecord record) override {
    const std::lock_guard lock(mutex_);
    voids_in_a_row_[handed.pairing] = 0;
    finished_.emplace_back(handed.pairing, std::move(record));
    changed_.notify_one();
  }
  void game_voided(const HandedGame& handed, const GameRecord& record, const PlayerFault& fault) override {
    const std::lock_guard lock(mutex_);
    VoidGame game{.record = void_record_of(record, fault)};
    const bool is_second_try = !voided_.insert(record.id).second;
    game.is_last_straw = ++voids_in_a_row_[handed.pairing] >= 2 || is_second_try;
    if (game.is_last_straw)
      is_pairing_closed_[handed.pairing] = true;
    else
      again_.push_back({handed.pairing, handed.task.pair, handed.task.game_of_pair});
    voids_.push_back(std::move(game));
    changed_.notify_one();
  }
  [[nodiscard]] std::unique_ptr<Player> make_player(std::size_t index, const Game& game) const override {
    return plan_.make_player(index, game);
  }

  const TournamentPlan& plan_;
  std::vector<Pairing> pairings_;
  std::vector<Place> places_;
  SideBySidePlan side_by_side_;
  std::atomic<bool> is_closed_{false};
  std::atomic<bool> is_dropping_{false};
  std::unique_ptr<std::atomic<bool>[]> is_pairing_closed_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::vector<std::pair<std::size_t, GameRecord>> finished_;
  std::size_t next_ = 0;             // in places_
  std::vector<Place> again_;         // void games to be played once more
  std::set<std::string> voided_;     // ids of games that were void once
  std::vector<VoidGame> voids_;      // to be collected
  std::vector<int> voids_in_a_row_;  // by pairing, since its last finished game
  std::size_t running_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

RunStatus status_of(const std::vector<PairingState>& pairings, std::uint64_t played, Clock::time_point start) {
  RunStatus status;
  for (const PairingState& pairing : pairings) {
    status.games_done += pairing.games_done();
    status.games_wanted += pairing.games_wanted();
  }
  status.games_played = played;
  status.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  status.pairings = &pairings;
  return status;
}

}  // namespace

std::vector<PairingState> load_pairings(const TournamentPlan& plan, const std::vector<GameRecord>& stored) {
  std::vector<PairingState> pairings;
  std::map<std::array<std::string, 2>, std::size_t> index_of;
  for (const Pairing& pairing : make_pairings(*plan.config)) {
    const std::array<std::string, 2> names = pairing_names(*plan.config, pairing);
    index_of[names] = pairings.size();
    pairings.emplace_back(names, plan.pairs, plan.shard, plan.config->sprt);
  }
  for (const GameRecord& record : stored) {
    const auto found = index_of.find(record.pairing);
    if (found != index_of.end()) pairings[found->second].load(record);
  }
  for (PairingState& pairing : pairings) pairing.finish_loading();
  return pairings;
}

bool run_games(const TournamentPlan& plan, std::vector<PairingState>& pairings, const RunHooks& hooks) {
  constexpr std::chrono::milliseconds kPatience{100};
  const Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> stopped_at;
  std::uint64_t played = 0;
  Pool pool(plan, games_to_play(pairings, plan.pairs), pairings.size());
  while (!pool.is_done()) {
    for (auto& [index, finished] : pool.collect(kPatience)) {
      for (const GameRecord& record : pairings[index].take(std::move(finished))) {
        hooks.store(record);
        ++played;
      }
      if (pairings[index].is_decided()) pool.close_pairing(index);
    }
    for (const VoidGame& game : pool.collect_voids()) {
      if (hooks.store_void) hooks.store_void(game.record);
      if (game.is_last_straw && hooks.give_up) hooks.give_up(game.record);
    }
    hooks.report(status_of(pairings, played, start));
    if (!stopped_at && hooks.stop_requested()) {
      stopped_at = Clock::now();
      pool.start_no_more();
    }
    if (stopped_at && Clock::now() - *stopped_at > hooks.grace) pool.drop_games();
  }
  const RunStatus status = status_of(pairings, played, start);
  hooks.report(status);
  return status.games_done >= status.games_wanted;
}

}  // namespace rootward::tournament
