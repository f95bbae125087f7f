// Remembers ladder searches: a leaf's last boards were mostly leaves before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "evaluators/net/ladder.h"

namespace rootward::net {

/// Direct-mapped: a newer board takes an older one's place. What it answers does not depend on what it remembers.
class LadderCache {
 public:
  /// `key` is the board's Zobrist key.
  template <class Board>
  const Ladders& find(const Board& board, Point ko) {
    const std::uint64_t key = derive_seed(board.key(), {static_cast<std::uint64_t>(ko + 1)});
    Entry& entry = entries_[static_cast<std::size_t>(key) % kEntries];
    if (entry.key == key && !entry.ladders.captured.empty()) return entry.ladders;
    stones_.clear();
    for (Point point = 0; point < board.points(); ++point) stones_.push_back(board.at(point));
    entry.key = key;
    entry.ladders = find_ladders(stones_, board.size(), ko);
    return entry.ladders;
  }

 private:
  static constexpr std::size_t kEntries = 512;
  struct Entry {
    std::uint64_t key = 0;
    Ladders ladders;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
  std::vector<Stone> stones_;
};

}  // namespace rootward::net
