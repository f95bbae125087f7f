// A bounded memory of a network's answers, shared by the games of one player in one thread, and by the two seats of a
// game that ask the same network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluators/net/input_key.h"
#include "evaluators/net/runner.h"

namespace rootward::net {

/// Direct-mapped: what is stored last holds the place. A hit counts only where this game has asked before; so the count
/// is a game's own and does not depend on which games the thread played before, though these save work too.
class NetCache {
 public:
  /// Room for `entries` answers; 0: none.
  explicit NetCache(std::size_t entries) : capacity_(entries) {}

  [[nodiscard]] bool is_none() const { return capacity_ == 0; }
  void new_game() { ++game_; }
  /// The stored answer, or null; `is_hit` tells whether it counts.
  const Output* find(const InputKey& key, bool& is_hit) {
    is_hit = false;
    if (entries_.empty()) return nullptr;
    Entry& entry = place(key);
    if (entry.game == 0 || !(entry.key == key)) return nullptr;
    is_hit = entry.game == game_;
    entry.game = game_;
    return &entry.output;
  }
  void store(const InputKey& key, const Output& output) {
    if (capacity_ == 0) return;
    if (entries_.empty()) entries_.resize(capacity_);
    place(key) = {.key = key, .game = game_, .output = output};
  }

 private:
  struct Entry {
    InputKey key;
    std::uint64_t game = 0;  ///< that asked last; 0 = vacant
    Output output;
  };
  Entry& place(const InputKey& key) { return entries_[static_cast<std::size_t>(key.words[0] % entries_.size())]; }

  std::size_t capacity_;
  std::vector<Entry> entries_;  // none before the first is stored
  std::uint64_t game_ = 1;
};

}  // namespace rootward::net
