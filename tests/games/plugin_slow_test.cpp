// A game that hangs: the trial waits ten seconds.
#include <gtest/gtest.h>

#include <string>

#include "core/errors.h"
#include "games/loading/trial.h"
#include "tests/games/plugins.h"

namespace rootward {
namespace {

TEST(GameTrialSlow, AHangIsEnded) {
  const auto library = testing::shipped_plugin("faults");
  const Params params = testing::plugin_params(*library, {{"parameters.fault", std::string("hang")}});
  try {
    (void)loading::try_game(library, params, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("legal does not return; the moves:", 0), 0U) << error.what();
  }
}

}  // namespace
}  // namespace rootward
