// A formula over a game's features: the language of backup formulas (docs/extending.md) without its vectors.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backup/formula_language.h"
#include "core/heuristics.h"

namespace rootward {

/// Compiled: a step for each operation, in the order of reckoning.
class FeatureFormula {
 public:
  /// Throws formula::FormulaError at the key `value` with everything that is wrong, characters included.
  FeatureFormula(std::string_view text, std::span<const FeatureFacts> features);
  /// `features` has a number for each of the game's; not a number where the formula has none there.
  [[nodiscard]] double at(std::span<const double> features) const;

 private:
  friend class FeatureCompiler;
  /// Where a step's operand stands: a feature, a number of the formula, or an earlier step's result.
  struct Step {
    formula::Op op;
    std::array<std::size_t, 3> from;
  };

  std::size_t feature_count_ = 0;
  std::vector<double> numbers_;
  std::vector<Step> steps_;
  std::size_t result_ = 0;
  mutable std::vector<double> room_;  ///< features, numbers, results of steps
};

}  // namespace rootward
