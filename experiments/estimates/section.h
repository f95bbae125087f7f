// An estimates study's part of a report.
#pragma once

#include <string>

#include "experiments/estimates/folder.h"

namespace rootward::estimates {

/// Facts, figures, tables and provenance, under the heading.
std::string estimates_section(const StoredEstimates& study);

}  // namespace rootward::estimates
