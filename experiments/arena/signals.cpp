// The mutable globals of the program: lock-free counters, because a signal handler can reach nothing else.
#include "experiments/arena/signals.h"

#include <unistd.h>

#include <atomic>

namespace rootward {
namespace {

std::atomic<int> received_signals{0};
std::atomic<int> second_signal_exit_code{0};
std::atomic<int> living_guards{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int) {
  if (received_signals.fetch_add(1) > 0) ::_exit(second_signal_exit_code.load());
}

}  // namespace

SignalGuard::SignalGuard(const Shard& shard) : is_outermost_(living_guards.fetch_add(1) == 0) {
  if (!is_outermost_) return;
  received_signals = 0;
  second_signal_exit_code = static_cast<int>(interruption_code(shard));
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = kSignals[i] == SIGXFSZ ? SIG_IGN : on_signal;
    ::sigaction(kSignals[i], &action, &before_[i]);
  }
}

SignalGuard::~SignalGuard() {
  living_guards.fetch_sub(1);
  if (!is_outermost_) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool SignalGuard::stop_requested() { return received_signals.load() > 0; }

}  // namespace rootward
