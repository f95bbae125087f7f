// Every golden case of the operators beyond the paper (data/golden_beyond.json), line by line through the calculator.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "backup/registry.h"
#include "cli/backup_calculator.h"

namespace rootward {
namespace {

using nlohmann::json;

json beyond_cases() {
  std::ifstream file(std::string(ROOTWARD_SOURCE_DIR) + "/tests/data/golden_beyond.json");
  return json::parse(file).at("cases");
}

void expect_number(const json& answer, const json& expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(answer.get<double>(), expected.at("f").get<double>(), tolerance) << what;
}

void check(const json& golden) {
  bool failed = false;
  const json answer = json::parse(calculate_line(golden.at("line").dump(), failed));
  const json& expected = golden.at("expected");
  if (expected.contains("error")) {
    EXPECT_TRUE(failed) << answer;
    return;
  }
  ASSERT_FALSE(failed) << answer;
  const double tolerance = golden.at("tol");
  for (const auto& item : expected.items()) {
    ASSERT_TRUE(answer.contains(item.key())) << answer;
    if (item.key() != "values") {
      expect_number(answer.at(item.key()), item.value(), tolerance, item.key());
      continue;
    }
    ASSERT_EQ(answer.at("values").size(), item.value().size());
    for (std::size_t i = 0; i < item.value().size(); ++i)
      expect_number(answer.at("values")[i], item.value()[i], tolerance, "values");
  }
}

TEST(GoldenBeyond, EveryCaseOfTheRegisteredOperators) {
  std::map<std::string, int> run;
  const json cases = beyond_cases();
  EXPECT_EQ(cases.size(), 219U);
  for (const json& golden : cases) {
    const std::string name = golden.at("operator");
    EXPECT_NE(find_operator(name), nullptr) << name;
    SCOPED_TRACE(golden.at("id").get<std::string>());
    check(golden);
    ++run[name];
  }
  for (const char* name : {"power_mean",
                           "mellowmax",
                           "ments",
                           "tents",
                           "value_weight",
                           "monotone_softmax",
                           "secure_child",
                           "visit_share_max",
                           "tail_mean",
                           "polynomial_decay",
                           "implicit_minimax",
                           "expectile",
                           "accelerated",
                           "wasserstein",
                           "depth_weighted",
                           "q_sigma",
                           "threshold_max",
                           "policy_mean",
                           "uncertainty_weighted",
                           "formula"})
    EXPECT_GE(run[name], 8) << name;
}

}  // namespace
}  // namespace rootward
