// Reads the games once, writes all that follows from them.
#include "experiments/tournament/report/derived_files.h"

#include "core/file_io.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/render.h"

namespace rootward::tournament {

ResultTable rebuild_tables(const std::string& folder, DamagedLines damaged) {
  const StoredResults results = read_results(folder, Detail::scores, damaged);
  ResultTable table = make_table(results, {});
  write_file_atomically(folder + "/table.md", render_table(table, TableFormat::md));
  write_file_atomically(folder + "/table.csv", render_table(table, TableFormat::csv));
  (void)write_figures(folder, results.config, table);
  return table;
}

}  // namespace rootward::tournament
