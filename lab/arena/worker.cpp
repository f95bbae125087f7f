// Games one by one, and games in slots whose searches share the evaluator's lanes.
#include "lab/arena/worker.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/guest_failure.h"

namespace rootward {
namespace {

VoidRecord void_record_of(GameRecord game, const PlayerFault& fault) {
  return {static_cast<ScheduledGame&&>(game), fault.player(), fault.reason(), fault.what()};
}

/// The players of one chair, made when first needed, and what they remember together. Of the players only the latest
/// game's two are kept: each holds a tree's memory.
class Chairs {
 public:
  std::array<Player*, 2> seat(const GameJob& job) {
    if (game_ != job.game) players_.clear();
    game_ = job.game;
    std::erase_if(players_, [&](const auto& entry) { return std::ranges::count(job.players, entry.first) == 0; });
    std::array<Player*, 2> seated{};
    for (std::size_t i = 0; i < 2; ++i) {
      std::unique_ptr<Player>& player = players_[job.players[i]];
      if (!player) player = (*job.players[i])(*job.game);
      seated[i] = player.get();
    }
    return seated;
  }
  SharedMemories& memories() { return memories_; }

 private:
  SharedMemories memories_;
  std::shared_ptr<const Game> game_;
  std::map<std::shared_ptr<const PlayerMaker>, std::unique_ptr<Player>> players_;
};

class Slots final : public ThinkSource {
 public:
  Slots(GameSource& source, std::size_t count) : source_(source), slots_(count) {}

  std::optional<ThinkTask> next(std::size_t index) override {
    Slot& slot = slots_[index];
    for (;;) {
      if (!slot.match && !begin(slot, index)) return std::nullopt;
      if (Searcher* searcher = play_on(slot, index))
        return ThinkTask{.searcher = searcher, .position = &slot.match->position(), .stop = &slot.job->stop};
      if (slot.match && slot.match->is_finished()) source_.finished(index, slot.match->take_record());
      slot.match.reset();
    }
  }

  void finished(std::size_t index, SearchResult result) override {
    Slot& slot = slots_[index];
    if (slot.job->stop()) {
      slot.match.reset();
      return;
    }
    try {
      slot.match->search_finished(result, slot.job->stop);
    } catch (const PlayerFault& fault) {
      give_up(slot, index, fault);
    }
  }

  /// What was asked of a host together, or whose operator it was, is one of the games under way.
  void add_places(GuestFailure& failure) const {
    std::string games;
    for (const Slot& slot : slots_)
      if (slot.match) games += (games.empty() ? "" : "; ") + slot.match->place();
    failure.add_place("one of the games side by side: " + games);
  }

 private:
  struct Slot {
    Chairs chairs;
    std::optional<GameJob> job;
    std::optional<Match> match;
  };

  bool begin(Slot& slot, std::size_t index) {
    slot.job = source_.next(index);
    if (!slot.job) return false;
    slot.match.emplace(*slot.job->game, slot.job->task, slot.chairs.seat(*slot.job), slot.chairs.memories());
    return true;
  }

  Searcher* play_on(Slot& slot, std::size_t index) {
    try {
      return slot.match->play_until_search(slot.job->stop);
    } catch (const PlayerFault& fault) {
      give_up(slot, index, fault);
      return nullptr;
    }
  }

  void give_up(Slot& slot, std::size_t index, const PlayerFault& fault) {
    source_.finished(index, void_record_of(slot.match->take_record(), fault));
    slot.match.reset();
  }

  GameSource& source_;
  std::vector<Slot> slots_;
};

}  // namespace

bool are_one_pair(const Ticket& first, const Ticket& second) {
  return first.batch == second.batch && first.index / 2 == second.index / 2;
}

void play_one_by_one(GameSource& source) {
  Chairs chairs;
  while (const std::optional<GameJob> job = source.next(0)) {
    Match match(*job->game, job->task, chairs.seat(*job), chairs.memories());
    try {
      if (match.play_to_end(job->stop)) source.finished(0, match.take_record());
    } catch (const PlayerFault& fault) {
      source.finished(0, void_record_of(match.take_record(), fault));
    }
  }
}

void play_side_by_side(const Game& game, GameSource& source, const SideBySidePlan& plan) {
  Slots slots(source, plan.slots);
  try {
    game.think_side_by_side(plan.evaluator, plan.slots, slots);
  } catch (GuestFailure& failure) {
    slots.add_places(failure);
    throw;
  }
}

/// As many slots as the evaluator's lanes, but no more than a thread's games; few games are played faster one by one.
GamePool::Work game_work(const Game& game, const SideBySidePlan& plan) {
  constexpr std::size_t kFewestSlots = 3;
  return [&game, plan](GameSource& source, std::size_t share) {
    SideBySidePlan fitting = plan;
    fitting.slots = std::min(plan.slots, share);
    if (fitting.slots < kFewestSlots)
      play_one_by_one(source);
    else
      play_side_by_side(game, source, fitting);
  };
}

}  // namespace rootward
