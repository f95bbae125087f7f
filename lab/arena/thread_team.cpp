// A thread that cannot be started is an answer here, not an exception that meets running threads on its way.
#include "lab/arena/thread_team.h"

#include <fmt/format.h>

#include <exception>
#include <system_error>

namespace rootward {
namespace {

std::string reason_of(const std::exception& error) {
  const auto* system = dynamic_cast<const std::system_error*>(&error);
  return system != nullptr ? system->code().message() : "out of memory";
}

}  // namespace

ThreadTeam::ThreadTeam(std::size_t count, const std::function<void()>& body) {
  threads_.reserve(count);
  const auto run = [this, body](std::size_t index) {
    staying_.wait(kUndecided);
    if (index < staying_) body();
  };
  try {
    while (threads_.size() < count) threads_.emplace_back(run, threads_.size());
    staying_ = count;
    staying_.notify_all();
  } catch (const std::exception& error) {
    const std::size_t started = threads_.size();
    staying_ = (started + 1) / 2;
    staying_.notify_all();
    for (std::size_t i = staying_; i < started; ++i) threads_[i].join();  // their stacks are free again
    threads_.resize(staying_);
    shortage_ = fmt::format("only {} of {} threads could be started: {}{}", started, count, reason_of(error),
                            started > 0 ? fmt::format("; going on with {}", threads_.size()) : "");
  }
}

void ThreadTeam::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace rootward
