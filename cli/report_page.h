// The page of `report`, which `watch --html` writes too.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/estimates/folder.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tuning/stored_tuning.h"

namespace rootward {

struct ReportParts {
  std::vector<const tournament::StoredResults*> tournaments;
  std::vector<const estimates::StoredEstimates*> studies;
  std::vector<const tuning::StoredTuning*> tunings;
  std::vector<std::pair<std::string, std::string>> tables{};  ///< folders of studies, and their tables as text
};

/// A section a study's tables, then one a tournament (folders of one tournament are joined), then one an estimates
/// study, then one a tuning. The same folders give the same bytes. `refresh_seconds`: see html_page().
std::string report_page(const ReportParts& parts, int refresh_seconds = 0);

}  // namespace rootward
