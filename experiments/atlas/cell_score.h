// How sure a cell's score is: from pairs, or from openings where these repeat.
#pragma once

#include <span>

#include "core/statistics/bootstrap.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"

namespace rootward::atlas {

struct CellScore {
  ScoreEstimate estimate{};  ///< its 95 % interval holds 1/2 exactly when p is above 5 %
  double p = 1;              ///< two-sided, against equality
};

/// By pairs. `openings`:
/// games by opening where a pairing's repeat, else empty. The interval is then the wider, and p the greater, of the
/// pairs' and of Student's t of so many openings.
CellScore score_of_cell(const PairCounts& pairs, const GameCounts& games, std::span<const OpeningGroup> openings);

}  // namespace rootward::atlas
