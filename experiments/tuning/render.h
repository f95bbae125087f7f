// A tuning's folder as a table in every format, and as a part of a report; whoever made it.
#pragma once

#include <string>

#include "experiments/report/table_format.h"
#include "experiments/tuning/stored_tuning.h"

namespace rootward::tuning {

/// A row an evaluation. Text and Markdown end with the summary; JSON holds evaluations as `objective` prints them, and
/// the fresh tests.
std::string render_tuning(const StoredTuning& stored, TableFormat format);

/// Facts, figures, table and provenance as HTML.
std::string tuning_section(const StoredTuning& stored);

}  // namespace rootward::tuning
