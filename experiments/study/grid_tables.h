// What a reader gets of a grid: tables, a heat map, CSV.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "experiments/study/grid.h"
#include "lab/report/grid.h"

namespace rootward::study {

/// Which way round tables and heat maps are: operators and domains of which something is told, in the grid's order. The
/// fewer of both are the columns: a page is higher than it is wide.
struct TableAxes {
  std::vector<std::string> rows{};
  std::vector<std::string> columns{};
  bool has_domain_rows = false;  ///< else rows are operators

  [[nodiscard]] const std::string& op(std::size_t row, std::size_t column) const {
    return has_domain_rows ? columns[column] : rows[row];
  }
  [[nodiscard]] const std::string& domain(std::size_t row, std::size_t column) const {
    return has_domain_rows ? rows[row] : columns[column];
  }
};
TableAxes table_axes(const GridResults& results,
                     const std::function<bool(const std::string& op, const std::string& domain)>& is_told);

/// One grid a budget: Elo of each operator in each domain.
std::vector<Grid> elo_grids(const GridResults& results);
/// `controls`: how many tunings of the control they meet.
std::vector<std::string> elo_legend(std::size_t controls);
/// Simulations and CPU time of the moves at equal CPU time, as the cells' own games have them; no rows where there are
/// no such cells.
Grid equal_time_grid(const GridResults& results);
std::vector<std::string> equal_time_legend();
/// Scores at a budget against the pool that no tuning has met, and what they are above the average's; no rows where
/// there are none.
Grid pool_grid(const GridResults& results, const std::string& budget);
std::vector<std::string> pool_legend();
/// Medians of what tuning set, operators and budgets that were tuned for x domains.
Grid constants_grid(const GridResults& results);
std::vector<std::string> constants_legend();
/// The medians over some players, YAML: "c 0.7, omega 5".
std::string constants_text(const std::set<std::string>& players);

/// Operators and domains at a budget, coloured by Elo, hatched where the cell is undecided, empty where it has no
/// games. A stand-alone SVG document.
std::string heat_map_svg(const GridResults& results, const std::string& budget);

std::string grid_tables_markdown(const GridResults& results);
/// One row a cell: its effect, the player of its best tuning, and its domain's features.
std::string grid_csv(const GridResults& results);

/// Writes STEP.csv, STEP.json for `report --game`, and plots/STEP-BUDGET.svg into the folder.
void write_grid_files(const GridResults& results, const std::string& folder, const std::string& step);

}  // namespace rootward::study
