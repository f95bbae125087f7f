// A thread that cannot be started is an answer here, not an exception that meets running threads on its way.
#include "experiments/arena/thread_team.h"

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
  try {
    while (threads_.size() < count) threads_.emplace_back(body);
  } catch (const std::exception& error) {
    shortage_ = fmt::format("only {} of {} threads could be started: {}", threads_.size(), count, reason_of(error));
  }
}

void ThreadTeam::join() {
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace rootward
