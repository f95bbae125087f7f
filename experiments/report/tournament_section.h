// A tournament's part of a report.
#pragma once

#include <string>

#include "experiments/store.h"

namespace rootward {

/// Facts, tables, figures, openings, faults and provenance, under the heading.
std::string tournament_section(const StoredResults& results);

/// Where and by what the results were made.
std::string provenance_html(const Manifest& manifest);

}  // namespace rootward
