// What a grid says of its own domains: which backup to take in each, at each budget.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/study/grid.h"
#include "lab/report/grid.h"

namespace rootward::study {

/// The backup to take in a domain at a budget. Cells lie in the results that it was made of.
struct Recommendation {
  const GridCell* any = nullptr;          ///< a cell of that domain and budget
  const GridCell* best = nullptr;         ///< null: no operator is decided better than the tuned average
  std::vector<const GridCell*> others{};  ///< the others that are decided, better or worse, the surest gain first
  std::optional<double> most_missed{};    ///< Elo: the highest end of an undecided cell's interval, at least 0
};

/// Of those decided better the one whose interval begins the highest: the largest estimate is the luckiest one too.
/// Domain by domain, where there are cells.
std::vector<Recommendation> recommend(const GridResults& results);

Grid recommendations_grid(const GridResults& results);
std::vector<std::string> recommendations_legend();
/// Both, as aligned text or as Markdown; says so where the grid has no cells.
std::string recommendations_text(const GridResults& results, bool is_markdown);

}  // namespace rootward::study
