// All cells of a place as one Bradley-Terry model: the paper's and ours.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/comparison/comparison.h"
#include "experiments/comparison/evidence.h"

namespace rootward::comparison {

/// One cell of a model.
struct RatedCell {
  std::string method;
  std::string opponent;
  double score = 0.5;           ///< of `method`
  double standard_error = 0.1;  ///< of the score, > 0
  const PairMeans* pairs =
      nullptr;  ///< what the score is the mean of; null: the cell has nothing in common with others
};

/// Ratings against one player, who stands at 0.
struct RatedBoard {
  std::vector<std::string> players;  ///< all but the standard player
  std::vector<RatedValue> ratings;
  double chi2 = 0;  ///< squared distances of the cells from the model, in their standard errors
  int degrees = 0;  ///< cells less fitted ratings

  /// The mean rating of some of the players; nothing where one is not rated.
  [[nodiscard]] std::optional<RatedValue> mean_of(const std::vector<std::string>& names) const;

  std::vector<double> covariance;  ///< of the ratings against the standard player, Elo^2, row by row
};

/// Cells that results do not join to the standard player are left out. Nothing without cells, and where no finite
/// ratings exist. A cell counts for n games, n that which its error is worth. Pairs of one name are no independent
/// evidence in several cells, and the errors know it (count_units()).
std::optional<RatedBoard> rate_board(std::span<const RatedCell> cells, const std::string& standard);

/// The paper's ratings of a place.
std::optional<RatedBoard> rate_published(const Published& published, const std::string& place);

/// Both models of a place with their differences judged; `rows` may be of all places.
PlaceRatings compare_ratings(const Published& published, const std::string& place, std::span<const CellRow> rows,
                             const Evidence& evidence);

}  // namespace rootward::comparison
