// A folder of a test's own, removed at the end.
#pragma once

#include <filesystem>
#include <string>

#include <stdlib.h>

namespace rootward::testing {

class ExploreFolder {
 public:
  ExploreFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "rootward-explore-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ExploreFolder(const ExploreFolder&) = delete;
  ExploreFolder& operator=(const ExploreFolder&) = delete;
  ~ExploreFolder() { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name = "") const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace rootward::testing
