// A folder of a test's own, and records to fill it with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "lab/arena/game_record.h"

namespace rootward::testing {

/// Made empty under the test runner's temporary folder, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] std::string path(const std::string& name = "") const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);
/// The temporary name of a file that a process of this host would have had whose number is beyond the largest.
std::string temporary_of_nobody(const std::string& path);

/// A finished game of a against b.
GameRecord example_record(std::uint32_t pair, int game_of_pair);

}  // namespace rootward::testing
