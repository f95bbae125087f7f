// Threads that do one thing together: as many as the machine lets this process have.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace rootward {

class ThreadTeam {
 public:
  /// Starts up to `count` threads that run `body`, which lets no exception out. Where one cannot be started (`ulimit
  /// -u`, `ulimit -v`), half of those before it stay: they need memory to work with.
  ThreadTeam(std::size_t count, const std::function<void()>& body);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  /// Waits for their ends.
  ~ThreadTeam() { join(); }

  void join();
  [[nodiscard]] std::size_t size() const { return threads_.size(); }
  /// "only 7 of 8 threads could be started: Resource temporarily unavailable; going on with 3"; "" where all were.
  [[nodiscard]] const std::string& shortage() const { return shortage_; }

 private:
  static constexpr std::size_t kUndecided = ~std::size_t{0};

  std::atomic<std::size_t> staying_{kUndecided};  // the first so many run the body
  std::vector<std::thread> threads_;
  std::string shortage_;
};

}  // namespace rootward
