// Stored runs beside a paper's results.
#pragma once

#include <string>
#include <vector>

#include "experiments/comparison/comparison.h"
#include "experiments/comparison/published.h"
#include "experiments/estimates/folder.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::study {

/// Folders of tournaments and of estimates studies, and of studies all such below them, beside the published cells. Of
/// cells about runs those that no cell names are not read. Folders of one tournament are joined. Throws UsageError as
/// comparison::compare() and tournament::join_results(), and for folders without such runs.
comparison::Comparison compare_folders(const comparison::Published& published, const std::vector<std::string>& folders,
                                       DamagedLines damaged);

/// The same of tournaments and estimates studies that were read.
comparison::Comparison compare_stored(const comparison::Published& published,
                                      std::vector<tournament::StoredResults> tournaments,
                                      const std::vector<estimates::StoredEstimates>& studies);

}  // namespace rootward::study
