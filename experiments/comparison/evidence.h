// The runs' games by cells, and whether these runs may be compared at all.
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/comparison/played.h"
#include "experiments/comparison/published.h"

namespace rootward::comparison {

/// Board, method, opponent: players' own names, those of variants too.
using CellName = std::tuple<int, std::string, std::string>;

/// The games of every cell, of `again` against the standard player too; from the method's view, the cells of several
/// runs added up.
struct Evidence {
  std::map<CellName, PlayedPairing> cells;
  std::vector<std::string> notes;
};

/// The size of the board that the run was played on. Throws UsageError for other games and boards.
int board_of(const Published& published, const PlayedRun& run);

/// See compare().
Evidence gather_evidence(const Published& published, std::span<const PlayedRun> runs);

}  // namespace rootward::comparison
