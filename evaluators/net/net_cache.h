// A bounded memory of a network's answers, shared by the games of one player in one thread, and by the two seats of a
// game that ask the same network.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "evaluators/net/input_key.h"
#include "evaluators/net/runner.h"

namespace rootward::net {

/// Direct-mapped: what is stored last holds the place. A hit counts only where this game has asked before; so the count
/// is a game's own and does not depend on which games the thread played before, though these save work too. An answer
/// lies in one piece, whose lines are fetched together.
class NetCache {
 public:
  /// Room for `entries` answers of one network on one board; 0: none.
  explicit NetCache(std::size_t entries) : capacity_(entries) {}

  [[nodiscard]] bool is_none() const { return capacity_ == 0; }
  void new_game() { ++game_; }
  /// The stored answer, which is valid until the next store(), or nothing; `is_hit` tells whether it counts.
  std::optional<OutputView> find(const InputKey& key, bool& is_hit) {
    is_hit = false;
    if (!memory_) return std::nullopt;
    std::byte* place = place_of(key);
    for (std::size_t line = 0; line < stride_; line += kLine) __builtin_prefetch(place + line);
    Entry& entry = entry_at(place);
    if (entry.game == 0 || !(entry.key == key)) return std::nullopt;
    is_hit = entry.game == game_;
    entry.game = game_;
    return OutputView{.policy = {policy_at(place), policy_size_}, .value = entry.value, .error = entry.error};
  }
  /// Throws std::bad_alloc.
  void store(const InputKey& key, const Output& output) {
    if (capacity_ == 0) return;
    if (!memory_) allocate(output.policy.size());
    assert(output.policy.size() == policy_size_);
    std::byte* place = place_of(key);
    entry_at(place) = {.key = key, .game = game_, .value = output.value, .error = output.error};
    std::ranges::copy(output.policy, policy_at(place));
  }

 private:
  struct Entry {  // the policy follows
    InputKey key;
    std::uint64_t game = 0;  ///< that asked last; 0 = vacant, as zeroed memory is
    double value = 0;
    double error = 0;
  };
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  static constexpr std::size_t kLine = 64;                         // bytes that a processor fetches at once
  static constexpr std::size_t kLargePage = std::size_t{2} << 20;  // bytes of a large page

  /// In large pages where there are any: places are asked for in no order, and most of the time went into finding small
  /// ones.
  void allocate(std::size_t policy_size) {
    policy_size_ = policy_size;
    stride_ = (sizeof(Entry) + sizeof(float) * policy_size + kLine - 1) / kLine * kLine;
    const std::size_t pages = (capacity_ * stride_ + kLargePage - 1) / kLargePage;
    memory_.reset(static_cast<std::byte*>(std::calloc(pages + 1, kLargePage)));
    if (!memory_) throw std::bad_alloc();
    void* start = memory_.get();
    std::size_t room = (pages + 1) * kLargePage;
    places_ = static_cast<std::byte*>(std::align(kLargePage, pages * kLargePage, start, room));
    (void)::madvise(places_, pages * kLargePage, MADV_HUGEPAGE);
  }
  [[nodiscard]] std::byte* place_of(const InputKey& key) const {
    return places_ + static_cast<std::size_t>(key.words[0] % capacity_) * stride_;
  }
  static Entry& entry_at(std::byte* place) { return *reinterpret_cast<Entry*>(place); }
  static float* policy_at(std::byte* place) { return reinterpret_cast<float*>(place + sizeof(Entry)); }

  std::size_t capacity_;
  std::size_t policy_size_ = 0;
  std::size_t stride_ = 0;                   // bytes of an answer
  std::unique_ptr<std::byte, Free> memory_;  // none before the first is stored
  std::byte* places_ = nullptr;              // within it, at the start of a line
  std::uint64_t game_ = 1;
};

}  // namespace rootward::net
