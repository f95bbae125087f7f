// Threads of several runs on one machine: as many work as it has seats, those of the earliest run before all others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <set>

namespace rootward {

/// Runs are numbered in the order in which they begin and are served. A later one works where an earlier one leaves
/// seats, and gets up as soon as that one asks for them. Any thread may call any function.
class Seats {
 public:
  explicit Seats(std::size_t count) : count_(count) {}
  Seats(const Seats&) = delete;
  Seats& operator=(const Seats&) = delete;

  /// Waits until every run before this one has begun, none of them has work that waits, and a seat is free. False:
  /// `stop` or close() came first. Such a run has not begun, and none after it will.
  bool begin(std::size_t run, const std::function<bool()>& stop);
  void end(std::size_t run);
  /// No more runs begin; those under way go on.
  void close();

  /// Whether work of the run waits. It is setting up until it has told so for the first time.
  void tell_work(std::size_t run, bool is_there);
  /// For a thread of a run whose work waits. False: not now; the run asks for a seat until it gets one, or its work is
  /// gone.
  bool sit(std::size_t run);
  void rise();
  /// An earlier run asks for a seat.
  [[nodiscard]] bool is_asked_for(std::size_t run) const { return first_asking_.load(std::memory_order_relaxed) < run; }
  /// All before it have ended.
  [[nodiscard]] bool is_first(std::size_t run) const;

 private:
  // To be called with the mutex held:
  void ask_no_more(std::size_t run);

  const std::size_t count_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable news_;
  std::size_t taken_ = 0;
  std::size_t next_ = 0;  // the run to begin
  bool is_closed_ = false;
  std::set<std::size_t> under_way_;  // runs
  std::set<std::size_t> busy_;       // of these, those that set up, or whose work waits
  std::set<std::size_t> asking_;     // of these, those of which a thread wants a seat
  std::atomic<std::size_t> first_asking_{~std::size_t{0}};
};

/// A run's part in them; without any it has all its threads to itself.
struct SeatsOfRun {
  Seats* seats = nullptr;
  std::size_t run = 0;

  void tell_work(bool is_there) const {
    if (seats != nullptr) seats->tell_work(run, is_there);
  }
  [[nodiscard]] bool sit() const { return seats == nullptr || seats->sit(run); }
  void rise() const {
    if (seats != nullptr) seats->rise();
  }
  [[nodiscard]] bool is_asked_for() const { return seats != nullptr && seats->is_asked_for(run); }
  [[nodiscard]] bool is_first() const { return seats == nullptr || seats->is_first(run); }
};

/// While it lives the run is under way.
class SeatedRun {
 public:
  /// Waits as Seats::begin() does.
  SeatedRun(Seats& seats, std::size_t run, const std::function<bool()>& stop)
      : seats_{.seats = &seats, .run = run}, has_begun_(seats.begin(run, stop)) {}
  SeatedRun(const SeatedRun&) = delete;
  SeatedRun& operator=(const SeatedRun&) = delete;
  ~SeatedRun() {
    if (has_begun_) seats_.seats->end(seats_.run);
  }
  /// False where a stop came first.
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  [[nodiscard]] const SeatsOfRun& seats() const { return seats_; }

 private:
  SeatsOfRun seats_;
  bool has_begun_;
};

}  // namespace rootward
