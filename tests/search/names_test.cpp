// A companion, a root rule or a final-move rule is named by its own file alone, so that a new one is one file.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "search/companion.h"
#include "search/settings.h"

namespace rootward {
namespace {

/// What is called the same, and is something else.
const std::map<std::string, std::string> kOthers = {{"entropy", "experiments/selfplay"},
                                                    {"best_value", "lab/play/bindings/flat_search.cpp"}};

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> texts;
  for (const char* room : {"cli", "evaluators", "experiments", "games", "lab", "search"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(ROOTWARD_SOURCE_DIR) / room)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      std::ifstream file(entry.path());
      texts[std::filesystem::relative(entry.path(), ROOTWARD_SOURCE_DIR).string()] =
          std::string(std::istreambuf_iterator<char>(file), {});
    }
  return texts;
}

TEST(Names, StandInOneFile) {
  const std::map<std::string, std::string> texts = sources();
  const SearchSettings usual;  // the defaults stand in search/settings.h, too
  for (const std::vector<Described>& registry : {companions(), root_rules(), final_moves()})
    for (const Described& one : registry) {
      if (one.name == usual.root.name || one.name == usual.final_move.name) continue;
      std::set<std::string> files;
      for (const auto& [file, text] : texts) {
        const auto other = kOthers.find(one.name);
        if (other != kOthers.end() && file.starts_with(other->second)) continue;
        if (text.find('"' + one.name + '"') != std::string::npos) files.insert(file);
      }
      EXPECT_EQ(files.size(), 1U) << one.name << ": " << ::testing::PrintToString(files);
    }
}

}  // namespace
}  // namespace rootward
