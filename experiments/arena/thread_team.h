// Threads that do one thing together: as many as the machine lets this process have.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace rootward {

class ThreadTeam {
 public:
  /// Starts up to `count` threads that run `body`, which lets no exception out. Where a thread cannot be started
  /// (`ulimit -u`, `ulimit -v`), those before it are all there are.
  ThreadTeam(std::size_t count, const std::function<void()>& body);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  /// Waits for their ends.
  ~ThreadTeam() { join(); }

  void join();
  [[nodiscard]] std::size_t size() const { return threads_.size(); }
  /// "only 3 of 8 threads could be started: Resource temporarily unavailable"; "" where all were.
  [[nodiscard]] const std::string& shortage() const { return shortage_; }

 private:
  std::vector<std::thread> threads_;
  std::string shortage_;
};

}  // namespace rootward
