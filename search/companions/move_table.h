// Mean returns of moves, by player and key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/playout_trace.h"
#include "core/types.h"

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
  /// In the seat's own view; `unseen` where nothing is known.
  [[nodiscard]] Value mean(Seat seat, MoveKey key, Value unseen) const {
    if (key == kNoMoveKey) return unseen;
    const Row& row = rows_[static_cast<std::size_t>(seat)][key];
    return row.count > 0 ? row.sum / row.count : unseen;
  }

 private:
  struct Row {
    double count = 0;
    double sum = 0;
  };
  std::array<std::vector<Row>, 2> rows_;
};

}  // namespace rootward
