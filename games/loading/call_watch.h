// What each thread asks of a loaded game at this moment, so that a crash, a hang or an exit inside of it ends the
// program with a message and exit code 2, not by a signal.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rootward {
class PluginPosition;
}

namespace rootward::loading {

/// One thread's. The watch reads it when the thread stands still, and sets a mark that every step clears: a call costs
/// a search little, for there are many.
struct CallSlot {
  static constexpr std::size_t kMost = 1024;
  std::atomic<const PluginPosition*> position{nullptr};  ///< null: the thread is in no game
  std::atomic<const char*> doing{nullptr};               ///< a literal
  std::atomic<bool> is_marked{false};                    ///< by the watch, since the last step
  std::atomic<std::uint32_t> count{0};                   ///< of the moves behind the position's own
  std::array<std::uint32_t, kMost> moves{};              ///< of a playout, as far as there is room
};

inline thread_local constinit CallSlot* thread_slot = nullptr;
/// The calling thread's from now on; begins to watch where nobody does yet.
CallSlot* register_thread();

/// While it lives, the thread is inside of a game.
class Calling {
 public:
  Calling(const PluginPosition& position, const char* doing) {
    if (thread_slot == nullptr) [[unlikely]]
      thread_slot = register_thread();
    slot_ = thread_slot;
    before_ = slot_->position.load(std::memory_order_relaxed);
    slot_->doing.store(doing, std::memory_order_relaxed);
    step();
    slot_->position.store(&position, std::memory_order_release);
  }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;
  ~Calling() { slot_->position.store(before_, std::memory_order_release); }

 protected:
  void step() { slot_->is_marked.store(false, std::memory_order_relaxed); }

  CallSlot* slot_;

 private:
  const PluginPosition* before_;
};

/// The same for a random game that goes on behind the position.
class CallingGame : public Calling {
 public:
  explicit CallingGame(const PluginPosition& position) : Calling(position, "a random game") {}
  ~CallingGame() { forget(); }
  CallingGame(const CallingGame&) = delete;
  CallingGame& operator=(const CallingGame&) = delete;

  /// It plays this next.
  void play(std::uint32_t move) {
    const std::uint32_t count = slot_->count.load(std::memory_order_relaxed);
    if (count < CallSlot::kMost) {
      slot_->moves[count] = move;
      slot_->count.store(count + 1, std::memory_order_release);
    }
    step();
  }
  /// Its moves are no longer part of what is done.
  void forget() { slot_->count.store(0, std::memory_order_relaxed); }
};

}  // namespace rootward::loading
