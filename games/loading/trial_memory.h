// What a trial shares with its child: memory between pages that nobody may touch, and a report that outlives a crash.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rootward::loading {

/// In memory of parent and child. The child writes before each call, so that the parent knows where it ended.
struct TrialReport {
  static constexpr std::size_t kText = 4096;
  std::atomic<std::uint64_t> steps;
  std::atomic<const char*> doing;    ///< the function that is called, a literal
  std::atomic<const char*> touched;  ///< memory that a fault was about, a literal; null: elsewhere
  std::atomic<std::uint32_t> games;
  std::atomic<bool> is_done, is_found;  ///< the child ended by its own will, found a fault: a game may end it, too
  std::size_t moves_size;
  std::array<char, kText> moves;    ///< of the game under way; of long ones the last
  std::array<char, kText> message;  ///< what the child found
  void add_move(std::string_view text);
};

/// A promise that is broken; what() says which.
class BrokenPromise : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Pages with one before and one after that may not be touched. `data()` may be written, `view()` is the same memory
/// and may be read only.
class GuardedArea {
 public:
  /// `what`: for messages, "the state".
  GuardedArea(std::size_t size, const char* what);
  GuardedArea(const GuardedArea&) = delete;
  GuardedArea& operator=(const GuardedArea&) = delete;
  ~GuardedArea();

  /// Puts the block at the end of the pages, or at their start, as far as `alignment` lets it. All else is filled with
  /// a pattern.
  void place(bool at_end, std::size_t alignment);
  [[nodiscard]] std::byte* data() const { return pages_ + offset_; }
  [[nodiscard]] const std::byte* view() const { return view_ + offset_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Whether all around the block is as it was.
  [[nodiscard]] bool is_untouched() const;
  /// What the address is in this area, for messages; null: nothing.
  [[nodiscard]] const char* about(const void* address) const;

 private:
  std::byte* map(int file) const;

  std::size_t size_;
  std::size_t pages_size_;
  const char* what_;
  std::byte* pages_;
  std::byte* view_;
  std::size_t offset_ = 0;
};

/// In the child: tells the handler of faults about an area. At most 8.
void watch_area(const GuardedArea& area);

/// Runs `work` in a child process. BrokenPromise and UsageError of its, a signal, and ten seconds without a step become
/// UsageError; the report is left for the caller.
class ChildTrial {
 public:
  ChildTrial();
  ChildTrial(const ChildTrial&) = delete;
  ChildTrial& operator=(const ChildTrial&) = delete;
  ~ChildTrial();
  void run(const std::function<void(TrialReport&)>& work);
  [[nodiscard]] const TrialReport& report() const { return *report_; }

 private:
  [[noreturn]] void child(const std::function<void(TrialReport&)>& work, int alive);
  [[noreturn]] void refuse(const std::string& what) const;

  TrialReport* report_;
};

}  // namespace rootward::loading
