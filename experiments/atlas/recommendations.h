// What an atlas says of its own domains: which backup to take in each, at each budget.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/atlas/results.h"
#include "lab/report/grid.h"

namespace rootward::atlas {

/// The backup to take in a domain at a budget. Cells lie in the results that it was made of.
struct Recommendation {
  const CellResult* any = nullptr;          ///< a cell of that domain and budget
  const CellResult* best = nullptr;         ///< null: no operator is decided better than the tuned average
  std::vector<const CellResult*> others{};  ///< the others that are decided, better or worse, the surest gain first
  std::optional<double> most_missed{};      ///< Elo: the highest end of an undecided cell's interval, at least 0
};

/// Of those decided better the one whose interval begins the highest: the largest estimate is the luckiest one too.
/// Domain by domain, where there are cells.
std::vector<Recommendation> recommend(const AtlasResults& results);

Grid recommendations_grid(const AtlasResults& results);
std::vector<std::string> recommendations_legend();
/// Both, as aligned text or as Markdown; says so where the atlas has no cells.
std::string recommendations_text(const AtlasResults& results, bool is_markdown);

}  // namespace rootward::atlas
