// A tournament's part of a report.
#pragma once

#include <string>

#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// Facts, tables, figures, openings, faults and provenance, under the heading.
std::string tournament_section(const StoredResults& results);

}  // namespace rootward::tournament
