// `--set PATH=VALUE`: splitting, dealing out, and not swallowing the argument after it.
#include "cli/set_options.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "core/errors.h"

namespace rootward {
namespace {

TEST(SetOptions, SplitsAtTheFirstEqualsSign) {
  const Override one = parse_override("game.note=a=b");
  EXPECT_EQ(one.path, "game.note");
  EXPECT_EQ(one.value, "a=b");
  EXPECT_EQ(parse_override("x=").value, "");
  EXPECT_THROW(parse_override("game.size"), UsageError);
  EXPECT_THROW(parse_override("=9"), UsageError);
}

TEST(SetOptions, EachTakesOneText) {
  CLI::App app;
  app.add_option("GAME");
  add_set_option(app);
  app.parse("--set game.size=5 go --set backup.g=[1,2]");
  EXPECT_EQ(app.get_option("GAME")->as<std::string>(), "go");
  const std::vector<Override> overrides = given_overrides(app);
  ASSERT_EQ(overrides.size(), 2U);
  EXPECT_EQ(overrides[0].path, "game.size");
  EXPECT_EQ(overrides[1].value, "[1,2]");
}

TEST(SetOptions, DealsGamePathsToTheGame) {
  const DealtOverrides dealt = deal_overrides({{"game.size", "5"}, {"backup.alpha", "0.1"}, {"gamey", "1"}});
  ASSERT_EQ(dealt.game.size(), 1U);
  EXPECT_EQ(dealt.game[0].path, "size");
  ASSERT_EQ(dealt.player.size(), 2U);
  EXPECT_EQ(dealt.player[0].path, "backup.alpha");
  EXPECT_EQ(dealt.player[1].path, "gamey");
}

}  // namespace
}  // namespace rootward
