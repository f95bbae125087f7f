// Games one by one, and games in slots whose searches share the evaluator's lanes.
#include "experiments/arena/worker.h"

#include <map>
#include <utility>
#include <vector>

namespace rootward {
namespace {

/// The players of one chair, made when first needed. Only the latest game's two are kept: each holds a tree's memory.
class Chairs {
 public:
  std::array<Player*, 2> seat(const GameSource& source, const HandedGame& handed) {
    const std::array<std::size_t, 2>& indices = handed.players;
    if (std::exchange(game_, handed.game) != handed.game) players_.clear();
    std::erase_if(players_, [&](const auto& entry) { return entry.first != indices[0] && entry.first != indices[1]; });
    std::array<Player*, 2> seated{};
    for (std::size_t i = 0; i < 2; ++i) {
      std::unique_ptr<Player>& player = players_[indices[i]];
      if (!player) player = source.make_player(indices[i], *handed.game);
      seated[i] = player.get();
    }
    return seated;
  }

 private:
  const Game* game_ = nullptr;
  std::map<std::size_t, std::unique_ptr<Player>> players_;
};

class Slots final : public ThinkFeeder {
 public:
  Slots(GameSource& source, std::size_t count) : source_(source), slots_(count) {}

  std::optional<ThinkTask> next(std::size_t index) override {
    Slot& slot = slots_[index];
    for (;;) {
      if (!slot.match && !begin(slot)) return std::nullopt;
      if (Searcher* searcher = play_on(slot))
        return ThinkTask{.searcher = searcher, .position = &slot.match->position(), .stop = &slot.handed->stop};
      if (slot.match && slot.match->is_finished()) source_.game_finished(*slot.handed, slot.match->take_record());
      slot.match.reset();
    }
  }

  void finished(std::size_t index, const SearchResult& result) override {
    Slot& slot = slots_[index];
    if (slot.handed->stop()) {
      slot.match.reset();
      return;
    }
    try {
      slot.match->search_finished(result, slot.handed->stop);
    } catch (const PlayerFault& fault) {
      give_up(slot, fault);
    }
  }

 private:
  struct Slot {
    Chairs chairs;
    std::optional<HandedGame> handed;
    std::optional<Match> match;
  };

  bool begin(Slot& slot) {
    slot.handed = source_.next_game();
    if (!slot.handed) return false;
    slot.match.emplace(*slot.handed->game, slot.handed->task, slot.chairs.seat(source_, *slot.handed));
    return true;
  }

  Searcher* play_on(Slot& slot) {
    try {
      return slot.match->play_until_search(slot.handed->stop);
    } catch (const PlayerFault& fault) {
      give_up(slot, fault);
      return nullptr;
    }
  }

  void give_up(Slot& slot, const PlayerFault& fault) {
    source_.game_voided(*slot.handed, slot.match->take_record(), fault);
    slot.match.reset();
  }

  GameSource& source_;
  std::vector<Slot> slots_;
};

}  // namespace

void play_one_by_one(GameSource& source) {
  Chairs chairs;
  while (const std::optional<HandedGame> handed = source.next_game()) {
    Match match(*handed->game, handed->task, chairs.seat(source, *handed));
    try {
      if (match.play_to_end(handed->stop)) source.game_finished(*handed, match.take_record());
    } catch (const PlayerFault& fault) {
      source.game_voided(*handed, match.take_record(), fault);
    }
  }
}

void play_side_by_side(const Game& game, GameSource& source, const SideBySidePlan& plan) {
  Slots slots(source, plan.slots);
  game.think_side_by_side(plan.evaluator, plan.slots, slots);
}

}  // namespace rootward
