// A result table as text, Markdown, CSV, LaTeX or JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "experiments/tournament/table/result_table.h"
#include "lab/report/table_format.h"

namespace rootward::tournament {

/// What LaTeX shows of a table: one grid that fits a column of text, or every grid.
enum class LatexTables : std::uint8_t { one, all };

struct RenderOptions {
  LatexTables latex = LatexTables::one;
  bool has_pairs = false;  ///< JSON tells of each pairing the half points of every pair, too
};

/// The same table gives the same bytes. JSON has no infinity: what is infinite or unknown there is null, in CSV it is
/// empty (unknown) or inf.
std::string render_table(const ResultTable& table, TableFormat format, const RenderOptions& options = {});

/// Several tables: one after the other (CSV: one header, `table` tells them apart; JSON: one table is the object, none
/// or several an array of them).
std::string render_tables(std::span<const ResultTable> tables, TableFormat format, const RenderOptions& options = {});

}  // namespace rootward::tournament
