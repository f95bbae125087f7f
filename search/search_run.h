// When a search has thought enough.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

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
        extra_(settings.final_move.name == "robust_max" ? 1.0 + settings.final_move.params.real("extra") : 1.0),
        budget_(settings.budget.simulations),
        longest_(static_cast<std::uint64_t>(static_cast<double>(budget_) * extra_)) {}

  /// Whether another simulation is due. A search makes at least one, unless its root is proven.
  [[nodiscard]] bool wants_more(const SearchCore& core) const {
    if (core.is_root_proven()) return false;
    const std::uint64_t done = core.simulations();
    if (done == 0) return true;
    if (!seconds_ && done >= budget_ && (done >= longest_ || core.is_settled())) return false;
    return done % kPollInterval != 0 || polls_go_on(core);
  }
  /// Wall-clock seconds since the run began.
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kPollInterval = 32;  // simulations between looks at the clock

  [[nodiscard]] bool polls_go_on(const SearchCore& core) const {
    if (*stop_ && (*stop_)()) return false;
    if (!seconds_) return true;
    const double spent = elapsed();
    return spent < *seconds_ || (spent < *seconds_ * extra_ && !core.is_settled());
  }

  std::optional<double> seconds_;
  const std::function<bool()>* stop_;
  double extra_;
  std::uint64_t budget_;
  std::uint64_t longest_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace rootward
