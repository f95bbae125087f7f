// table.md, table.csv and plots/ of a tournament's results folder: derived from the stored games.
#pragma once

#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::tournament {

/// Writes them anew; returns the table. Throws as make_table, RunError (disk).
ResultTable write_tables(const StoredResults& results);

}  // namespace rootward::tournament
