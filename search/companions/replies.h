// Last good replies: playouts answer a move as its last winner did.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/params.h"
#include "core/playout_policy.h"
#include "core/types.h"
#include "search/companion.h"

namespace rootward {

/// Last good replies: the winner's moves become the replies to the moves before them, the loser's are forgotten where
/// they stand.
class Replies final : public Companion {
 public:
  static constexpr std::string_view kName = "replies";
  static constexpr CompanionNeeds kNeeds{.keys = true, .playouts = true};
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "playouts answer as the winner of the last simulation with the same move, or the same two moves, "
                "before did",
            .source = "Drake 2009; forgetting: Baier & Drake 2010; Orego",
            .parameters = {{.key = "depth",
                            .help = "moves before that a reply is kept for; 2: two, else one",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{2},
                            .low = 1,
                            .high = 2,
                            .source = "Drake 2009"},
                           {.key = "forget",
                            .help = "whether the loser's replies are erased",
                            .type = ParamType::boolean,
                            .fallback = true,
                            .source = "Baier & Drake 2010"}}};
  }

  explicit Replies(const Params& params)
      : depth_(static_cast<int>(params.integer("depth"))), forgets_(params.boolean("forget")) {}

  [[nodiscard]] int depth() const { return depth_; }
  /// The seat played `key` after `last` and `before`, and won or lost.
  void count(ReplyTable& table, Seat seat, MoveKey key, MoveKey last, MoveKey before, bool has_won) const {
    for (MoveKey* reply : {table.to_one(seat, last), table.to_two(seat, last, before)}) {
      if (reply == nullptr) continue;
      if (has_won)
        *reply = key;
      else if (forgets_ && *reply == key)
        *reply = kNoMoveKey;
    }
  }

  [[nodiscard]] bool wants_trace() const override { return true; }
  void new_game(std::uint64_t) override { ground().policy.replies().resize(ground().key_count, depth_); }
  void begin(bool) override {
    ReplyTable& table = ground().policy.replies();
    if (table.keys() != ground().key_count) table.resize(ground().key_count, depth_);
  }
  void update(const FinishedSimulation& simulation) override {
    if (simulation.result == 0) return;
    MoveKey last = kNoMoveKey;
    MoveKey before = kNoMoveKey;
    const auto count_next = [&](Seat seat, MoveKey key) {
      if (key != kNoMoveKey)
        count(ground().policy.replies(), seat, key, last, before, sign_of(seat) * simulation.result > 0);
      before = last;
      last = key;
    };
    for (std::size_t depth = 1; depth < simulation.path.size(); ++depth) {
      const Slot slot = simulation.path[depth];
      const Block block = simulation.tree.block(slot.block);
      count_next(block.header().seat, ground().key_of(block, slot.index));
    }
    Seat seat = simulation.trace.first_seat();
    for (const MoveKey key : simulation.trace.moves()) {
      count_next(seat, key);
      seat = other(seat);
    }
  }
  [[nodiscard]] bool guides_playouts() const override { return true; }

 protected:
  void meet(std::span<const std::unique_ptr<Companion>>) override { ground().policy.reply_by_table(true); }

 private:
  int depth_;
  bool forgets_;
};

}  // namespace rootward
