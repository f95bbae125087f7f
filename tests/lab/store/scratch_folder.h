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

/// A finished game of a against b.
GameRecord example_record(std::uint32_t pair, int game_of_pair);

}  // namespace rootward::testing
