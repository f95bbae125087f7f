// Reading and comparing golden statistics.
#include "tests/core/statistics/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace rootward {

nlohmann::json golden(const std::string& group) {
  std::ifstream file(ROOTWARD_SOURCE_DIR "/tests/data/golden_stats.json");
  nlohmann::json all = nlohmann::json::parse(file);
  if (all.at(group).empty()) throw std::runtime_error("golden group " + group + " is empty");
  return all.at(group);
}

double golden_number(const nlohmann::json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value.is_number()) return value.get<double>();
  const auto text = value.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error("not a golden number: " + text);
}

void expect_golden(double actual, const nlohmann::json& expected, const std::string& what, double tolerance) {
  const double wanted = golden_number(expected);
  if (std::isnan(wanted)) {
    EXPECT_TRUE(std::isnan(actual)) << what << " is " << actual;
  } else if (std::isinf(wanted)) {
    EXPECT_EQ(actual, wanted) << what;
  } else {
    EXPECT_NEAR(actual, wanted, tolerance * std::max(1.0, std::fabs(wanted))) << what;
  }
}

void expect_golden(const Interval& actual, const nlohmann::json& expected, const std::string& what, double tolerance) {
  expect_golden(actual.low, expected.at(0), what + " low", tolerance);
  expect_golden(actual.high, expected.at(1), what + " high", tolerance);
}

}  // namespace rootward
