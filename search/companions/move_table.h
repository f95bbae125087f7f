// Mean returns of moves, by player and key, which several companions count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/playout_trace.h"
#include "core/types.h"
#include "search/companion.h"

namespace rootward {

class MoveTable {
 public:
  void resize(std::size_t keys) {
    for (auto& rows : rows_) rows.resize(keys);
  }
  void clear() {
    for (auto& rows : rows_) rows.assign(rows.size(), {});
  }
  void decay(double factor) {
    for (auto& rows : rows_) {
      for (Row& row : rows) {
        row.count *= factor;
        row.sum *= factor;
      }
    }
  }
  /// `value` in the seat's own view.
  void add(Seat seat, MoveKey key, Value value) {
    Row& row = rows_[static_cast<std::size_t>(seat)][key];
    row.count += 1;
    row.sum += value;
  }
  /// The moves of the tree, and those of the playout where `with_playout`.
  void count(const FinishedSimulation& simulation, const CompanionGround& ground, bool with_playout) {
    for (std::size_t depth = 1; depth < simulation.path.size(); ++depth) {
      const Slot slot = simulation.path[depth];
      const Block block = simulation.tree.block(slot.block);
      add_known(block.header().seat, ground.key_of(block, slot.index), simulation.value);
    }
    if (!with_playout) return;
    Seat seat = simulation.trace.first_seat();
    for (const MoveKey key : simulation.trace.moves()) {
      add_known(seat, key, simulation.value);
      seat = other(seat);
    }
  }
  /// In the seat's own view; `unseen` where nothing is known.
  [[nodiscard]] Value mean(Seat seat, MoveKey key, Value unseen) const {
    if (key == kNoMoveKey) return unseen;
    const Row& row = rows_[static_cast<std::size_t>(seat)][key];
    return row.count > 0 ? row.sum / row.count : unseen;
  }
  /// The mean result in [0, 1] of a child's move for its player; 1/2 where nothing is known.
  [[nodiscard]] double mean_result(const Block& block, std::uint32_t index, const CompanionGround& ground) const {
    return 0.5 * (mean(block.header().seat, ground.key_of(block, index), 0) + 1);
  }

 private:
  struct Row {
    double count = 0;
    double sum = 0;
  };
  /// `value` in the first seat's view.
  void add_known(Seat seat, MoveKey key, Value value) {
    if (key != kNoMoveKey) add(seat, key, sign_of(seat) * value);
  }
  std::array<std::vector<Row>, 2> rows_;
};

}  // namespace rootward
