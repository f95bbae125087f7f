// A table step that puts stored tournaments beside a paper's tables.
#pragma once

#include <vector>

#include "experiments/comparison/comparison.h"
#include "experiments/comparison/published.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::study {

/// Stored tournaments beside the published cells; folders of one tournament are joined. Throws as
/// comparison::compare() and tournament::join_results().
comparison::Comparison compare_stored(const comparison::Published& published,
                                      std::vector<tournament::StoredResults> folders);

}  // namespace rootward::study
