// /proc as the list of processes.
#include "tests/lab/engines/process/processes.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace rootward::testing {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::pair<std::string, std::string> new_process_mark() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return {"ROOTWARD_TEST_MARK", std::to_string(::getpid()) + "-" + std::to_string(now)};
}

std::vector<pid_t> processes_with(const std::pair<std::string, std::string>& mark) {
  const std::string entry = mark.first + "=" + mark.second + '\0';
  std::vector<pid_t> found;
  for (const auto& folder : std::filesystem::directory_iterator("/proc")) {
    const std::string name = folder.path().filename();
    if (!std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    // A process that has ended has no environment any more.
    if (text_of(folder.path() / "environ").find(entry) != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

bool wait_for_process_count(const std::pair<std::string, std::string>& mark, std::size_t count) {
  for (int i = 0; i < 500; ++i) {
    if (processes_with(mark).size() == count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace rootward::testing
