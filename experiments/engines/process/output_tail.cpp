// poll() on the stream and on an event that ends the thread.
#include "experiments/engines/process/output_tail.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

namespace rootward {

OutputTail::OutputTail(FileDescriptor stream)
    : stream_(std::move(stream)), wake_(::eventfd(0, EFD_CLOEXEC)), thread_([this] { drain(); }) {}

OutputTail::~OutputTail() {
  const std::uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
  thread_.join();
}

std::string OutputTail::text() const {
  const std::lock_guard lock(mutex_);
  return tail_;
}

void OutputTail::wait_for_end(double seconds) const {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (has_ended_) return;
    }
    if (std::chrono::steady_clock::now() >= deadline) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void OutputTail::drain() {
  std::array<char, 4096> buffer{};
  for (;;) {
    std::array<pollfd, 2> files = {pollfd{stream_.get(), POLLIN, 0}, pollfd{wake_.get(), POLLIN, 0}};
    if (::poll(files.data(), files.size(), -1) < 0) continue;
    if (files[1].revents != 0) return;
    const ssize_t count = ::read(stream_.get(), buffer.data(), buffer.size());
    const std::lock_guard lock(mutex_);
    if (count <= 0) {
      has_ended_ = true;
      return;
    }
    tail_.append(buffer.data(), static_cast<std::size_t>(count));
    if (tail_.size() > kKeptBytes) tail_.erase(0, tail_.size() - kKeptBytes);
  }
}

}  // namespace rootward
