// What committed networks were trained to do.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/tournament/process.h"
#include "tests/cli/tournament/results.h"

namespace rootward::testing {
namespace {

// Black owns all of 5x5 (van der Werf 2003).
TEST(CommittedNetwork, Of5x5WinsAsBlack) {
  const Workplace place;
  const std::string gate = std::string(ROOTWARD_SOURCE_DIR) + "/configs/training/go5-gate.yaml";
  const Finished run = run_program(place.path(), {"run", gate, "--out", "gate", "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json table =
      nlohmann::json::parse(run_program(place.path(), {"table", "gate", "--format", "json"}).out);
  for (const nlohmann::json& player : table["players"]) {
    if (player["name"] != "network") continue;
    EXPECT_EQ(player["first_seat"]["games"], 100);
    EXPECT_GE(player["first_seat"]["score"].get<double>(), 0.95);
  }
  EXPECT_EQ(table["players"].size(), 2U);
}

}  // namespace
}  // namespace rootward::testing
