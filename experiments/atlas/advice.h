// What an atlas advises for a game that it may not have seen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "experiments/atlas/results.h"

namespace rootward::atlas {

/// Whom advice is for.
struct AdviceRequest {
  NamedParams game{};
  std::string evaluator = "playouts";  ///< YAML in one line
  std::uint64_t simulations = 1000;
  std::uint32_t positions = 100;  ///< on which the features are measured
  std::size_t threads = 0;        ///< 0 = all it may use
};

/// One operator's place in the ranking.
struct RankedOperator {
  std::string op{};
  ModelPrediction prediction{};  ///< against the tuned average
  Interval interval{};           ///< 95 %, of a new result
  double mean_elo = 0;           ///< measured, over the atlas's games
  std::string player{};          ///< YAML: tuned in the domain whose features are the nearest; "" where there is none
};

struct Advice {
  estimates::FeatureRow features{};
  std::vector<RankedOperator> ranking{};  ///< the best first; the average at 0 is not among them
  std::string average_player{};           ///< as RankedOperator::player, but untuned where there is none
  std::string nearest_domain{};           ///< of those whose players search by the same rule; "" where there is none
  /// All that is unlike what the model has seen. Features that lie beyond the atlas's by more than half a standard
  /// deviation: "moves 4.2, seen 5 to 25"; simulations beyond twice the atlas's; an evaluator of a name that no domain
  /// has.
  std::vector<std::string> outside{};
  bool has_other_truth = false;  ///< a network judges: the atlas's truth asks it, and the measured one's playouts
};

/// Measures the features in a folder that is removed afterwards, some 100 positions in about a minute. Throws
/// UsageError (GAME, --evaluator, an atlas without cells or features), RunError.
Advice advise(const AtlasResults& atlas, const AdviceRequest& request);
/// The same with known features; players are as they were tuned.
Advice advise_on(const AtlasResults& atlas, const estimates::FeatureRow& features, const AdviceRequest& request);

std::string advice_text(const AtlasResults& atlas, const Advice& advice, std::uint64_t simulations);

}  // namespace rootward::atlas
