// The set of board positions of a game so far, for superko: constant-time lookups, additions undone last in, first out.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"

namespace rootward {

/// 64-bit position keys in an open-addressing table with linear probing. The key added last is never needed to find
/// another one, so taking it out leaves no gap in anybody's probe sequence.
class PositionSet {
 public:
  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  /// The keys in the order of addition.
  [[nodiscard]] std::span<const std::uint64_t> keys() const { return keys_; }
  /// A hash of the set that does not depend on the order of addition; 0 for the empty set.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  [[nodiscard]] bool contains(std::uint64_t key) const {
    if (keys_.empty()) return false;
    return slots_[find(key)] != kVacant;
  }

  /// The key must not be in the set.
  void add(std::uint64_t key) {
    assert(!contains(key));
    keys_.push_back(key);
    hash_ ^= mix64(key);
    if (keys_.size() * 2 > slots_.size()) {
      grow();
    } else {
      slots_[find(key)] = stored(key);
    }
  }

  /// Takes the latest additions out until `size` keys are left.
  void shrink_to(std::size_t size) {
    assert(size <= keys_.size());
    for (; keys_.size() > size; keys_.pop_back()) {
      slots_[find(keys_.back())] = kVacant;
      hash_ ^= mix64(keys_.back());
    }
  }

 private:
  static constexpr std::uint64_t kVacant = 0;
  static constexpr std::size_t kFirstCapacity = 256;

  /// Key 0 is stored as 1: at 64 bits the two are no likelier to meet than any other pair.
  static std::uint64_t stored(std::uint64_t key) { return key == kVacant ? 1 : key; }

  /// The slot that holds the key, or the vacant one where it would go.
  [[nodiscard]] std::size_t find(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(stored(key)) & mask;
    while (slots_[slot] != kVacant && slots_[slot] != stored(key)) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? kFirstCapacity : slots_.size() * 2, kVacant);
    for (std::uint64_t key : keys_) slots_[find(key)] = stored(key);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> slots_;
  std::uint64_t hash_ = 0;
};

}  // namespace rootward
