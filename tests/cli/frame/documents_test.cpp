// The parts of documents that the program writes are fresh.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/cli/frame/program.h"

namespace rootward::testing {
namespace {

TEST(Documents, TheTablesOfKeysAreFresh) {
  std::istringstream document(file_text(ROOTWARD_SOURCE_DIR "/docs/configuration.md"));
  const std::string begin = "<!-- rootward list ";
  const std::string end = " -->";
  int tables = 0;
  for (std::string line; std::getline(document, line);) {
    if (!line.starts_with(begin)) continue;
    const std::string command = line.substr(5, line.size() - 5 - end.size());
    std::string written;
    for (std::string row; std::getline(document, row) && row != "<!-- end -->";) written += row + '\n';
    EXPECT_EQ(written, run_shell(command).out) << "stale: scripts/update_configuration writes it anew";
    ++tables;
  }
  EXPECT_GE(tables, 4);
}

TEST(Documents, EveryKeyOfASearchIsListedForPlayersToo) {
  const Outcome players = run_shell("rootward list players");
  for (const char* key : {"search.budget.simulations", "search.expansion.after", "search.final_reads"})
    EXPECT_THAT(players.out, ::testing::HasSubstr(key));
  EXPECT_THAT(refusal("rootward list serach"), ::testing::HasSubstr("did you mean search?"));
}

}  // namespace
}  // namespace rootward::testing
