// table.md, table.csv and plots/ of a tournament's results folder: derived from the stored games.
#pragma once

#include <string>

#include "experiments/store/line_file.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Writes them anew; returns the table. Throws as read_results and make_table, RunError (disk).
ResultTable rebuild_tables(const std::string& folder, DamagedLines damaged = DamagedLines::refuse);

}  // namespace rootward::tournament
