// When a search has thought enough.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "search/final_move.h"
#include "search/search_core.h"

namespace rootward {

/// The budget of one search under way, in simulations or in wall-clock seconds, with the final-move rule's right to ask
/// for more.
class SearchRun {
 public:
  /// `seconds`: wall-clock limit in place of the simulations. `stop` is polled now and then: true ends the search.
  SearchRun(const SearchSettings& settings, std::optional<double> seconds, const std::function<bool()>& stop)
      : seconds_(seconds),
        stop_(&stop),
        extra_(most_of_budget(settings.final_move)),
        budget_(settings.budget.simulations),
        longest_(static_cast<std::uint64_t>(static_cast<double>(budget_) * extra_)) {}

  /// Whether another simulation is due. A search makes at least one, unless its root is proven.
  [[nodiscard]] bool wants_more(const SearchCore& core) {
    if (core.is_root_proven()) return false;
    const std::uint64_t done = core.simulations();
    if (done == 0) return true;
    if (!seconds_ && done >= budget_ && (done >= longest_ || core.is_settled())) return false;
    return done < next_poll_ || polls_go_on(core);
  }
  /// Simulations that may be begun together now, >= 1: what is left of the budget.
  [[nodiscard]] std::uint64_t room(const SearchCore& core) const {
    const std::uint64_t done = core.simulations();
    if (seconds_) return std::numeric_limits<std::uint64_t>::max();
    return done < budget_ ? budget_ - done : done < longest_ ? longest_ - done : 1;
  }
  /// Wall-clock seconds since the run began.
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  /// Looks at the clock and at `stop`: every simulation where they take a millisecond, every 32 where they are short.
  [[nodiscard]] bool polls_go_on(const SearchCore& core) {
    if (*stop_ && (*stop_)()) return false;
    const double spent = elapsed();
    interval_ = spent - polled_at_ < 1e-3 ? std::min<std::uint64_t>(2 * interval_, 32) : 1;
    polled_at_ = spent;
    next_poll_ = core.simulations() + interval_;
    if (!seconds_) return true;
    return spent < *seconds_ || (spent < *seconds_ * extra_ && !core.is_settled());
  }

  std::optional<double> seconds_;
  const std::function<bool()>* stop_;
  double extra_;
  std::uint64_t budget_;
  std::uint64_t longest_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t interval_ = 1;  // simulations to the next poll
  std::uint64_t next_poll_ = 1;
  double polled_at_ = 0;
};

}  // namespace rootward
