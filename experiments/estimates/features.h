// What tells games and evaluators apart, in numbers: the features by which results on one game may foretell another's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/estimates/folder.h"
#include "lab/report/grid.h"

namespace rootward::estimates {

/// Means over a study's positions of one game.
enum class Feature : std::uint8_t {
  branching,      ///< legal moves
  plies_to_end,   ///< of random playouts
  losing_3,       ///< share of the moves that are known to lose by force within 3 plies
  losing_5,       ///< the same within 5
  losing_7,       ///< the same within 7
  with_losing_7,  ///< share of the positions with a move of that kind
  gap,            ///< true value of the best move less that of the second; positions of two moves and more
  deviation,      ///< standard deviation of the evaluator's V - V*
  bias,           ///< mean of V - V*, view of the player to move
  siblings,       ///< intraclass correlation of the errors of one position's moves
  depth,          ///< TreeShape::depth
  width,          ///< TreeShape::width
  best_share,     ///< TreeShape::best_share
};
inline constexpr std::array<Feature, 13> kFeatures = {
    Feature::branching,     Feature::plies_to_end, Feature::losing_3,  Feature::losing_5, Feature::losing_7,
    Feature::with_losing_7, Feature::gap,          Feature::deviation, Feature::bias,     Feature::siblings,
    Feature::depth,         Feature::width,        Feature::best_share};

struct FeatureFacts {
  std::string_view key;     ///< for CSV and JSON
  std::string_view column;  ///< of tables
};
const FeatureFacts& facts_of(Feature feature);

/// One game under one evaluator at one number of simulations.
struct FeatureRow {
  std::string game;
  std::string evaluator;  ///< the arm's name
  std::uint64_t simulations = 0;
  std::uint64_t positions = 0;
  std::array<std::optional<double>, kFeatures.size()> values{};  ///< nothing where the study does not tell
  [[nodiscard]] const std::optional<double>& of(Feature feature) const {
    return values[static_cast<std::size_t>(feature)];
  }
};

/// Game by game, arm by arm, checkpoint by checkpoint, in the study's order; those with positions alone. Empty where
/// the study asks for no features.
std::vector<FeatureRow> make_features(const StoredEstimates& study);

Grid feature_grid(const std::vector<FeatureRow>& rows);
/// What its columns mean.
std::vector<std::string> feature_legend();

}  // namespace rootward::estimates
