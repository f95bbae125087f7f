// SIGINT and SIGTERM as a polite request first and an order the second time.
#pragma once

#include <array>
#include <csignal>

#include "core/errors.h"
#include "experiments/store/shard.h"

namespace rootward {

/// With what a process ends that a signal has stopped: incomplete for a shard, which a cluster starts again,
/// interrupted for all else.
inline ExitCode interruption_code(const Shard& shard) {
  return shard.is_whole() ? ExitCode::interrupted : ExitCode::incomplete;
}

/// While it lives: the first SIGINT or SIGTERM only makes stop_requested() true, the second ends the process at once
/// with interruption_code(shard); writing past a file size limit is an error instead of a signal. Restores what was
/// before. Those made while one lives change nothing, so that a whole loop's guard covers the loops in it, in other
/// threads too.
class SignalGuard {
 public:
  explicit SignalGuard(const Shard& shard = {});
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
  [[nodiscard]] static bool stop_requested();

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_{};
  bool is_outermost_;
};

}  // namespace rootward
