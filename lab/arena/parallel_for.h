// A loop spread over threads, each with a state of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "lab/arena/thread_team.h"

namespace rootward {

/// Calls work(state, i) for i in 0 .. count - 1, in no fixed order, on this thread and up to `threads` - 1 more; each
/// makes its state by make_state(). Rethrows the first exception when all have ended.
template <class MakeState, class Work>
void parallel_for(std::size_t count, std::size_t threads, MakeState make_state, Work work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      auto state = make_state();
      for (std::size_t i = next++; i < count; i = next++) work(state, i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const std::size_t wanted = std::min(threads, count);
  ThreadTeam helpers(wanted > 1 ? wanted - 1 : 0, run);
  run();
  helpers.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace rootward
