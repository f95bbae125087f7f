// Operators x domains as a heat map.
#include "lab/report/plot/heat_map.h"

#include <fmt/format.h>

#include "experiments/study/grid_tables.h"

namespace rootward::study {
namespace {

plot::HeatSquare square_of(const GridCell& cell) {
  return {.elo = cell.effect.elo,
          .title = fmt::format("{} in {}: {:+.0f} Elo, {} games", cell.op, cell.domain, cell.effect.elo,
                               2 * cell.effect.pairs),
          .is_hatched = !cell.is_decided()};
}

}  // namespace

std::string heat_map_svg(const GridResults& results, const std::string& budget) {
  const TableAxes axes = table_axes(results, [&](const std::string& op, const std::string& domain) {
    return cell_at(results, op, domain, budget) != nullptr;
  });
  plot::HeatMap map{.title = fmt::format("{}: Elo against the tuned average, {}", results.name,
                                         budget == kEqualTime ? "equal CPU time" : budget + " simulations"),
                    .id = "hatch-" + budget,
                    .rows = axes.rows,
                    .columns = axes.columns,
                    .legend = {"Blue: better, orange: worse, strongest from 100 Elo on.",
                               "Hatched: undecided after Holm's correction. Average: A/A, always hatched."}};
  for (std::size_t row = 0; row < axes.rows.size(); ++row)
    for (std::size_t i = 0; i < axes.columns.size(); ++i) {
      const GridCell* cell = cell_at(results, axes.op(row, i), axes.domain(row, i), budget);
      map.squares.push_back(cell == nullptr ? std::nullopt : std::optional(square_of(*cell)));
    }
  return plot::heat_map_svg(map);
}

}  // namespace rootward::study
