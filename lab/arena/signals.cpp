// The mutable globals of the program: lock-free counters, because a signal handler can reach nothing else.
#include "lab/arena/signals.h"

#include <unistd.h>

#include <atomic>

namespace rootward {
namespace {

std::atomic<int> received_signals{0};
std::atomic<int> second_signal_exit_code{0};
std::atomic<int> living_guards{0};
std::atomic<int> near_ends{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int) {
  if (received_signals.fetch_add(1) > 0) ::_exit(second_signal_exit_code.load());
}

extern "C" void on_time_signal(int) { near_ends.fetch_add(1); }

/// A time signal for what only stops: it may come more often than once, and is no order then.
extern "C" void on_stopping_time_signal(int) {
  int none = 0;
  received_signals.compare_exchange_strong(none, 1);
}

auto handler_of(int signal, TimeSignal time_signal) {
  if (signal == SIGXFSZ) return SIG_IGN;
  if (signal != SIGUSR1 && signal != SIGUSR2 && signal != SIGXCPU) return &on_signal;
  return time_signal == TimeSignal::winds_down ? &on_time_signal : &on_stopping_time_signal;
}

}  // namespace

SignalGuard::SignalGuard(const Shard& shard, TimeSignal time_signal) : is_outermost_(living_guards.fetch_add(1) == 0) {
  if (!is_outermost_) return;
  received_signals = 0;
  near_ends = 0;
  second_signal_exit_code = static_cast<int>(interruption_code(shard));
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = handler_of(kSignals[i], time_signal);
    ::sigaction(kSignals[i], &action, &before_[i]);
    if (kSignals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) ::sigaction(SIGHUP, &before_[i], nullptr);
  }
}

SignalGuard::~SignalGuard() {
  living_guards.fetch_sub(1);
  if (!is_outermost_) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool SignalGuard::stop_requested() { return received_signals.load() > 0; }

bool SignalGuard::end_is_near() { return near_ends.load() > 0; }

std::string_view SignalGuard::end_reason() {
  if (stop_requested()) return "stopped";
  return end_is_near() ? "time limit" : "complete";
}

}  // namespace rootward
