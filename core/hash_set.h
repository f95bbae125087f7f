// A set of hashes in one block of memory: twenty bytes each or less, where std::unordered_set takes forty.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rootward {

class HashSet {
 public:
  /// Whether it is new.
  bool insert(std::uint64_t hash) {
    if (hash == kFree) return !std::exchange(has_free_, true);
    if (4 * (used_ + 1) > 3 * slots_.size()) grow();
    std::uint64_t& slot = slots_[slot_of(hash)];
    if (slot == hash) return false;
    slot = hash;
    ++used_;
    return true;
  }

  [[nodiscard]] std::size_t size() const { return used_ + (has_free_ ? 1 : 0); }
  [[nodiscard]] bool contains(std::uint64_t hash) const {
    if (hash == kFree) return has_free_;
    return !slots_.empty() && slots_[slot_of(hash)] == hash;
  }
  /// Whether more than `share` of its own are in the other one too. False where it is empty.
  [[nodiscard]] bool lies_in(const HashSet& other, double share) const {
    const double most = (1 - share) * static_cast<double>(size());
    std::size_t missing = has_free_ && !other.has_free_ ? 1 : 0;
    for (const std::uint64_t hash : slots_) {
      if (static_cast<double>(missing) >= most) return false;
      if (hash != kFree && !other.contains(hash)) ++missing;
    }
    return static_cast<double>(missing) < most;
  }

  /// Adds all of another one; returns how many of them were there already.
  std::size_t join(const HashSet& other) {
    // Room first: what comes in the order of its slots would crowd the first slots of a smaller table.
    while (4 * (used_ + other.used_ + 1) > 3 * slots_.size()) grow();
    std::size_t known = other.has_free_ && !insert(kFree) ? 1 : 0;
    for (const std::uint64_t hash : other.slots_)
      if (hash != kFree && !insert(hash)) ++known;
    return known;
  }

 private:
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kFirstSlots = 16;

  /// Where it stands, or would stand. The factor spreads hashes that are no good ones (Fibonacci hashing).
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    const int shift = 64 - std::countr_zero(slots_.size());
    auto at = static_cast<std::size_t>((hash * 0x9e3779b97f4a7c15U) >> static_cast<unsigned>(shift));
    while (slots_[at] != kFree && slots_[at] != hash) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    const std::vector<std::uint64_t> before =
        std::exchange(slots_, std::vector<std::uint64_t>(slots_.empty() ? kFirstSlots : 2 * slots_.size()));
    for (const std::uint64_t hash : before)
      if (hash != kFree) slots_[slot_of(hash)] = hash;
  }

  std::vector<std::uint64_t> slots_;  // a power of two of them, at most three quarters full
  std::size_t used_ = 0;
  bool has_free_ = false;  // the hash that marks a free slot was put in
};

}  // namespace rootward
