// SIGINT, SIGTERM and SIGHUP as a polite request first and an order the second time; SIGUSR1, SIGUSR2 and SIGXCPU as
// word that time runs out.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string_view>

#include "core/errors.h"
#include "lab/store/shard.h"

namespace rootward {

/// With what a process ends that a signal has stopped: incomplete for a shard, which a cluster starts again,
/// interrupted for all else.
inline ExitCode interruption_code(const Shard& shard) {
  return shard.is_whole() ? ExitCode::interrupted : ExitCode::incomplete;
}

/// What the signals are taken for that batch systems send before a time limit: SIGUSR1 (Slurm as we ask for it, PBS),
/// SIGUSR2 (LSF, Grid Engine), SIGXCPU (limits of CPU time).
enum class TimeSignal : std::uint8_t {
  stops,      ///< the same as SIGTERM
  winds_down  ///< word that the end is near: work under way may be finished
};

/// While it lives: the first SIGINT, SIGTERM or SIGHUP only makes stop_requested() true, the second ends the process at
/// once with interruption_code(shard); SIGHUP stays ignored where it was (nohup); writing past a file size limit is an
/// error instead of a signal. Restores what was before. Those made while one lives change nothing, so that a whole
/// loop's guard covers the loops in it, in other threads too.
class SignalGuard {
 public:
  explicit SignalGuard(const Shard& shard = {}, TimeSignal time_signal = TimeSignal::stops);
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;
  ~SignalGuard();
  [[nodiscard]] static bool stop_requested();
  /// A time signal has come, where it winds down.
  [[nodiscard]] static bool end_is_near();
  /// Of the two, in a word: "stopped", "time limit"; "complete" without either.
  [[nodiscard]] static std::string_view end_reason();

 private:
  static constexpr std::array<int, 7> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_{};
  bool is_outermost_;
};

}  // namespace rootward
