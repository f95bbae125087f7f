// Which backup to begin with in a game: what was measured in the domains of a grid that are most like it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "experiments/study/grid.h"

namespace rootward::study {

/// Whom advice is for.
struct AdviceRequest {
  NamedParams game{};
  std::string evaluator = "playouts";  ///< YAML in one line
  std::uint64_t simulations = 1000;
  std::uint32_t positions = 100;  ///< on which the features are measured
  std::size_t threads = 0;        ///< 0 = all it may use
};

/// A domain like the one that was asked about.
struct LikeDomain {
  std::string domain{};
  double distance = 0;  ///< of the features, in standard deviations over the grid's domains: root of the mean square
  std::string budget{};
  std::string backup{};               ///< the surest gain there; the average where none is decided
  const GridCell* decided = nullptr;  ///< its cell; null where it is the average
  std::string player{};               ///< YAML, as it was tuned there
};

struct Advice {
  estimates::FeatureRow features{};
  std::vector<LikeDomain> nearest{};  ///< the most alike first, three at most, of those whose players search by the
                                      ///< same rule; cells lie in the grid
  std::string player{};               ///< to begin with, YAML, with the evaluator and the budget that were asked about
  bool has_other_truth = false;       ///< a network judges: the grid's truth asks it, and the measured one's playouts
};

/// Measures the features in a folder that is removed afterwards, some 100 positions in about a minute. Throws
/// UsageError (GAME, --evaluator, a grid without cells or features), RunError.
Advice advise(const GridResults& grid, const AdviceRequest& request);
/// The same with known features.
Advice advise_on(const GridResults& grid, const estimates::FeatureRow& features, const AdviceRequest& request);

std::string advice_text(const GridResults& grid, const Advice& advice);

}  // namespace rootward::study
