// SIGINT and SIGTERM as a polite request first and an order the second time.
#pragma once

#include <array>
#include <csignal>

namespace rootward {

/// While it lives: the first SIGINT or SIGTERM only makes stop_requested() true, the second ends the process at once
/// with `exit_code`; writing past a file size limit is an error instead of a signal. Restores what was before. One at a
/// time in a process.
class SignalGuard {
 public:
  explicit SignalGuard(int exit_code);
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
  [[nodiscard]] static bool stop_requested();

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace rootward
