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
  const GridCell* best = nullptr;         ///< null: no gain over the tuned average is decided and the backup's
  std::string player{};                   ///< the best tuning of that, or of the average, YAML; "" = not known
  std::vector<const GridCell*> others{};  ///< the others that are decided, better or worse, the surest gain first
  std::vector<const GridCell*> equal{};   ///< those that are shown to be equal within the grid's margin
  const GridCell* again = nullptr;        ///< A/A: the average's other tunings; null: not played
  std::optional<double> most_missed{};    ///< Elo: the highest end of an undecided cell's interval, at least 0
};

/// Of those decided better the one whose interval begins the highest: the largest estimate is the luckiest one too. Not
/// one whose gain the average's other tunings may lose to its first, by the low end of their interval.
/// Domain by domain, where there are cells.
std::vector<Recommendation> recommend(const GridResults& results);
std::vector<Recommendation> recommend(GridResults&&) = delete;  // the cells would be gone

Grid recommendations_grid(const GridResults& results);
std::vector<std::string> recommendations_legend(const GridResults& results);
/// Both, as aligned text or as Markdown; says so where the grid has no cells.
std::string recommendations_text(const GridResults& results, bool is_markdown);
/// Of a grid of one domain: the player of each recommendation as YAML, to paste; "" for other grids.
std::string players_to_paste(const GridResults& results);

}  // namespace rootward::study
