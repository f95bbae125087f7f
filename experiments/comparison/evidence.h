// The runs' games by cells, and whether these runs may be compared at all.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "experiments/comparison/played.h"
#include "experiments/comparison/published.h"

namespace rootward::comparison {

/// The games of every cell and reading, of `again` against the standard player too; from the method's view, those of
/// several runs on one board added up. And the estimates studies, which live as long as the runs.
struct Evidence {
  std::map<Answerer, PlayedPairing> games;
  std::map<std::string, const PlayedRun*> studies;  ///< by place
  std::vector<std::string> notes;
};

/// Whether a folder is a run of that name: ends in these parts.
bool is_called(const std::string& folder, const std::string& run);

/// The place that the run answers for: the size of its board, or the longest name that it has. Throws UsageError where
/// no cell is about it.
std::string place_of(const Published& published, const PlayedRun& run);

/// See compare().
Evidence gather_evidence(const Published& published, std::span<const PlayedRun> runs);

}  // namespace rootward::comparison
