// What `table` was asked for, by whatever kind of folder.
#pragma once

#include <string>

#include "cli/figure_options.h"
#include "cli/output.h"
#include "core/note.h"
#include "experiments/tournament/table/render.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/report/table_format.h"
#include "lab/store/line_file.h"

namespace rootward {

struct TableRequest {
  TableFormat format = TableFormat::text;
  DamagedLines damaged = DamagedLines::refuse;
  tournament::TableOptions options{};
  tournament::RenderOptions rendering{};
  FigureFiles& figures;
};

/// What a machine reads stays as it is.
inline void print_page(const std::string& page, TableFormat format) {
  format == TableFormat::text ? print_shown("{}", page) : write_results(page);
}

/// What is read of a folder, its warnings noted.
template <class Stored>
Stored warned(Stored stored) {
  for (const std::string& warning : stored.warnings) note("warning: {}", warning);
  return stored;
}

}  // namespace rootward
