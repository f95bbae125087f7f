// Writes all that follows from the games.
#include "experiments/tournament/report/derived_files.h"

#include "core/file_io.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/table/render.h"

namespace rootward::tournament {

ResultTable write_tables(const StoredResults& results) {
  ResultTable table = make_table(results, {});
  write_file_atomically(results.folder + "/table.md", render_table(table, TableFormat::md));
  write_file_atomically(results.folder + "/table.csv", render_table(table, TableFormat::csv));
  (void)write_figures(results.folder, results.config, table);
  return table;
}

}  // namespace rootward::tournament
