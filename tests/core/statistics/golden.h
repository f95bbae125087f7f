// The published and recomputed statistics of tests/data/golden_stats.json, and how they are compared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/statistics/binomial.h"

namespace rootward {

/// One group of the file; throws where there is none.
nlohmann::json golden(const std::string& group);
/// A number, or the texts "inf" and "-inf"; null is NaN.
double golden_number(const nlohmann::json& value);
/// Equal within `tolerance` times max(1, |expected|); infinities and NaN exactly.
void expect_golden(double actual, const nlohmann::json& expected, const std::string& what, double tolerance = 1e-9);
void expect_golden(const Interval& actual, const nlohmann::json& expected, const std::string& what,
                   double tolerance = 1e-9);

}  // namespace rootward
