// docs/operators.md is what the registry says, and the registry keeps its names.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "backup/documentation.h"
#include "backup/registry.h"
#include "core/errors.h"
#include "tests/backup/operator_kit.h"

namespace rootward {
namespace {

TEST(Documentation, OperatorsPageIsFresh) {
  std::ifstream file(std::string(ROOTWARD_SOURCE_DIR) + "/docs/operators.md");
  ASSERT_TRUE(file) << "docs/operators.md is missing: rootward list backups --markdown > docs/operators.md";
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), operators_markdown()) << "stale: rootward list backups --markdown > docs/operators.md";
}

TEST(Registry, FindsByName) {
  for (const OperatorEntry& entry : operators()) EXPECT_EQ(find_operator(entry.description.name), &entry);
  EXPECT_EQ(find_operator("nothing"), nullptr);
}

/// Who looks for a rule under another's name finds the operator that is the same.
TEST(Registry, TellsOtherNamesOfItsOperators) {
  const std::pair<const char*, const char*> names[] = {
      {"AR-BTS", "average"},    {"AR-DENTS", "average"},         {"BTS", "max"},
      {"DENTS", "max"},         {"RENTS", "mellowmax"},          {"MPA", "robust_child"},
      {"A0GB", "robust_child"}, {"issue 307", "erwa_corrected"}, {"Bayes-UCT", "gaussian_max"}};
  for (const auto& [name, backup] : names) {
    const Described& about = get_operator(backup).description;
    EXPECT_NE((about.help + about.source).find(name), std::string::npos) << name;
  }
}

TEST(Registry, SuggestsTheNearestName) {
  try {
    get_operator("softmx");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean softmax?"), std::string::npos) << error.what();
  }
}

TEST(Registry, ResolvesWhatDependsOnTheGame) {
  const OperatorContext go{.simulations = 5000, .board_points = 81, .branching = 82};
  const OperatorContext connect4{.simulations = 300, .board_points = 0, .branching = 7};
  const auto scale = [](const OperatorContext& context, const GivenParams& given) {
    return std::get<double>(resolve_backup(kit::resolved("coulom", given), context).params.values().at("scale"));
  };
  EXPECT_EQ(scale(go, {}), 81);
  EXPECT_EQ(scale(connect4, {}), 7);
  EXPECT_EQ(scale(go, {{"scale", std::string("branching")}}), 82);
  EXPECT_EQ(scale(go, {{"scale", 12.5}}), 12.5);
  EXPECT_EQ(scale(go, {{"scale", std::string("40")}}), 40);
  EXPECT_THROW(scale(connect4, {{"scale", std::string("board")}}), ParamError);
  EXPECT_EQ(resolve_backup(kit::resolved("softmax"), go).params.real("span"), 5000);
}

TEST(Registry, ATimeBudgetNeedsASpan) {
  const OperatorContext timed{.simulations = 0, .board_points = 81, .branching = 82};
  for (const char* name : {"monotone", "softmax", "feedback"}) {
    try {
      kit::make(name, {}, timed);
      FAIL() << name;
    } catch (const ParamError& error) {
      EXPECT_EQ(error.key(), "span");
    }
    EXPECT_NO_THROW(kit::make(name, {{"span", 1000.0}}, timed));
  }
}

}  // namespace
}  // namespace rootward
